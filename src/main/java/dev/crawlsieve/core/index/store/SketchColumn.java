package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.LeaderRecord;

/**
 * Two bits of the 84 min-hashes of every leader in memory, and three of 24 of them.
 *
 * <p>Li, König: b-Bit Minwise Hashing, WWW 2010, with b = 2 and 3. Pages of one template share
 * bands, and with them buckets, without being near: a bit of each min-hash cannot tell, since
 * unrelated bits are equal half of the time; of two, a quarter, of three, an eighth. So a bucket of
 * thousands costs thousands of comparisons of words in memory, and few reads of records.
 */
final class SketchColumn implements Payloads {

  // The lanes of 16 bits in which a sketch is stored, four in a long, stay where they are. In each
  // lane of a word are, by the stored long and bit:
  //
  //   first   bits 0 and 1 of longs 0 to 7, side by side
  //   second  bits 0 and 1 of longs 8 to 15, side by side
  //   third   in places 0, 2, 4, ... 10: bit 2 of longs 0 to 5, as far up as their bit 0 in the
  //           first word; in 1, 3, 5 and 7, 9, 11: bits 0 and 1 of longs 16 to 18; from 12 on:
  //           those of longs 19 and 20, side by side
  //
  // So all is here that entries of bands carry on disk, a sample: the low bits of 64 min-hashes in
  // one word; those of the other 20, and the second bits of the first 44, in another.

  /** Longs for each leader. */
  static final int LONGS = 3;

  private static final int STORED = Fingerprint.SKETCH_SIZE / 4;
  private static final int IN_WORD = 8;
  private static final int WITH_THIRD_BIT = 6;
  private static final int APART = 19; // from IN_FIRST to here, two bits are not side by side
  private static final int APART_BY = 6;
  private static final int LAST_AT = 12;

  private static final long LOW_ONE = 0x0001000100010001L;
  private static final long FIRST_OF_TWO = 0x5555555555555555L;
  private static final long THIRD_BITS = 0x0555055505550555L;
  private static final long FIRST_OF_APART = 0x002a002a002a002aL;
  private static final long FIRST_OF_LAST = 0x5000500050005000L;

  private static final int IN_FIRST = 16; // of the stored longs, those with the first 64 min-hashes
  private static final int SECOND_BITS = 11; // of the stored longs, those with the first 44
  private static final int SECOND_AT = STORED - IN_FIRST;
  private static final long SECOND = 0x07ff07ff07ff07ffL;
  private static final long REST = 0x001f001f001f001fL;

  private final LongPages longs;

  /**
   * An empty column.
   *
   * @param shift a page has 2^shift longs
   */
  SketchColumn(int shift) {
    longs = new LongPages(shift);
  }

  private static int wordOf(int stored) {
    return Math.min(stored / IN_WORD, LONGS - 1);
  }

  private static int lowAt(int stored) {
    if (stored < IN_FIRST) {
      return 2 * (stored % IN_WORD);
    }
    return stored < APART ? 2 * (stored - IN_FIRST) + 1 : LAST_AT + 2 * (stored - APART);
  }

  private static int secondAt(int stored) {
    return lowAt(stored) + (stored >= IN_FIRST && stored < APART ? APART_BY : 1);
  }

  /** The bits of a page's sketch, which it must have. */
  static long[] bits(LeaderRecord page) {
    long[] sketch = new long[STORED];
    page.copySketch(sketch, 0);
    long[] bits = new long[LONGS];
    for (int i = 0; i < STORED; i++) {
      bits[wordOf(i)] |= (sketch[i] & LOW_ONE) << lowAt(i);
      bits[wordOf(i)] |= (sketch[i] >>> 1 & LOW_ONE) << secondAt(i);
    }
    for (int i = 0; i < WITH_THIRD_BIT; i++) {
      bits[LONGS - 1] |= (sketch[i] >>> 2 & LOW_ONE) << lowAt(i);
    }
    return bits;
  }

  /** A leader's {@link LeaderRecord#sketchBits}. */
  @Override
  public long get(int local) {
    long bits = 0;
    for (int i = 0; i < STORED; i++) {
      bits ^= Long.rotateLeft((word(local, wordOf(i)) >>> lowAt(i)) & LOW_ONE, i);
    }
    return bits;
  }

  /** A sample of a page's sketch: two words. All bits are 0 if it has none. */
  static void sample(LeaderRecord page, long[] to, int at) {
    long[] sketch = new long[STORED];
    if (page.hasSketch()) {
      page.copySketch(sketch, 0);
    }
    to[at] = 0;
    to[at + 1] = 0;
    for (int i = 0; i < STORED; i++) {
      addToSample(i, sketch[i], sketch[i] >>> 1, to, at);
    }
  }

  /** A sample of a leader's sketch: two words. */
  void sample(int local, long[] to, int at) {
    to[at] = 0;
    to[at + 1] = 0;
    for (int i = 0; i < STORED; i++) {
      long bits = word(local, wordOf(i));
      addToSample(i, bits >>> lowAt(i), bits >>> secondAt(i), to, at);
    }
  }

  private static void addToSample(int i, long lowBits, long secondBits, long[] to, int at) {
    if (i < IN_FIRST) {
      to[at] |= (lowBits & LOW_ONE) << i;
    } else {
      to[at + 1] |= (lowBits & LOW_ONE) << (i - IN_FIRST);
    }
    if (i < SECOND_BITS) {
      to[at + 1] |= (secondBits & LOW_ONE) << (SECOND_AT + i);
    }
  }

  /** In how many min-hashes two sketches differ by their samples, or fewer. */
  static int differing(long first, long second, long otherFirst, long otherSecond) {
    long low = first ^ otherFirst;
    long rest = second ^ otherSecond;
    return Long.bitCount(low | ((rest >>> SECOND_AT) & SECOND)) + Long.bitCount(rest & REST);
  }

  private long word(int local, int i) {
    return longs.get(LONGS * local + i);
  }

  /** Sets a leader's bits; those of a leader without a sketch are not asked for. */
  void set(int local, LeaderRecord leader) {
    longs.ensure(LONGS * (local + 1));
    if (leader.hasSketch()) {
      long[] bits = bits(leader);
      for (int i = 0; i < LONGS; i++) {
        longs.set(LONGS * local + i, bits[i]);
      }
    }
  }

  /** In how many min-hashes a leader differs from a page, or fewer. */
  int differing(int local, long[] bits) {
    long first = word(local, 0) ^ bits[0];
    long second = word(local, 1) ^ bits[1];
    long third = word(local, 2) ^ bits[2];
    long last = (third | third >>> APART_BY) & FIRST_OF_APART;
    last |= (third | third >>> 1) & FIRST_OF_LAST;
    return Long.bitCount((first | first >>> 1 | (third & THIRD_BITS)) & FIRST_OF_TWO)
        + Long.bitCount((second | second >>> 1) & FIRST_OF_TWO)
        + Long.bitCount(last);
  }

  /** Heap bytes. */
  long bytes() {
    return longs.bytes();
  }

  /** Heap bytes that one more page takes. */
  long pageBytes() {
    return longs.pageBytes();
  }
}
