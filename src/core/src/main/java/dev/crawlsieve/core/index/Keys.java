package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.TokenHash;

/** Makes a table's key from a feature's bits and the scope. Part of the stored format. */
public final class Keys {

  private Keys() {}

  /**
   * The key of a feature's bits within a scope. It is never 0, which stands for no key.
   *
   * <p>Different bits in one scope have different keys, except that the key that would be 0 becomes
   * 1. Bits of two scopes can have the same key; records hold the scope's whole key, by which they
   * are told apart.
   *
   * @param scope first half of the scope's key
   */
  static long key(long bits, long scope) {
    long key = mix(bits ^ mix(scope));
    return key == 0 ? 1 : key;
  }

  /**
   * The part of a key that tables hold: its 32 high bits. Among a hundred million keys, one in
   * forty shares them with another key. Callers must allow for this, as for scopes that collide.
   */
  public static int high(long key) {
    return (int) (key >>> 32);
  }

  /**
   * The highest bits of the part of a key that tables hold, as a number from 0.
   *
   * @param bits number of bits, up to 31
   */
  public static int top(int high, int bits) {
    return high >>> 1 >>> (31 - bits); // a shift by 32 would be a shift by 0
  }

  /** A bijection in which every output bit depends on every input bit, see {@link TokenHash}. */
  public static long mix(long x) {
    return TokenHash.mix(x);
  }
}
