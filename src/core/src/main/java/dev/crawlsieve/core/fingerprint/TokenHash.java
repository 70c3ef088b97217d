package dev.crawlsieve.core.fingerprint;

/**
 * The 64-bit hash of a token, fed one folded code point at a time, and the mixer used by all hashes
 * here.
 */
public final class TokenHash {

  /** The state before the first code point if there is no seed. */
  static final long SEED = 0x243f6a8885a308d3L;

  // An odd number with its bits well spread. One multiplication per character limits the
  // tokenizer's speed, so a step does no more than that, and the last state is mixed.
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private TokenHash() {}

  /** The state after one more code point. */
  static long step(long state, long codePoint) {
    return (Long.rotateLeft(state, 27) ^ codePoint) * MULTIPLIER;
  }

  /**
   * A bijection of 64 bits in which every output bit depends on every input bit: the finaliser of
   * SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13).
   */
  public static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Mixes each of {@code values[0, count)}; a loop that does nothing else is vectorised. */
  static void mix(long[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = mix(values[i]);
    }
  }
}
