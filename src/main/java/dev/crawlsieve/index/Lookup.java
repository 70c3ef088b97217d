package dev.crawlsieve.index;

/**
 * What a lookup found.
 *
 * @param ordinal the matching leader's ordinal, -1 if none matches
 * @param leader the matching leader, null if none matches
 * @param match how it matches
 * @param distance Hamming distance of the two SimHashes in bits, 0 to 64; -1 if none matches or one
 *     of the two has no SimHash
 * @param table name of the first table that found it, for example {@code content} or {@code
 *     simhash-3}; null if none matches
 * @param compared how many candidates were compared; a leader that stands in several buckets counts
 *     in each
 */
public record Lookup(
    long ordinal, LeaderRecord leader, Match match, int distance, String table, int compared) {

  /** How a leader matches. */
  public enum Match {
    NONE,
    /** Same content hash. */
    EXACT,
    /** Within the thresholds. */
    NEAR
  }

  /** No leader matches. */
  public static Lookup none(int compared) {
    return new Lookup(-1, null, Match.NONE, -1, null, compared);
  }

  /** Whether a leader matches. */
  public boolean found() {
    return match != Match.NONE;
  }
}
