package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.LeaderRecord;

/**
 * Three bits of 80 min-hashes, and one of the other four, of every leader in memory.
 *
 * <p>Li, König: b-Bit Minwise Hashing, WWW 2010, with b = 3. Pages of one template share bands, and
 * with them buckets, without being near: a bit of each min-hash cannot tell, since unrelated bits
 * are equal half of the time; of three, an eighth. So a bucket of thousands costs thousands of
 * comparisons of words in memory, and few reads of records.
 */
final class SketchColumn implements Payloads {

  // The lanes of 16 bits in which a sketch is stored stay where they are: five longs of four
  // min-hashes, each with its low three bits kept and moved up by three more than the one before,
  // are one. Of the other four of the 84 min-hashes the low bit alone is kept, in what is left of
  // the first long, and not compared, which is safe: fewer may be found to differ. So all is here
  // that entries of bands carry on disk, a sample: the low bits of 64 min-hashes in one word; those
  // of the other 20, and the second bits of the first 44, in another.

  /** Longs for each leader. */
  static final int LONGS = 4;

  private static final int STORED = Fingerprint.SKETCH_SIZE / 4;
  private static final int PACKED = 5;
  private static final int BITS = 3;
  private static final long LOW_THREE = 0x0007000700070007L;
  private static final long LOW_ONE = 0x0001000100010001L;
  private static final int LAST_BIT = BITS * PACKED;
  private static final long FIRST_OF_THREE = 0x1249124912491249L;

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

  /** The bits of a page's sketch, which it must have. */
  static long[] bits(LeaderRecord page) {
    long[] sketch = new long[STORED];
    page.copySketch(sketch, 0);
    long[] bits = new long[LONGS];
    for (int i = 0; i < LONGS * PACKED; i++) {
      bits[i / PACKED] |= (sketch[i] & LOW_THREE) << (BITS * (i % PACKED));
    }
    bits[0] |= (sketch[STORED - 1] & LOW_ONE) << LAST_BIT;
    return bits;
  }

  /** A leader's {@link LeaderRecord#sketchBits}. */
  @Override
  public long get(int local) {
    long bits = Long.rotateLeft((word(local, 0) >>> LAST_BIT) & LOW_ONE, STORED - 1);
    for (int i = 0; i < LONGS * PACKED; i++) {
      bits ^= Long.rotateLeft((word(local, i / PACKED) >>> (BITS * (i % PACKED))) & LOW_ONE, i);
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
    for (int i = 0; i < LONGS * PACKED; i++) {
      long bits = word(local, i / PACKED) >>> (BITS * (i % PACKED));
      addToSample(i, bits, bits >>> 1, to, at);
    }
    addToSample(STORED - 1, word(local, 0) >>> LAST_BIT, 0, to, at);
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
    int differing = 0;
    for (int i = 0; i < LONGS; i++) {
      long differ = word(local, i) ^ bits[i];
      differing += Long.bitCount((differ | differ >>> 1 | differ >>> 2) & FIRST_OF_THREE);
    }
    return differing;
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
