package dev.crawlsieve.core.index;

/** Notified of the expired leaders of a lane, in order, while their records still exist. */
@FunctionalInterface
public interface ExpiryListener {

  /** Does nothing. */
  ExpiryListener NONE = (ordinal, timestamp) -> {};

  /**
   * Called for each leader that has expired.
   *
   * @param ordinal its ordinal
   * @param timestamp timestamp of the page that made it expire, milliseconds since
   *     1970-01-01T00:00Z
   */
  void expired(long ordinal, long timestamp);
}
