package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A filter over all SimHashes of a run. It takes 3 to 5 bytes per SimHash, and tells which SimHash
 * tables of the run a lookup must read: for most pages, none.
 *
 * <p>Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007: tables with keys
 * of 32 bits, probed with the page's key and with every key that differs in one bit. A match is
 * never missed; {@link #reads} is the expected number of reads for a page without a match. Built by
 * one thread, then immutable.
 *
 * @param count the number of SimHashes; stored, but not used for lookups
 * @param bucketBits log2 of the number of buckets
 * @param starts by half: index of the word with each group's ends
 * @param words by half: the words of the groups, and two unused ones
 */
record SimHashFilter(int count, int bucketBits, int keptBits, int[][] starts, long[][] words) {

  // Two SimHashes that differ in at most 3 bits differ in at most 1 bit in one of their 32-bit
  // halves. So a match shares one half with the page, except for at most one bit. The run's tables
  // have keys of 16 bits, a quarter of the SimHash. If a half differs in one bit, its other quarter
  // is equal, and the table of that quarter has the match.
  //
  // The halves of all leaders are stored in buckets of 4 to 8, chosen by their high bits. Of the
  // bits after those, the first few are kept. One bucket is searched for the page's own half, and
  // for halves that differ from it in one kept bit. Halves that differ in one high bit are in other
  // buckets, one for each high bit. The kept bits of a half are a lane of a word; a word has four
  // to seven lanes, which are compared at once.
  //
  // Eight buckets form a group, in one or two cache lines: a word with a byte for each bucket's
  // end, then the words of their kept bits.

  /** The possible numbers of kept bits; more kept bits take more room and save more reads. */
  static final List<Integer> KEPT_BITS = List.of(8, 10, 12, 15);

  private static final int WITHIN = 3;
  private static final int HALF_BITS = 32;
  private static final int QUARTERS = 4;
  private static final int QUARTER_BITS = 16;
  private static final long FIRST_QUARTER = -1L << (Long.SIZE - QUARTER_BITS);
  private static final int LANES_BITS = 60; // used bits of a word, at most
  private static final int LEAST_IN_BUCKET = 4;
  private static final int LEAST_BUCKET_BITS = 8; // with 8 kept bits, 16
  private static final int GROUP_BITS = 3; // low bits of a bucket's number
  private static final int GROUP = 1 << GROUP_BITS;
  private static final int BYTE = 0xff;
  private static final int INVERSE_BITS = 12; // enough to divide a byte

  /** Replaces the ends of a group that is too large to be searched; the tables are then read. */
  private static final long MANY = -1;

  private static final int MOST_IN_GROUP = 0xfe;
  private static final int NONE = HALF_BITS;

  /** Number of the first SimHash table. */
  static final int FIRST_TABLE = 1;

  /** The SimHash tables: bit t for table t. */
  static final long SERVED = 0b11110;

  /**
   * Whether a filter can be built for these tables: after the first, it needs the four tables of
   * the quarters.
   */
  static boolean serves(List<Table> tables) {
    return tables.size() > QUARTERS
        && IntStream.range(0, QUARTERS)
            .allMatch(
                quarter ->
                    tables.get(FIRST_TABLE + quarter) instanceof SimHashTable table
                        && table.within() <= WITHIN
                        && table.mask() == FIRST_QUARTER >>> (QUARTER_BITS * quarter));
  }

  /** Estimated heap bytes of a filter of this many SimHashes. */
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
   * The table, as a bit, that has all matches whose half differs from the page's in one bit: the
   * table of the half's other quarter.
   *
   * @param bit number of the differing bit, from 0 for the half's highest; or {@link #NONE} if all
   *     compared bits are equal. Bits that are not compared are in the second quarter
   */
  private static long table(int half, int bit) {
    return 2L << (2 * half + (bit < QUARTER_BITS ? 1 : 0));
  }

  /**
   * Receives the SimHashes of a run twice, in any order: first to count them, then to store them.
   */
  static final class Builder {

    private final int bucketBits;
    private final int keptBits;
    private final byte[][] sizes; // by half and bucket; while storing, how many are still to come
    private final int[][] starts = new int[2][];
    private final long[][] words = new long[2][];
    private int counted;

    /**
     * @param count the approximate number of SimHashes
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

    /** Ends the counting. Must be called after all SimHashes were counted and before any is put. */
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

    /** The filter. */
    SimHashFilter build() {
      return new SimHashFilter(counted, bucketBits, keptBits, starts, words);
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

  /** Allocates words for groups with these ends, and sets where each group begins. */
  private static long[] layOut(long[] ends, int keptBits, int[] starts) {
    int end = 0;
    for (int group = 0; group < ends.length; group++) {
      starts[group] = end;
      end = Math.addExact(end, words(ends[group], lanes(keptBits)));
    }
    long[] words = new long[Math.addExact(end, 2)]; // find() may read two more
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

  /** The tables that must be read to find all matches of a SimHash: bit t for table t. */
  long toRead(long simhash) {
    return toRead(half(simhash, 0), 0) | toRead(half(simhash, 1), 1);
  }

  private long toRead(int key, int half) {
    // Separate loops with few branches let the cache misses of all buckets overlap.
    int own = bucket(key, bucketBits);
    int[] groups = new int[bucketBits];
    for (int bit = 0; bit < bucketBits; bit++) {
      groups[bit] = starts[half][(own ^ 1 << (bucketBits - 1 - bit)) / GROUP];
    }
    long[] ends = new long[bucketBits];
    for (int bit = 0; bit < bucketBits; bit++) {
      ends[bit] = words[half][groups[bit]];
    }
    long toRead = toReadOfOwn(half, starts[half][own / GROUP], own, key);
    Lanes wanted = new Lanes(kept(key, bucketBits, keptBits), keptBits);
    for (int bit = 0; bit < bucketBits; bit++) {
      int bucket = own ^ 1 << (bucketBits - 1 - bit);
      long found = wanted.find(words[half], groups[bit], ends[bit], bucket);
      toRead |= table(half, bit) & (-found >> (Long.SIZE - 1));
    }
    return toRead;
  }

  /** The tables to read because of the bucket of the page's own half. */
  private long toReadOfOwn(int half, int group, int bucket, int key) {
    long ends = words[half][group];
    if (ends == MANY) {
      return table(half, 0) | table(half, NONE);
    }
    long toRead = 0;
    int bits = kept(key, bucketBits, keptBits);
    int lowestKept = Math.min(HALF_BITS, bucketBits + keptBits) - 1;
    int end = end(ends, bucket);
    for (int i = start(ends, bucket); i < end; i++) {
      int differing = lane(words[half], group, i, keptBits) ^ bits;
      if ((differing & (differing - 1)) == 0) {
        int bit = differing == 0 ? NONE : lowestKept - Integer.numberOfTrailingZeros(differing);
        toRead |= table(half, bit);
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

    /** A mask of the lanes before a lane. */
    private long before(int lane) {
      return (1L << (Math.min(lanes, lane) * keptBits)) - 1;
    }

    /** The high bit of each lane that equals the wanted bits. */
    private long zeros(long word) {
      long differ = word ^ wanted;
      return ~(((differ & otherBits) + otherBits) | differ) & highBits;
    }
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
   * of kept bits (u8), then for each half the number of its words (i32) and the words (u64);
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
  static SimHashFilter decode(byte[] stored) {
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
    return new SimHashFilter(count, bucketBits, keptBits, starts, words);
  }
}
