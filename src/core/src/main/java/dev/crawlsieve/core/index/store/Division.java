package dev.crawlsieve.core.index.store;

/**
 * Divides numbers of up to 32 bits by multiplying (Lemire, Kaser, Kurz: Faster Remainder by Direct
 * Computation, 2019).
 */
final class Division {

  private Division() {}

  /** 2^64 divided by a divisor, rounded up. */
  static long inverse(long divisor) {
    return Long.divideUnsigned(-1L, divisor) + 1;
  }

  /** A number of up to 32 bits, divided by the divisor of an {@link #inverse}. */
  static long divide(long x, long inverse) {
    return Math.multiplyHigh(inverse, x) + ((inverse >> 63) & x);
  }
}
