package dev.crawlsieve.core.fingerprint;

/** The definition of SimHash, with one counter per bit. */
final class PlainSimHash {

  private final long[] votes = new long[64];

  void add(long hash) {
    for (int bit = 0; bit < 64; bit++) {
      votes[bit] += ((hash >>> bit) & 1) == 1 ? 1 : -1;
    }
  }

  long value() {
    long value = 0;
    for (int bit = 0; bit < 64; bit++) {
      value |= votes[bit] > 0 ? 1L << bit : 0;
    }
    return value;
  }
}
