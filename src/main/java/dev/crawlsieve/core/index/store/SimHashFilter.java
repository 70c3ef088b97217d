package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Tells which SimHash tables of a run have to be read for a page, of most pages none: all SimHashes
 * of the run in 3.5 to 3.7 bytes each.
 *
 * <p>Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007, for tables of 32
 * bits that are asked for every key that differs in one bit. A match is never missed; about a third
 * of a table is read in vain for each page and run. One thread adds, before others ask.
 */
final class SimHashFilter {

  // Two SimHashes that differ in at most 3 bits differ in at most 1 in one of their halves. So a
  // match has one of a page's halves, or one that differs in one bit. The tables have keys of half
  // a half: where the halves differ in one bit, the table of the other 16 bits has the match.
  //
  // The halves of the leaders lie in buckets of 16 to 32, by their high bits; of the bits that
  // follow, 12 are kept. A bucket is asked for the page's own half, and for those that differ in
  // one of the 12; the others that differ in one of the high bits lie in as many other buckets. The
  // 12 bits are lanes of words, five in each, so that five are compared at once.

  private static final int WITHIN = 3;
  private static final int HALF_BITS = 32;
  private static final int KEPT_BITS = 12;
  private static final int KEPT = (1 << KEPT_BITS) - 1;
  private static final int LANES = 5;
  private static final long LANES_LOW_BIT = 0x001001001001001L;
  private static final long LANES_HIGH_BIT = LANES_LOW_BIT << (KEPT_BITS - 1);
  private static final long LANES_OTHER_BITS = LANES_HIGH_BIT - LANES_LOW_BIT;
  private static final int LEAST_IN_BUCKET = 16;
  private static final int LEAST_BUCKET_BITS = 4; // and with the kept ones, half a half

  /** A larger bucket is not gone through: its pages have their tables read. */
  private static final int MOST_IN_BUCKET = 256;

  private static final int NONE = HALF_BITS;

  private final int bucketBits;
  private final int[][] ends; // of each bucket, by half: the number of SimHashes in it and before
  private final long[][] kept; // 12 bits of each SimHash, bucket by bucket
  private final long[][] tables; // which one to read, by half and differing bit, highest first

  private SimHashFilter(int bucketBits, int[][] ends, long[][] kept, long[][] tables) {
    this.bucketBits = bucketBits;
    this.ends = ends;
    this.kept = kept;
    this.tables = tables;
  }

  /** Whether tables are such that this can tell which of them to read. */
  static boolean serves(List<Table> tables) {
    return toRead(tables, LEAST_BUCKET_BITS) != null;
  }

  /** Heap bytes of a filter of so many SimHashes. */
  static long bytes(long count) {
    long buckets = 1L << bucketBits(count);
    long words = count / LANES + 1;
    return 2 * (2 * LongPages.ARRAY_BYTES + Integer.BYTES * buckets + Long.BYTES * words);
  }

  private static int bucketBits(long count) {
    int bits = 63 - Long.numberOfLeadingZeros(Math.max(1, count / LEAST_IN_BUCKET));
    return Math.max(LEAST_BUCKET_BITS, bits);
  }

  /**
   * Which table, as a bit, has all matches whose half differs from the page's in one bit; null if
   * there is a bit for which none has.
   */
  private static long[][] toRead(List<Table> tables, int bucketBits) {
    long[][] toRead = new long[2][HALF_BITS + 1];
    for (int half = 0; half < 2; half++) {
      for (int bit = 0; bit <= HALF_BITS; bit++) {
        // Of a half whose kept bits are equal, those that are not kept may differ.
        int equal = Math.min(HALF_BITS, bucketBits + KEPT_BITS);
        long differing =
            bit == NONE ? (1L << (HALF_BITS - equal)) - 1 : 1L << (HALF_BITS - 1 - bit);
        toRead[half][bit] = toRead(tables, half, differing);
        if (toRead[half][bit] == 0) {
          return null;
        }
      }
    }
    return toRead;
  }

