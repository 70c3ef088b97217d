package dev.crawlsieve.core.index;

import org.jspecify.annotations.Nullable;

/**
 * The result of a lookup.
 *
 * @param ordinal the matching leader's ordinal, or the page's own if it is a leader; else -1
 * @param leader the matching leader, or the page itself if it is a leader; else null
 * @param match how it matches
 * @param nearness how near it is. The distance of two pages with the same text is 0, also if
 *     neither has text, since both SimHashes are then 0
 * @param table name of the first table that found the match, for example {@code content}, {@code
 *     simhash-3} or {@code band-2}; null if no leader matches
 * @param compared how many leaders' records the page was compared with in full: the cost of this
 *     lookup. It depends on how tables are laid out and on which of them are in memory, so it may
 *     differ between two indexes of the same leaders
 * @param earlier if no leader matches: the best leader at the page's own URL that would be a near
 *     match if pages of one URL were compared; null if there is none, or if they are compared
 */
public record Lookup(
    long ordinal,
    @Nullable ComparedPage leader,
    Match match,
    Nearness nearness,
    @Nullable String table,
    int compared,
    @Nullable ComparedPage earlier) {

  /** The same result with another number of comparisons. */
  public Lookup comparing(int count) {
    return new Lookup(ordinal, leader, match, nearness, table, count, earlier);
  }

  /** How a leader matches. */
  public enum Match {
    NONE,
    /** Same content hash. */
    EXACT,
    /** Within the thresholds. */
    NEAR,
    /**
     * The leader is the page itself, which therefore matches none; see {@link
     * ComparedPage#samePage}.
     */
    ITSELF
  }

  /** No leader matches. */
  public static Lookup none(int compared) {
    return newVersion(null, compared);
  }

  /** No leader matches, but the page is nearly equal to this earlier version of the same URL. */
  public static Lookup newVersion(@Nullable ComparedPage earlier, int compared) {
    return new Lookup(-1, null, Match.NONE, Nearness.NONE, null, compared, earlier);
  }

  /**
   * No leader matches; the page is already a leader.
   *
   * @param earlier the earlier version that was found when the page was kept; null if there was
   *     none
   */
  public static Lookup itself(
      long ordinal, ComparedPage leader, int compared, @Nullable ComparedPage earlier) {
    return new Lookup(ordinal, leader, Match.ITSELF, Nearness.NONE, null, compared, earlier);
  }

  /** Whether a leader matches. */
  public boolean found() {
    return match == Match.EXACT || match == Match.NEAR;
  }

  /** Whether the page is already a leader. */
  public boolean isItself() {
    return match == Match.ITSELF;
  }

  /** Hamming distance of the two SimHashes in bits, 0 to 64; -1 if no leader matches. */
  public int distance() {
    return nearness.distance();
  }
}
