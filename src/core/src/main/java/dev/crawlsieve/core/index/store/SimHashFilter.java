package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A filter over all SimHashes of a run, in 3 to 5 bytes each, that tells which SimHash tables of
 * the run a lookup must read: for most pages, none.
 *
 * <p>Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007: tables with keys
 * of 32 bits, probed with the page's key and with every key that differs in one bit. A match is
 * never missed; {@link #reads} is the expected number of reads for a page without a match. Built by
 * one thread, then immutable.
 */
final class SimHashFilter {

  // Two SimHashes that differ in at most 3 bits differ in at most 1 bit in one of their 32-bit
  // halves. So a match shares one half with the page, up to one differing bit. The run's tables
  // have keys of 16 bits, a quarter of the SimHash: if a half differs in one bit, the table whose
  // 16 bits are the other ones of that half has the match.
  //
  // The halves of all leaders are stored in buckets of 4 to 8, chosen by their high bits; of the
  // bits after those, the first few are kept. One bucket is searched for the page's own half, and
  // for halves that differ in one kept bit. Halves that differ in one high bit are in other
  // buckets, one for each high bit. Kept bits are packed side by side in words ("lanes" here), so
  // that four to seven are compared at once.
  //
  // Eight buckets form a group, in one or two cache lines: a word with a byte for each bucket's
  // end, then the words of their kept bits.

  /** The possible numbers of kept bits: more take more room and save more reads. */
  static final List<Integer> KEPT_BITS = List.of(8, 10, 12, 15);

  private static final int WITHIN = 3;
  private static final int HALF_BITS = 32;
  private static final int LANES_BITS = 60; // used bits of a word, at most
  private static final int LEAST_IN_BUCKET = 4;
  private static final int LEAST_BUCKET_BITS = 8; // with 8 kept bits, 16
  private static final int GROUP_BITS = 3; // low bits of a bucket's number
  private static final int GROUP = 1 << GROUP_BITS;
  private static final int BYTE = 0xff;
  private static final int INVERSE_BITS = 12; // enough to divide a byte

  /** In place of the ends of a group that is too large to be searched: its tables are read. */
  private static final long MANY = -1;

  private static final int MOST_IN_GROUP = 0xfe;
  private static final int NONE = HALF_BITS;

  private final int count; // of SimHashes
  private final int bucketBits;
  private final int keptBits;
  private final int[][] starts; // by half: index of each group's word of ends
  private final long[][] words; // by half: the groups, and two unused words
  private final List<Table> tables;
  private final long served; // all tables of SimHashes, as bits
  private final long[][] toRead; // tables as bits, by half and differing bit, highest bit first

  private SimHashFilter(
      int count, int bucketBits, int keptBits, int[][] starts, long[][] words, List<Table> tables) {
    this.count = count;
    this.bucketBits = bucketBits;
    this.keptBits = keptBits;
    this.starts = starts;
    this.words = words;
    this.tables = tables;
    toRead = toRead(tables, bucketBits + keptBits);
    served = served(tables);
  }

  /** Whether a filter can be built for tables of this layout. */
  static boolean serves(List<Table> tables) {
    return toRead(tables, LEAST_BUCKET_BITS + KEPT_BITS.get(0)) != null;
  }

  private static long served(List<Table> tables) {
    long served = 0;
    for (int t = 0; t < Math.min(Long.SIZE, tables.size()); t++) {
      served |= tables.get(t) instanceof SimHashTable ? 1L << t : 0;
    }
    return served;
  }

  /** Heap bytes of a filter of this many SimHashes, about. */
  static long bytes(long count, int keptBits) {
    double groups = 1L << (bucketBits(count) - GROUP_BITS);
    double words = 1.5 * groups + (double) count / lanes(keptBits); // last words are half full
    double bytes = 2 * LongPages.ARRAY_BYTES + Integer.BYTES * groups + Long.BYTES * words;
    return (long) (2 * bytes);
  }

  /** Expected false-positive reads per page of a filter of this many SimHashes. */
  static double reads(long count, int keptBits) {
    int bucketBits = bucketBits(count);
    int kept = Math.min(keptBits, HALF_BITS - bucketBits);
    double inBucket = (double) count / (1L << bucketBits);
    return 2 * inBucket * (bucketBits + 1 + kept) / (1L << kept);
  }

  private static int bucketBits(long count) {
    int bits = 63 - Long.numberOfLeadingZeros(Math.max(1, count / LEAST_IN_BUCKET));
    return Math.max(LEAST_BUCKET_BITS, bits);
  }

  private static int lanes(int keptBits) {
    return LANES_BITS / keptBits;
  }

  /** A word with the lowest bit of each lane set. */
  private static long lowBits(int keptBits) {
    return ((1L << (lanes(keptBits) * keptBits)) - 1) / ((1L << keptBits) - 1);
  }

  /**
   * By half and bit: the table, as a bit, that has all matches whose half differs from the page's
   * in this bit; null if for some bit there is no such table.
   *
   * @param equalBits the number of a half's bits that are compared
   */
  private static long[][] toRead(List<Table> tables, int equalBits) {
    long[][] toRead = new long[2][HALF_BITS + 1];
    for (int half = 0; half < 2; half++) {
      for (int bit = 0; bit <= HALF_BITS; bit++) {
        // If all compared bits are equal, any of those that are not compared may differ.
        int equal = Math.min(HALF_BITS, equalBits);
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

  /** Is given the SimHashes of a run twice, in any order: first to count, then to store them. */
  static final class Builder {

    private final int bucketBits;
    private final int keptBits;
    private final byte[][] sizes; // by half and bucket; while storing, how many are to come
    private final int[][] starts = new int[2][];
    private final long[][] words = new long[2][];
    private int counted;

    /**
     * @param count the number of SimHashes, about
     * @param keptBits one of {@link #KEPT_BITS}
     */
    Builder(long count, int keptBits) {
      this.keptBits = keptBits;
      bucketBits = bucketBits(count);
      sizes = new byte[2][1 << bucketBits];
    }

    /** Counts a SimHash. */
    void count(long simhash) {
      counted++;
      for (int half = 0; half < 2; half++) {
        int bucket = bucket(half(simhash, half), bucketBits);
        if ((sizes[half][bucket] & BYTE) < BYTE) {
          sizes[half][bucket]++;
        }
      }
    }

    /** Must be called after all have been counted and before any is put. */
    void counted() {
      for (int half = 0; half < 2; half++) {
        long[] ends = new long[1 << (bucketBits - GROUP_BITS)];
        for (int group = 0; group < ends.length; group++) {
          ends[group] = ends(half, group);
        }
        starts[half] = new int[ends.length];
        words[half] = layOut(ends, keptBits, starts[half]);
      }
    }

    private long ends(int half, int group) {
      int end = 0;
      long ends = 0;
      for (int i = 0; i < GROUP; i++) {
        end += sizes[half][GROUP * group + i] & BYTE;
        ends |= (long) end << (Byte.SIZE * i);
        if (end > MOST_IN_GROUP) {
          return MANY;
        }
      }
      return ends;
    }

    /** Stores a SimHash that was counted. */
    void put(long simhash) {
      for (int half = 0; half < 2; half++) {
        int key = half(simhash, half);
        int bucket = bucket(key, bucketBits);
        int group = starts[half][bucket / GROUP];
        long ends = words[half][group];
        if (ends != MANY) {
          int at = end(ends, bucket) - (sizes[half][bucket]-- & BYTE);
          setLane(words[half], group, at, keptBits, kept(key, bucketBits, keptBits));
        }
      }
    }

    /**
     * The filter.
     *
     * @param tables those of the run, of a layout that it {@link #serves}
     */
    SimHashFilter build(List<Table> tables) {
      return new SimHashFilter(counted, bucketBits, keptBits, starts, words, tables);
    }
  }

  private static int half(long simhash, int half) {
    return (int) (half == 0 ? simhash >>> HALF_BITS : simhash);
  }

  private static int bucket(int key, int bucketBits) {
    return (int) ((key & 0xffffffffL) >>> (HALF_BITS - bucketBits));
  }

  private static int kept(int key, int bucketBits, int keptBits) {
    int behind = HALF_BITS - bucketBits;
    int bits = Math.min(behind, keptBits);
    return (key >>> (behind - bits)) & ((1 << bits) - 1);
  }

  /** Allocates words for groups with these ends, and fills in where each begins. */
  private static long[] layOut(long[] ends, int keptBits, int[] starts) {
    int end = 0;
    for (int group = 0; group < ends.length; group++) {
      starts[group] = end;
      end = Math.addExact(end, words(ends[group], lanes(keptBits)));
    }
    long[] words = new long[Math.addExact(end, 2)]; // since find() may read two more
    for (int group = 0; group < ends.length; group++) {
      words[starts[group]] = ends[group];
    }
    return words;
  }

  private static int lane(long[] words, int group, int at, int keptBits) {
    int lanes = lanes(keptBits);
    long word = words[group + 1 + at / lanes];
    return (int) (word >>> (at % lanes * keptBits)) & ((1 << keptBits) - 1);
  }

  /** Sets a lane that is 0. */
  private static void setLane(long[] words, int group, int at, int keptBits, int bits) {
    int lanes = lanes(keptBits);
    words[group + 1 + at / lanes] |= (long) bits << (at % lanes * keptBits);
  }

  /** The number of words of a group. */
  private static int words(long ends, int lanes) {
    return ends == MANY ? 1 : 1 + (end(ends, GROUP - 1) + lanes - 1) / lanes;
  }

  /** The number of entries of the group before a bucket. */
  private static int start(long ends, int bucket) {
    return (int) (ends << Byte.SIZE >>> (Byte.SIZE * (bucket % GROUP))) & BYTE;
  }

  /** The number of entries of the group up to the end of a bucket. */
  private static int end(long ends, int bucket) {
    return (int) (ends >>> (Byte.SIZE * (bucket % GROUP))) & BYTE;
  }

  /** The tables of SimHashes: bit t for table t. */
  long served() {
    return served;
  }

  /** The tables that must be read to find all matches of a SimHash: bit t for table t. */
  long toRead(long simhash) {
    return toRead(half(simhash, 0), 0) | toRead(half(simhash, 1), 1);
  }

  private long toRead(int key, int half) {
    // Separate loops and few branches, so that the cache misses of all buckets overlap.
    int own = bucket(key, bucketBits);
    int[] groups = new int[bucketBits];
    for (int bit = 0; bit < bucketBits; bit++) {
      groups[bit] = starts[half][(own ^ 1 << (bucketBits - 1 - bit)) / GROUP];
    }
    long[] ends = new long[bucketBits];
    for (int bit = 0; bit < bucketBits; bit++) {
      ends[bit] = words[half][groups[bit]];
    }
    long toRead = toReadOfOwn(words[half], starts[half][own / GROUP], own, key, this.toRead[half]);
    Lanes wanted = new Lanes(kept(key, bucketBits, keptBits), keptBits);
    for (int bit = 0; bit < bucketBits; bit++) {
      int bucket = own ^ 1 << (bucketBits - 1 - bit);
      long found = wanted.find(words[half], groups[bit], ends[bit], bucket);
      toRead |= this.toRead[half][bit] & (-found >> (Long.SIZE - 1));
    }
    return toRead;
  }

  /** The tables to read because of the bucket of the page's own half. */
  private long toReadOfOwn(long[] words, int group, int bucket, int key, long[] tables) {
    long ends = words[group];
    long toRead = 0;
    if (ends == MANY) {
      for (long table : tables) {
        toRead |= table;
      }
      return toRead;
    }
    int bits = kept(key, bucketBits, keptBits);
    int lowestKept = Math.min(HALF_BITS, bucketBits + keptBits) - 1;
    int end = end(ends, bucket);
    for (int i = start(ends, bucket); i < end; i++) {
      int differing = lane(words, group, i, keptBits) ^ bits;
      if ((differing & (differing - 1)) == 0) {
        int bit = differing == 0 ? NONE : lowestKept - Integer.numberOfTrailingZeros(differing);
        toRead |= tables[bit];
      }
    }
    return toRead;
  }

  /** Compares all lanes of a word with the same bits at once. */
  private static final class Lanes {

    private final int keptBits;
    private final int lanes;
    private final int inverse;
    private final long wanted;
    private final long highBits;
    private final long otherBits;

    Lanes(int bits, int keptBits) {
      this.keptBits = keptBits;
      long lowBits = lowBits(keptBits);
      lanes = lanes(keptBits);
      inverse = (1 << INVERSE_BITS) / lanes + 1;
      wanted = bits * lowBits;
      highBits = lowBits << (keptBits - 1);
      otherBits = highBits - lowBits;
    }

    /** Positive if a bucket has the bits, otherwise 0. */
    long find(long[] words, int group, long ends, int bucket) {
      if (ends == MANY) {
        return 1;
      }
      int start = start(ends, bucket);
      int first = (start * inverse) >>> INVERSE_BITS; // start / lanes
      int skipped = first * lanes;
      int end = end(ends, bucket) - skipped;
      int at = group + 1 + first;
      long found = zeros(words[at]) & -1L << ((start - skipped) * keptBits) & before(end);
      found |= zeros(words[at + 1]) & before(Math.max(0, end - lanes));
      for (int more = end - 2 * lanes; more > 0; more -= lanes) {
        at++;
        found |= zeros(words[at + 1]) & before(more);
      }
      return found;
    }

    /** A mask of the lanes before one. */
    private long before(int lane) {
      return (1L << (Math.min(lanes, lane) * keptBits)) - 1;
    }

    /** The high bit of each lane that equals the wanted bits. */
    private long zeros(long word) {
      long differ = word ^ wanted;
      return ~(((differ & otherBits) + otherBits) | differ) & highBits;
    }
  }

  /** Additional reads per page for each byte that {@link #narrower} saves. */
  double readsPerByte() {
    int fewer = narrowerBits();
    double reads = reads(count, fewer) - reads(count, keptBits);
    double words = (double) count / lanes(keptBits) - (double) count / lanes(fewer);
    return reads / (2 * Long.BYTES * words);
  }

  /** Whether there is a {@link #narrower} one. */
  boolean hasNarrower() {
    return KEPT_BITS.indexOf(keptBits) > 0;
  }

  private int narrowerBits() {
    return KEPT_BITS.get(KEPT_BITS.indexOf(keptBits) - 1);
  }

  /** A filter of the same SimHashes that keeps fewer bits; see {@link #hasNarrower}. */
  SimHashFilter narrower() {
    int fewer = narrowerBits();
    int behind = HALF_BITS - bucketBits;
    int dropped = Math.min(behind, keptBits) - Math.min(behind, fewer);
    int[][] narrowStarts = new int[2][];
    long[][] narrow = new long[2][];
    for (int half = 0; half < 2; half++) {
      long[] from = words[half];
      long[] ends = Arrays.stream(starts[half]).mapToLong(start -> from[start]).toArray();
      narrowStarts[half] = new int[ends.length];
      narrow[half] = layOut(ends, fewer, narrowStarts[half]);
      for (int group = 0; group < ends.length; group++) {
        int size = ends[group] == MANY ? 0 : end(ends[group], GROUP - 1);
        for (int i = 0; i < size; i++) {
          int bits = lane(from, starts[half][group], i, keptBits) >>> dropped;
          setLane(narrow[half], narrowStarts[half][group], i, fewer, bits);
        }
      }
    }
    return new SimHashFilter(count, bucketBits, fewer, narrowStarts, narrow, tables);
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = 0;
    for (int half = 0; half < 2; half++) {
      bytes += 2 * LongPages.ARRAY_BYTES + (long) Integer.BYTES * starts[half].length;
      bytes += (long) Long.BYTES * words[half].length;
    }
    return bytes;
  }

  /**
   * The stored form: the number of SimHashes (i32), log2 of the number of buckets (u8), the number
   * of kept bits (u8), then for each half the number of its words (i32) and these (u64);
   * big-endian.
   */
  byte[] encode() {
    int size = Integer.BYTES + 2;
    for (int half = 0; half < 2; half++) {
      size += Integer.BYTES + Long.BYTES * words[half].length;
    }
    ByteBuffer fields = ByteBuffer.allocate(size).putInt(count);
    fields.put((byte) bucketBits).put((byte) keptBits);
    for (int half = 0; half < 2; half++) {
      fields.putInt(words[half].length);
      fields.asLongBuffer().put(words[half]);
      fields.position(fields.position() + Long.BYTES * words[half].length);
    }
    return fields.array();
  }

  /** Reads a stored filter. */
  static SimHashFilter decode(byte[] stored, List<Table> tables) {
    ByteBuffer fields = ByteBuffer.wrap(stored);
    int count = fields.getInt();
    int bucketBits = fields.get();
    int keptBits = fields.get();
    int[][] starts = new int[2][1 << (bucketBits - GROUP_BITS)];
    long[][] words = new long[2][];
    for (int half = 0; half < 2; half++) {
      words[half] = new long[fields.getInt()];
      fields.asLongBuffer().get(words[half]);
      fields.position(fields.position() + Long.BYTES * words[half].length);
      int at = 0;
      for (int group = 0; group < starts[half].length; group++) {
        starts[half][group] = at;
        at += words(words[half][at], lanes(keptBits));
      }
    }
    return new SimHashFilter(count, bucketBits, keptBits, starts, words, tables);
  }
}
