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
  public static final int MOST = 32;

  /** Nothing is known of the site. */
  public static final SiteWays NONE = new SiteWays(new int[0], new Pairs[0]);

  private static final int STORED_WAY = 10;
  private static final int U16 = 0xffff;

  private final int[] ways;
  private final Pairs[] pairs;

  /**
   * Pairs of pages whose addresses differ in one way.
   *
   * @param seen how many
   * @param named of how many title and heading are the same
   * @param near of how many of these the main text is nearly the same, too
   */
  public record Pairs(int seen, int named, int near) {

    // Chosen by measurement on whole sites, see docs/tuning.md: titles say whether a way chooses;
    // but all pages of a list have one title, so the text has to be the same now and then.

    private static final int FEWEST = 4;
    private static final Pairs NONE = new Pairs(0, 0, 0);

    /** Whether they are the same items, as a rule. */
    boolean areSame() {
      return seen >= FEWEST && 5 * named >= 4 * seen && 10 * near >= seen;
    }
  }

  /**
   * Ways and what was seen of each.
   *
   * @param ways at most {@link #MOST}; not copied
   * @param pairs of each way; not copied
   */
  public SiteWays(int[] ways, Pairs[] pairs) {
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
    Pairs[] pairs = new Pairs[count];
    for (int i = 0; i < count; i++) {
      ways[i] = stored.getInt();
      pairs[i] =
          new Pairs(stored.getShort() & U16, stored.getShort() & U16, stored.getShort() & U16);
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
      Pairs seen = pairs[i];
      to.putInt(ways[i]);
      to.putShort((short) seen.seen).putShort((short) seen.named).putShort((short) seen.near);
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
    Pairs before = at < 0 ? Pairs.NONE : pairs[at];
    int half = before.seen == U16 ? 1 : 0;
    Pairs after =
        new Pairs(
            (before.seen >> half) + 1,
            (before.named >> half) + (named ? 1 : 0),
            (before.near >> half) + (named && near ? 1 : 0));
    int count = at >= 0 || ways.length == MOST ? ways.length : ways.length + 1;
    int[] moreWays = Arrays.copyOf(ways, count);
    Pairs[] morePairs = Arrays.copyOf(pairs, count);
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
      least = pairs[i].seen < pairs[least].seen ? i : least;
    }
    return least;
  }

  /**
   * {@return what the site says of two of its pages: the least certain of the ways in which their
   * addresses differ; null if it says nothing, or they are not of one site}
   *
   * @param a a name
   * @param b the other name
   */
  public @Nullable Pairs between(PageName a, PageName b) {
    int[] differ = Ways.between(a, b);
    Pairs least = null;
    for (int way : differ) {
      int at = index(way);
      Pairs seen = at < 0 ? Pairs.NONE : pairs[at];
      least = least == null || !seen.areSame() || seen.seen < least.seen ? seen : least;
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
    Pairs seen = between(a, b);
    if (seen == null || !seen.areSame()) {
      return identity;
    }
    return a.languagesDiffer(b) ? Identity.ALIKE : Identity.SAME;
  }
}
