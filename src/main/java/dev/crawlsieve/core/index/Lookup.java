package dev.crawlsieve.core.index;

/**
 * The result of a lookup.
 *
 * @param ordinal the matching leader's ordinal, or the page's own if it is a leader; else -1
 * @param leader the matching leader, or the page itself if it is a leader; else null
 * @param match how it matches
 * @param nearness how near it is. Two pages of the same text are at distance 0; where neither has
 *     text both SimHashes are 0
 * @param table name of the first table that found it, for example {@code content}, {@code
 *     simhash-3}, {@code band-2} or {@code supershingle-1}; null if none matches
 * @param compared how many bucket entries were compared; a leader in several buckets counts once
 *     per bucket. Depends on the leaders and the layout of the tables, not on which of them are in
 *     memory. Expired leaders do not count
 * @param earlier where none matches, the best of the leaders of the page's own URL that would match
 *     nearly if they were compared with; null if there is none, or pages of one URL are compared
 */
public record Lookup(
    long ordinal,
    LeaderRecord leader,
    Match match,
    Nearness nearness,
    String table,
    int compared,
    LeaderRecord earlier) {

  /** What a lookup found where no earlier version was passed over. */
  public Lookup(
      long ordinal,
      LeaderRecord leader,
      Match match,
      Nearness nearness,
      String table,
      int compared) {
    this(ordinal, leader, match, nearness, table, compared, null);
  }

  /** How a leader matches. */
  public enum Match {
    NONE,
    /** Same content hash. */
    EXACT,
    /** Within the thresholds. */
    NEAR,
    /** The leader is this very page, which matches none: see {@link LeaderRecord#samePage}. */
    ITSELF
  }

  /** No leader matches. */
  public static Lookup none(int compared) {
    return new Lookup(-1, null, Match.NONE, Nearness.NONE, null, compared);
  }

  /** No leader matches, but this earlier version of the same URL nearly equals the page. */
  public static Lookup newVersion(LeaderRecord earlier, int compared) {
    return new Lookup(-1, null, Match.NONE, Nearness.NONE, null, compared, earlier);
  }

  /**
   * No leader matches; the page is a leader already.
   *
   * @param earlier as in the lookup by which it was kept, null if there was none
   */
  public static Lookup itself(
      long ordinal, LeaderRecord leader, int compared, LeaderRecord earlier) {
    return new Lookup(ordinal, leader, Match.ITSELF, Nearness.NONE, null, compared, earlier);
  }

  /** Whether a leader matches. */
  public boolean found() {
    return match == Match.EXACT || match == Match.NEAR;
  }

  /** Whether the page is a leader already. */
  public boolean isItself() {
    return match == Match.ITSELF;
  }

  /** Hamming distance of the two SimHashes in bits, 0 to 64; -1 if none matches. */
  public int distance() {
    return nearness.distance();
  }
}
