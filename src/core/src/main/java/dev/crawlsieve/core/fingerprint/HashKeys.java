package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.FingerprintSeed;

/**
 * The secret numbers in the hashes of tokens and shingles, which authors of pages must not know.
 * SimHash and sketch are made from the shingles' hashes, and are as secret as these.
 *
 * @param token the state of a token's hash before its first code point
 * @param base an odd number, whose powers weigh the tokens of a shingle
 * @param shingle xored into that weighted sum
 */
record HashKeys(long token, long base, long shingle) {

  /** The numbers used without a seed, known to everybody. */
  static final HashKeys PUBLIC = new HashKeys(TokenHash.SEED, 0xd1342543de82ef95L, 0);

  /**
   * The numbers derived from a seed.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if only the hash of the seed is known
   */
  static HashKeys of(FingerprintSeed seed) {
    long[] keys = seed.keys();
    // 5 mod 8, like 0xd134…, so that its powers have the longest period (Knuth, 3.2.1.2)
    return keys.length == 0 ? PUBLIC : new HashKeys(keys[0], (keys[1] & ~7L) | 5, keys[2]);
  }
}
