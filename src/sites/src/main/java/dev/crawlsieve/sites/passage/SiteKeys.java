package dev.crawlsieve.sites.passage;

import dev.crawlsieve.core.work.Latest;
import dev.crawlsieve.sites.passage.Passages.Bounds;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which pages cannot be counted: those that come after enough pages of their site with
 * smaller keys. It never says so of a page that is counted, whichever pages it has not seen, has
 * seen twice or has forgotten, since it knows only pages that the site has. Threads may share it.
 *
 * <p>Also tells of which lines the text need not be sent: of those that no page sent before had,
 * once {@value #WHOLE_PAGES} pages of the site were sent. So of the pages that have a line, at most
 * one that was sent lacks its text.
 *
 * <p>{@link Passages} forgets pages and counts others in their place. So a site's keys are
 * forgotten, too, after half a window of its pages: even the last of these pages replace a window's
 * counted pages twice.
 */
final class SiteKeys {

  /**
   * How many pages of a site are sent with all texts: one of these has what many pages of the site
   * have. Otherwise, where each of many observers sees few pages of a site, all could lack a text.
   */
  static final int WHOLE_PAGES = 8;

  /** More than the counted pages of most sites have lines. */
  private static final int SAID_BITS = 1 << 14;

  private final Bounds bounds;
  private final Map<String, Site> sites;

  SiteKeys(Bounds bounds) {
    this.bounds = bounds;
    sites = Latest.map(bounds.sites());
  }

  /** What is known of a site: 3 kB. Its monitor must be held while it is used. */
  final class Site {
    private final SmallestKeys keys = new SmallestKeys(bounds.pages());
    private final BitSet said = new BitSet(); // by hashes of lines
    private int pages; // since keys were forgotten
    private int sent;
    private int others; // left out since the last page was added

    private Site() {}

    private synchronized boolean mayCount(long key) {
      if (++pages > bounds.window() / 2) {
        keys.clear();
        pages = 1;
      }
      boolean may = keys.takes(key);
      others += may ? 0 : 1;
      return may;
    }

    /**
     * Adds a page that may be counted, before its lines.
     *
     * @return how many pages of its site were left out since the last one was added
     */
    int add(long key) {
      keys.add(key);
      sent++;
      int left = others;
      others = 0;
      return left;
    }

    /** Adds a line of the page that was added last; returns whether its text is to be sent. */
    boolean says(long hash) {
      int bit = (int) hash & SAID_BITS - 1;
      boolean before = said.get(bit);
      said.set(bit);
      return before || sent <= WHOLE_PAGES;
    }
  }

  /** What is known of the site of a page that comes; null if the page cannot be counted. */
  @Nullable Site of(String name, long key) {
    Site site;
    synchronized (sites) {
      site = sites.computeIfAbsent(name, unused -> new Site());
    }
    return site.mayCount(key) ? site : null;
  }
}
