package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Fingerprint;

/**
 * Which of the 84 min-hashes of two sketches are equal, and which runs of them, as masks.
 *
 * <p>Not thread-safe: one object compares pair after pair.
 */
final class EqualMinHashes {

  // A sketch is 21 longs of four 16-bit lanes, the first min-hash in the highest lane. After a XOR,
  // an equal lane is 0. Adding 0x7fff to a lane's low 15 bits and or-ing in its own high bit leaves
  // the high bit clear only if the lane is 0; the four high bits are then gathered by a
  // multiplication, whose partial products do not overlap.

  /** Longs per sketch. */
  static final int WORDS = Fingerprint.SKETCH_SIZE / 4;

  private static final long ALL_BUT_HIGH_BITS = 0x7fff7fff7fff7fffL;
  private static final long GATHER = 1L | 1L << 17 | 1L << 34 | 1L << 51;
  private static final int IN_LOW = 16;

  /** Mask bits 0 to 63. */
  private long low;

  /** Mask bits 64 to 83. */
  private long high;

  /** The mask that {@link #findRuns} found. */
  private long runsLow;

  private long runsHigh;

  /** The number of equal min-hashes. */
  static int count(long[] a, int startA, long[] b, int startB) {
    int equal = 0;
    for (int i = 0; i < WORDS; i++) {
      equal += Long.bitCount(equalLanes(a[startA + i] ^ b[startB + i]));
    }
    return equal;
  }

  /** The high bit of each lane that is 0. */
  private static long equalLanes(long differ) {
    long notZero = ((differ & ALL_BUT_HIGH_BITS) + ALL_BUT_HIGH_BITS) | differ;
    return ~(notZero | ALL_BUT_HIGH_BITS);
  }

  /** Compares two sketches. */
  void compare(long[] a, int startA, long[] b, int startB) {
    low = 0;
    high = 0;
    for (int i = 0; i < WORDS; i++) {
      long lanes = equalLanes(a[startA + i] ^ b[startB + i]) >>> 15;
      long four = (lanes * GATHER) >>> 48 & 0xf;
      if (i < IN_LOW) {
        low |= four << (4 * i);
      } else {
        high |= four << (4 * (i - IN_LOW));
      }
    }
  }

  /** A mask with a bit at the first min-hash of each run of {@code rows}: low half, high half. */
  static long[] starts(int rows) {
    long[] starts = new long[2];
    for (int at = 0; at + rows <= Fingerprint.SKETCH_SIZE; at += rows) {
      starts[at >>> 6] |= 1L << at;
    }
    return starts;
  }

  /**
   * The index of the first equal run, or {@link Integer#MAX_VALUE}.
   *
   * @param rows length of a run, 1 to 14
   * @param starts of the runs, see {@link #starts}
   */
  int firstRun(int rows, long[] starts) {
    findRuns(rows, starts);
    if (runsLow != 0) {
      return Long.numberOfTrailingZeros(runsLow) / rows;
    }
    return runsHigh != 0 ? (64 + Long.numberOfTrailingZeros(runsHigh)) / rows : Integer.MAX_VALUE;
  }

  /**
   * The number of equal runs.
   *
   * @param rows length of a run, 1 to 14
   * @param starts of the runs, see {@link #starts}
   */
  int runs(int rows, long[] starts) {
    findRuns(rows, starts);
    return Long.bitCount(runsLow) + Long.bitCount(runsHigh);
  }

  /** Leaves a bit at the start of each equal run, by doubling the run length known to be equal. */
  private void findRuns(int rows, long[] starts) {
    long a = low;
    long b = high;
    for (int have = 1; have < rows; ) {
      int step = Math.min(have, rows - have);
      a &= a >>> step | b << (64 - step);
      b &= b >>> step;
      have += step;
    }
    runsLow = a & starts[0];
    runsHigh = b & starts[1];
  }
}