  private static long toRead(List<Table> tables, int half, long differing) {
    int shift = half == 0 ? HALF_BITS : 0;
    long all = 0xffffffffL << shift;
    for (int t = 0; t < Math.min(Long.SIZE, tables.size()); t++) {
      if (tables.get(t) instanceof SimHashTable table
          && table.within() <= WITHIN
          && (table.mask() & ~all) == 0
          && (table.mask() & (differing << shift)) == 0) {
        return 1L << t;
      }
    }
    return 0;
  }

  /** Takes the SimHashes of a run twice, in any order: once to make room, and once to keep them. */
  static final class Builder {

    private final int bucketBits;
    private final int[][] ends;
    private final long[][] kept = new long[2][];

    /**
     * @param count how many there are, about
     */
    Builder(long count) {
      bucketBits = bucketBits(count);
      ends = new int[2][1 << bucketBits];
    }

    /** Makes room. */
    void count(long simhash) {
      ends[0][bucket(half(simhash, 0), bucketBits)]++;
      ends[1][bucket(half(simhash, 1), bucketBits)]++;
    }

    /** Call when all have been counted, before any is put. */
    void counted() {
      for (int half = 0; half < 2; half++) {
        int start = 0;
        for (int bucket = 0; bucket < ends[half].length; bucket++) {
          int size = ends[half][bucket];
          ends[half][bucket] = start; // until what is put moves it to the end
          start += size;
        }
        kept[half] = new long[start / LANES + 1];
      }
    }

    /** Keeps one that was counted. */
    void put(long simhash) {
      for (int half = 0; half < 2; half++) {
        int key = half(simhash, half);
        int at = ends[half][bucket(key, bucketBits)]++;
        kept[half][at / LANES] |= (long) kept(key, bucketBits) << (at % LANES * KEPT_BITS);
      }
    }

    /**
     * The filter.
     *
     * @param tables those of the run, which it {@link #serves}
     */
    SimHashFilter build(List<Table> tables) {
      return new SimHashFilter(bucketBits, ends, kept, toRead(tables, bucketBits));
    }
  }

  private static int half(long simhash, int half) {
    return (int) (half == 0 ? simhash >>> HALF_BITS : simhash);
  }

  private static int bucket(int key, int bucketBits) {
    return (int) ((key & 0xffffffffL) >>> (HALF_BITS - bucketBits));
  }

  private static int kept(int key, int bucketBits) {
    int rest = HALF_BITS - bucketBits;
    return rest >= KEPT_BITS ? (key >>> (rest - KEPT_BITS)) & KEPT : key & ((1 << rest) - 1);
  }

  /** The tables that have to be read to find all matches of a SimHash: bit t for table t. */
  long toRead(long simhash) {
    return toRead(half(simhash, 0), 0) | toRead(half(simhash, 1), 1);
  }

  private long toRead(int key, int half) {
    // Loops of their own, so that the cache misses of all buckets overlap.
    int own = bucket(key, bucketBits);
    int[] starts = new int[bucketBits + 1];
    int[] sizes = new int[bucketBits + 1];
    for (int bit = 0; bit <= bucketBits; bit++) {
      int bucket = own ^ (int) (1L << bucketBits >>> (bit + 1)); // the last is the page's own
      starts[bit] = bucket == 0 ? 0 : ends[half][bucket - 1];
      sizes[bit] = ends[half][bucket] - starts[bit];
    }
    long[] firstWords = new long[bucketBits + 1];
    for (int bit = 0; bit <= bucketBits; bit++) {
      firstWords[bit] = kept[half][starts[bit] / LANES];
    }
    long[] here = tables[half];
    int bits = kept(key, bucketBits);
    long toRead = toReadOfOwn(half, starts[bucketBits], sizes[bucketBits], bits);
    for (int bit = 0; bit < bucketBits; bit++) {
      if ((toRead & here[bit]) == 0
          && has(kept[half], starts[bit], sizes[bit], firstWords[bit], bits)) {
        toRead |= here[bit];
      }
    }
    return toRead;
  }

