package dev.crawlsieve.core.index;

/**
 * What scopes are told apart by: the first 128 bits of the SHA-256 of a scope's name.
 *
 * <p>A name is chosen by whoever is crawled. Two names with one 64-bit hash are found in seconds,
 * and the pages of the one would then be copies of the other's.
 *
 * @param high the first 64 bits
 * @param low the second 64 bits
 */
public record ScopeKey(long high, long low) {

  /** The key where there is one scope without a name. */
  public static final ScopeKey NONE = new ScopeKey(0, 0);
}
