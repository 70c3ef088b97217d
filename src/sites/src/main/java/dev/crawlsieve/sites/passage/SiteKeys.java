package dev.crawlsieve.sites.passage;

import dev.crawlsieve.sites.passage.Passages.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells which pages cannot be counted: those that come after enough pages of their site with
 * smaller keys. It never says so of a page that is counted, whichever pages it has not seen, has
 * seen twice or has forgotten, since it knows only pages that the site has. Threads may share it.
 *
 * <p>{@link Passages} forgets pages and counts others in their place. So a site's keys are
 * forgotten, too, after half a window of its pages: even the last of these pages replace a window's
 * counted pages twice.
 */
final class SiteKeys {

  private final Bounds bounds;
  private final Map<String, Site> sites =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Site> eldest) {
          return size() > bounds.sites();
        }
      };

  SiteKeys(Bounds bounds) {
    this.bounds = bounds;
  }

  private static final class Site {
    private SmallestKeys keys;
    private int pages; // since keys were forgotten
    private int others; // left out since the last page was added

    Site(SmallestKeys none) {
      keys = none;
    }
  }

  private Site site(String name) {
    return sites.computeIfAbsent(name, site -> new Site(new SmallestKeys(bounds.pages())));
  }

  /** Whether a page that comes may be counted. */
  synchronized boolean mayCount(String name, long key) {
    Site site = site(name);
    site.pages++;
    if (site.pages > bounds.window() / 2) {
      site.keys = new SmallestKeys(bounds.pages());
      site.pages = 1;
    }
    boolean may = site.keys.takes(key);
    site.others += may ? 0 : 1;
    return may;
  }

  /**
   * Adds a page that may be counted.
   *
   * @return how many pages of its site were left out since the last one was added
   */
  synchronized int add(String name, long key) {
    Site site = site(name);
    Long unused = site.keys.add(key);
    int others = site.others;
    site.others = 0;
    return others;
  }
}