  /** What the bucket of a page's own half tells. */
  private long toReadOfOwn(int half, int start, int size, int bits) {
    long[] here = tables[half];
    long toRead = 0;
    if (size > MOST_IN_BUCKET) {
      for (long table : here) {
        toRead |= table;
      }
      return toRead;
    }
    int lowestKept = Math.min(HALF_BITS, bucketBits + KEPT_BITS) - 1;
    for (int i = start; i < start + size; i++) {
      int kept = (int) (this.kept[half][i / LANES] >>> (i % LANES * KEPT_BITS)) & KEPT;
      int differing = kept ^ bits;
      if ((differing & (differing - 1)) == 0) {
        int bit = differing == 0 ? NONE : lowestKept - Integer.numberOfTrailingZeros(differing);
        toRead |= here[bit];
      }
    }
    return toRead;
  }

  /** Whether a bucket has these bits. */
  private static boolean has(long[] kept, int start, int size, long firstWord, int bits) {
    if (size > MOST_IN_BUCKET) {
      return true;
    }
    if (size == 0) {
      return false;
    }
    long wanted = bits * LANES_LOW_BIT;
    int first = start / LANES;
    int last = (start + size - 1) / LANES;
    int before = (start - first * LANES) * KEPT_BITS;
    long word = zeroLanes(firstWord ^ wanted) & (-1L << before);
    long found = 0;
    for (int next = first + 1; next <= last; next++) {
      found |= word;
      word = zeroLanes(kept[next] ^ wanted);
    }
    int end = (start + size - last * LANES) * KEPT_BITS;
    return (found | (word & ((1L << end) - 1))) != 0;
  }

  /** The high bit of each lane that is zero. */
  private static long zeroLanes(long lanes) {
    return ~(((lanes & LANES_OTHER_BITS) + LANES_OTHER_BITS) | lanes) & LANES_HIGH_BIT;
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = 0;
    for (int half = 0; half < 2; half++) {
      bytes += 2 * LongPages.ARRAY_BYTES + (long) Integer.BYTES * ends[half].length;
      bytes += (long) Long.BYTES * kept[half].length;
    }
    return bytes;
  }

  /**
   * The stored form: log2 of the number of buckets (u8), then for each half the ends of its buckets
   * (i32) and the kept bits in words (u64), big-endian.
   */
  byte[] encode() {
    int size = 1;
    for (int half = 0; half < 2; half++) {
      size += Integer.BYTES * ends[half].length + Long.BYTES * kept[half].length;
    }
    ByteBuffer fields = ByteBuffer.allocate(size).put((byte) bucketBits);
    for (int half = 0; half < 2; half++) {
      fields.asIntBuffer().put(ends[half]);
      fields.position(fields.position() + Integer.BYTES * ends[half].length);
      fields.asLongBuffer().put(kept[half]);
      fields.position(fields.position() + Long.BYTES * kept[half].length);
    }
    return fields.array();
  }

  /** A filter of its stored form. */
  static SimHashFilter decode(byte[] stored, List<Table> tables) {
    ByteBuffer fields = ByteBuffer.wrap(stored);
    int bucketBits = fields.get();
    int[][] ends = new int[2][1 << bucketBits];
    long[][] kept = new long[2][];
    for (int half = 0; half < 2; half++) {
      fields.asIntBuffer().get(ends[half]);
      fields.position(fields.position() + Integer.BYTES * ends[half].length);
      int last = ends[half][ends[half].length - 1];
      kept[half] = new long[last / LANES + 1];
      fields.asLongBuffer().get(kept[half]);
      fields.position(fields.position() + Long.BYTES * kept[half].length);
    }
    return new SimHashFilter(bucketBits, ends, kept, toRead(tables, bucketBits));
  }
}
