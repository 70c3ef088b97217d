package dev.crawlsieve.core.index;

/**
 * Identifies a scope: the first 128 bits of the SHA-256 of its name.
 *
 * <p>Crawled sites choose the names. With a 64-bit key, two names with the same key could be found
 * in seconds, and pages of one scope would then become copies of the other's.
 *
 * @param high the first 64 bits
 * @param low the second 64 bits
 */
public record ScopeKey(long high, long low) {

  /** The key of the single scope without a name. */
  public static final ScopeKey NONE = new ScopeKey(0, 0);

  /** The key of the scope of forgotten leaders, which no page is in. */
  static final ScopeKey FORGOTTEN = new ScopeKey(-1, -1);
}
