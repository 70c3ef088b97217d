package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.FingerprintSeed;

/**
 * The numbers in the hashes of tokens and shingles that an author of pages must not know. What is
 * made from a shingle's hash, SimHash and sketch, is as secret as the hash.
 *
 * @param token the state of a token's hash before its first code point
 * @param base an odd number, whose powers weigh the tokens of a shingle
 * @param shingle is added, bit by bit, to their sum
 */
record HashKeys(long token, long base, long shingle) {

  /** Those without a seed, known to everybody. */
  static final HashKeys PUBLIC = new HashKeys(TokenHash.SEED, 0xd1342543de82ef95L, 0);

  /**
   * Those of a seed.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if only the hash of the seed is known
   */
  static HashKeys of(FingerprintSeed seed) {
    long[] keys = seed.keys();
    // 5 mod 8, like 0xd134…, so that its powers repeat as late as they can (Knuth, 3.2.1.2)
    return keys.length == 0 ? PUBLIC : new HashKeys(keys[0], (keys[1] & ~7L) | 5, keys[2]);
  }
}
