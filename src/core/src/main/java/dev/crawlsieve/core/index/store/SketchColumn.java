package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.ComparedPage;

/**
 * Two bits of each of the 84 min-hashes of every leader in memory, and three bits of 24 of them.
 *
 * <p>Li, König: b-Bit Minwise Hashing, WWW 2010, with b = 2 and 3. Pages of one template share
 * bands, and therefore buckets, without being near. One bit of each min-hash does not tell them
 * apart, since for unrelated min-hashes it is equal half of the time; two bits are equal a quarter
 * of the time, three an eighth. With these, a bucket of thousands costs thousands of comparisons of
 * words in memory, but few reads of records.
 */
final class SketchColumn implements Buckets.Payloads {

  // A stored sketch has 21 longs of four min-hashes, each in a lane of 16 bits. Bits stay in the
  // lane of their min-hash: each lane of a word here has one bit of each of up to 16 stored longs.
  // From the lowest bit of the lane up:
  //
  //   first   bit 0 of longs 0 to 15
  //   second  bit 1 of longs 0 to 15
  //   third   bit 2 of longs 0 to 5, then bit 0 of longs 16 to 20, then bit 1 of those
  //
  // From these, a sample of two words is made, which is the payload of bands on disk. The first
  // word has the low bits of 64 min-hashes; the second has the low bits of the other 20 and the
  // second bits of the first 16. The remaining 7 bits of each lane of the second word hold a digest
  // of the page's name.

  /** Longs per leader. */
  static final int LONGS = 3;

  private static final int STORED = Fingerprint.SKETCH_SIZE / 4;
  private static final int IN_FIRST = 16; // stored longs of the first 64 min-hashes
  private static final int WITH_THIRD_BIT = 6;
  private static final int LAST = STORED - IN_FIRST;

  private static final long LOW_ONE = 0x0001000100010001L;
  private static final long THIRD_BITS = 0x003f003f003f003fL;
  private static final long SECOND = 0x000f000f000f000fL; // the bits of the first 16 min-hashes
  private static final long REST = 0x001f001f001f001fL;
  private static final int SAMPLED = LAST + 4; // bits of a lane that a sample uses for the sketch
  private static final int DIGEST_PART = 16 - SAMPLED;

  private final LongPages longs;

  /**
   * An empty column.
   *
   * @param shift a page has 2^shift longs
   */
  SketchColumn(int shift) {
    longs = new LongPages(shift, LONGS);
  }

  /** The bits of a page's sketch; the page must have one. */
  static long[] bits(ComparedPage page) {
    long[] sketch = new long[STORED];
    page.copySketch(sketch, 0);
    long[] bits = new long[LONGS];
    for (int i = 0; i < IN_FIRST; i++) {
      bits[0] |= (sketch[i] & LOW_ONE) << i;
      bits[1] |= (sketch[i] >>> 1 & LOW_ONE) << i;
    }
    for (int i = 0; i < WITH_THIRD_BIT; i++) {
      bits[2] |= (sketch[i] >>> 2 & LOW_ONE) << i;
    }
    for (int i = 0; i < LAST; i++) {
      bits[2] |= (sketch[IN_FIRST + i] & LOW_ONE) << (WITH_THIRD_BIT + i);
      bits[2] |= (sketch[IN_FIRST + i] >>> 1 & LOW_ONE) << (WITH_THIRD_BIT + LAST + i);
    }
    return bits;
  }

  /** The low bits of the last 20 min-hashes, from a third word. */
  private static long lastLow(long third) {
    return third >>> WITH_THIRD_BIT & REST;
  }

  /** A leader's {@link ComparedPage#sketchBits}. */
  @Override
  public long get(int local) {
    return word(local, 0) ^ Long.rotateLeft(lastLow(word(local, 2)), IN_FIRST);
  }

  /** A sample of a page's sketch: two words. All bits are 0 if it has none. */
  static void sample(ComparedPage page, long[] to, int at) {
    long[] bits = page.hasSketch() ? bits(page) : new long[LONGS];
    sample(bits[0], bits[1], bits[2], to, at);
  }

  /** A sample of a leader's sketch: two words. */
  void sample(int local, long[] to, int at) {
    sample(word(local, 0), word(local, 1), word(local, 2), to, at);
  }

  private static void sample(long first, long second, long third, long[] to, int at) {
    to[at] = first;
    to[at + 1] = lastLow(third) | (second & SECOND) << LAST;
  }

  /** The second word of a sample with the digest of a name, 28 bits. */
  static long withDigest(long second, int digest) {
    long scattered = 0;
    for (int lane = 0; lane < 4; lane++) {
      long part = (digest >>> (DIGEST_PART * lane)) & ((1L << DIGEST_PART) - 1);
      scattered |= part << (16 * lane + SAMPLED);
    }
    return second | scattered;
  }

  /** The digest in the second word of a sample. */
  static int digest(long second) {
    int digest = 0;
    for (int lane = 0; lane < 4; lane++) {
      long part = second >>> (16 * lane + SAMPLED) & ((1 << DIGEST_PART) - 1);
      digest |= (int) part << (DIGEST_PART * lane);
    }
    return digest;
  }

  /** A lower bound of the number of min-hashes in which two sketches differ, from their samples. */
  static int differing(long first, long second, long otherFirst, long otherSecond) {
    long low = first ^ otherFirst;
    long rest = second ^ otherSecond;
    return Long.bitCount(low | ((rest >>> LAST) & SECOND)) + Long.bitCount(rest & REST);
  }

  private long word(int local, int i) {
    return longs.get(LONGS * local + i);
  }

  /** Sets a leader's bits; there must be room. Bits of a leader without a sketch are never read. */
  void set(int local, ComparedPage leader) {
    if (leader.hasSketch()) {
      long[] bits = bits(leader);
      for (int i = 0; i < LONGS; i++) {
        longs.set(LONGS * local + i, bits[i]);
      }
    }
  }

  /** A lower bound of the number of min-hashes in which a leader differs from a page. */
  int differing(int local, long[] bits) {
    long first = word(local, 0) ^ bits[0];
    long second = word(local, 1) ^ bits[1];
    long third = word(local, 2) ^ bits[2];
    return Long.bitCount(first | second | (third & THIRD_BITS))
        + Long.bitCount(lastLow(third | third >>> LAST));
  }

  /** The bits, {@link #LONGS} longs per leader. */
  LongPages longs() {
    return longs;
  }
}
