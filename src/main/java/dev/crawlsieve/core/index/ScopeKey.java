package dev.crawlsieve.core.index;

/**
 * Identifies a scope: the first 128 bits of the SHA-256 of its name.
 *
 * <p>The name is chosen by whoever is crawled. Two names with the same 64-bit hash can be found in
 * seconds, and pages of one would then be copies of the other's.
 *
 * @param high the first 64 bits
 * @param low the second 64 bits
 */
public record ScopeKey(long high, long low) {

  /** The key where there is one scope without a name. */
  public static final ScopeKey NONE = new ScopeKey(0, 0);
}
