package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.fingerprint.Fingerprint;

/** Compares sketches of 84 min-hashes. */
final class MinHashes {

  /** Number of min-hashes in a sketch. */
  static final int SIZE = Fingerprint.SKETCH_SIZE;

  /** Number of super-shingles in a sketch. */
  static final int SUPER_SHINGLES = 6;

  private static final int IN_SUPER_SHINGLE = SIZE / SUPER_SHINGLES;

  private MinHashes() {}

  /** The number of equal min-hashes, 0 to 84; 0 if one of the sketches is empty. */
  static int equal(short[] a, short[] b) {
    int equal = 0;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      equal += a[i] == b[i] ? 1 : 0;
    }
    return equal;
  }

  /** The estimated resemblance, 0 to 1, in steps of 1/84 (Broder 1997). */
  static double resemblance(short[] a, short[] b) {
    return (double) equal(a, b) / SIZE;
  }

  /** The standard error √(J(1 − J) / 84) of an estimated resemblance J. */
  static double standardError(double resemblance) {
    return Math.sqrt(resemblance * (1 - resemblance) / SIZE);
  }

  /**
   * The number of super-shingles, runs of 14 min-hashes, that agree, 0 to 6; two pages are
   * n-similar if n agree (Fetterly, Manasse, Najork 2003; Henzinger 2006).
   */
  static int superShingles(short[] a, short[] b) {
    if (a.length != SIZE || b.length != SIZE) {
      return 0;
    }
    int agreeing = 0;
    for (int group = 0; group < SUPER_SHINGLES; group++) {
      boolean agrees = true;
      for (int i = group * IN_SUPER_SHINGLE; agrees && i < (group + 1) * IN_SUPER_SHINGLE; i++) {
        agrees = a[i] == b[i];
      }
      agreeing += agrees ? 1 : 0;
    }
    return agreeing;
  }
}
