package dev.crawlsieve.core.index;

/** Told of the leaders of a lane that have expired, in order, while their records are there. */
@FunctionalInterface
public interface ExpiryListener {

  /** Does nothing. */
  ExpiryListener NONE = (ordinal, timestamp) -> {};

  /**
   * A leader has expired.
   *
   * @param ordinal its ordinal
   * @param timestamp of the page by which it is deleted, milliseconds since 1970-01-01T00:00Z
   */
  void expired(long ordinal, long timestamp);
}
