package dev.crawlsieve.index;

/**
 * The kept pages of one lane, and which of them a page matches.
 *
 * <p>Implementations agree on every answer: {@link LinearScanIndex} compares with every leader and
 * is the oracle.
 */
public interface LeaderIndex extends AutoCloseable {

  /**
   * The leader that a page matches best: same content before near, then as the {@link Detector}
   * ranks (same contents: the smallest distance), then the lowest ordinal; only leaders of the
   * page's own scope.
   *
   * @return the best match, or {@link Lookup#none} if there is none
   */
  Lookup lookup(LeaderRecord page);

  /**
   * Adds a leader, or overwrites it with the same record again.
   *
   * @param ordinal {@link #nextOrdinal()}, or an ordinal that is there already (a restore that
   *     repeats itself)
   */
  void put(long ordinal, LeaderRecord leader);

  /** The leader with this ordinal, or null. */
  LeaderRecord get(long ordinal);

  /** One more than the highest ordinal, 0 if there is no leader. */
  long nextOrdinal();

  @Override
  void close();
}
