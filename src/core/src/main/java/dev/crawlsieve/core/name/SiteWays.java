package dev.crawlsieve.core.name;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the pages of a site have shown of the ways in which its addresses differ, see {@link Ways}:
 * whether a parameter or a folder leads to the same items, or chooses among others.
 *
 * <p>The stored form, big-endian: u8 ways, then for each u32 way, u16 pairs seen, u16 of them with
 * one title and heading, u16 of those nearly equal in their text.
 *
 * <p>Immutable.
 */
public final class SiteWays {

  /** The most ways of a site. */
  static final int MOST = 32;

  /** Nothing is known of the site. */
  public static final SiteWays NONE = new SiteWays(new int[0], new SitePairs[0]);

  private static final int STORED_WAY = 10;
  private static final int U16 = 0xffff;

  private final int[] ways;
  private final SitePairs[] pairs;

  private SiteWays(int[] ways, SitePairs[] pairs) {
    this.ways = ways;
    this.pairs = pairs;
  }

  /** Reads the stored form at a buffer's position. */
  public static SiteWays read(ByteBuffer stored) {
    int count = stored.get() & 0xff;
    if (count == 0) {
      return NONE;
    }
    int[] ways = new int[count];
    SitePairs[] pairs = new SitePairs[count];
    for (int i = 0; i < count; i++) {
      ways[i] = stored.getInt();
      pairs[i] =
          new SitePairs(stored.getShort() & U16, stored.getShort() & U16, stored.getShort() & U16);
    }
    return new SiteWays(ways, pairs);
  }

  /** {@return bytes of the stored form} */
  public int storedBytes() {
    return 1 + STORED_WAY * ways.length;
  }

  /** Writes the stored form at a buffer's position. */
  public void write(ByteBuffer to) {
    to.put((byte) ways.length);
    for (int i = 0; i < ways.length; i++) {
      SitePairs seen = pairs[i];
      to.putInt(ways[i]);
      to.putShort((short) seen.seen()).putShort((short) seen.named()).putShort((short) seen.near());
    }
  }

  /**
   * {@return what is known with one more pair} A way that is new takes the place of the one of
   * which the fewest pairs were seen, if there are {@link #MOST}. Counts of {@value #U16} are
   * halved, so that what a site does now weighs more.
   *
   * @param way the way in which two addresses differ
   * @param named whether title and heading are the same
   * @param near whether the main text is nearly the same
   */
  public SiteWays with(int way, boolean named, boolean near) {
    int at = index(way);
    SitePairs before = at < 0 ? SitePairs.NONE : pairs[at];
    int half = before.seen() == U16 ? 1 : 0;
    SitePairs after =
        new SitePairs(
            (before.seen() >> half) + 1,
            (before.named() >> half) + (named ? 1 : 0),
            (before.near() >> half) + (named && near ? 1 : 0));
    int count = at >= 0 || ways.length == MOST ? ways.length : ways.length + 1;
    int[] moreWays = Arrays.copyOf(ways, count);
    SitePairs[] morePairs = Arrays.copyOf(pairs, count);
    int to = at >= 0 ? at : ways.length < MOST ? ways.length : leastSeen();
    moreWays[to] = way;
    morePairs[to] = after;
    return new SiteWays(moreWays, morePairs);
  }

  private int index(int way) {
    for (int i = 0; i < ways.length; i++) {
      if (ways[i] == way) {
        return i;
      }
    }
    return -1;
  }

  private int leastSeen() {
    int least = 0;
    for (int i = 1; i < pairs.length; i++) {
      least = pairs[i].seen() < pairs[least].seen() ? i : least;
    }
    return least;
  }

  /**
   * {@return what was seen of pages whose addresses differ as those of two pages of the site do, of
   * several ways the one that was seen least; null unless all lead to the same items}
   *
   * @param a a name
   * @param b the other name
   */
  public @Nullable SitePairs between(PageName a, PageName b) {
    SitePairs least = null;
    for (int way : Ways.between(a, b)) {
      int at = index(way);
      if (at < 0 || !pairs[at].areSame()) {
        return null;
      }
      least = least == null || pairs[at].seen() < least.seen() ? pairs[at] : least;
    }
    return least;
  }

  /**
   * {@return what two pages are to each other, with what the site has shown}
   *
   * <p>It decides only where title and heading are the same: then, two pages at addresses that
   * differ in ways that lead to the same items are the same item. That a way leads to other items,
   * as a rule, says little of two pages with one title: of 188 drops on 23 sites that such a rule
   * took back nearly all were right.
   *
   * @param a name of a page of the site
   * @param b another name
   * @param identity what the two are by themselves
   */
  public Identity identity(PageName a, PageName b, Identity identity) {
    if (ways.length == 0 || !a.sameSite(b) || !a.sameWords(b)) {
      return identity;
    }
    if (between(a, b) == null) {
      return identity;
    }
    return a.languagesDiffer(b) ? Identity.ALIKE : Identity.SAME;
  }
}
