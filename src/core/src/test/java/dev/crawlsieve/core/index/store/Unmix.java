package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;

/** The inverse of {@link Keys#mix}, for constructing scopes whose keys collide. */
final class Unmix {

  private Unmix() {}

  static long unmix(long x) {
    x = unshift(x, 31) * inverse(0x94d049bb133111ebL);
    x = unshift(x, 27) * inverse(0xbf58476d1ce4e5b9L);
    return unshift(x, 30);
  }

  private static long unshift(long x, int by) {
    return x ^ (x >>> by) ^ (2 * by < 64 ? x >>> (2 * by) : 0);
  }

  /** Newton's iteration modulo 2^64. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
