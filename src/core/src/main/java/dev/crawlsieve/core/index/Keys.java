package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.TokenHash;

/** Makes a table's key from a feature's bits and the scope. Part of the stored format. */
public final class Keys {

  private Keys() {}

  /**
   * The key of some bits within a scope, never 0 (which stands for no key).
   *
   * <p>Different bits in one scope have different keys, except that the key that would be 0 becomes
   * 1. Bits of two scopes can collide: records hold the whole key of a scope.
   *
   * @param scope first half of the scope's key
   */
  static long key(long bits, long scope) {
    long key = mix(bits ^ mix(scope));
    return key == 0 ? 1 : key;
  }

  /**
   * The part of a key that tables hold: its 32 high bits. Among a hundred million keys, one in
   * forty shares them with another; callers must expect this, as they must expect colliding scopes.
   */
  public static int high(long key) {
    return (int) (key >>> 32);
  }

  /**
   * The highest bits of what tables hold of a key, as a number from 0.
   *
   * @param bits how many, up to 31
   */
  public static int top(int high, int bits) {
    return high >>> 1 >>> (31 - bits); // a shift by 32 would be a shift by 0
  }

  /** A bijection in which every output bit depends on every input bit, see {@link TokenHash}. */
  public static long mix(long x) {
    return TokenHash.mix(x);
  }
}
