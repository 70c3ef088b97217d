package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.name.NameSummary;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Buckets of more than one entry, each contiguous. An entry is a folded payload and a local number.
 */
final class BucketPool {

  // A cell holds a payload folded to 24 bits and the low 24 bits of a local number, in two arrays;
  // if any local number needs more, a third array holds 8 more bits of each. So a cache line holds
  // 21 payloads. A bucket is a header cell (number of entries in place of the payload, number of
  // free cells in place of the local number), then its entries, then its free cells.
  //
  // A full bucket moves to the end of the pool. When the pool is full, the caller, which knows
  // where all buckets are, copies them to a new pool, each with some spare cells.
  //
  // Folding is exclusive or of the payload's thirds. popcount(fold(x)) <= popcount(x), so comparing
  // folded payloads never loses a candidate. Of SimHashes at a distance of 3 bits, one in 7,000
  // unrelated ones passes. Folded sketches would let all entries pass, since a match may differ in
  // many bits, and entries of the content table have no payload. Where names are compared, entries
  // of these tables hold tags of the names instead. Tags tell apart most pages of one template, and
  // most pages of one short text.

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HEADER = 1;
  private static final int LOW_BYTES = 3;
  private static final int LOW_BITS = Byte.SIZE * LOW_BYTES;
  private static final int LOW = (1 << LOW_BITS) - 1;
  private static final int LINE_CELLS = 21;

  /** Beyond this, the processor prefetches by itself. */
  private static final int MOST_TOUCHED_CELLS = 64 * LINE_CELLS;

  /**
   * Buckets of fewer entries get no spare cells; in a table with long keys, these are most buckets.
   */
  private static final int LEAST_WITH_SPARE = 4;

  private static final int SPARE_PART = 8;
  private static final int SLACK_PART = 8;

  /** A bucket with this many entries, half the possible number, is long. */
  private static final int LONG_BUCKET = LOW / 2;

  private static final int OBJECT_BYTES = 32 + 3 * LongPages.ARRAY_BYTES;
  private static final byte[] NONE = {};

  private byte[] payloads = NONE;
  private byte[] low = NONE;
  private byte[] high = NONE;
  private int cells; // in each array; avoids loading their headers
  private int end;
  private boolean hasLong;

  /** An empty pool. */
  BucketPool() {}

  /**
   * A pool with room for the buckets of another pool and for one more bucket of this many entries.
   */
  static BucketPool roomFor(BucketPool other, int entries) {
    long cells = room(entries);
    for (int bucket = 0; bucket < other.end; bucket += HEADER + other.capacity(bucket)) {
      int count = other.count(bucket);
      cells += count == 0 ? 0 : room(count);
    }
    BucketPool pool = new BucketPool();
    pool.hasLong = other.hasLong;
    pool.allocate(Math.toIntExact(cells + cells / SLACK_PART), other.high != NONE);
    return pool;
  }

  private void allocate(int count, boolean hasHigh) {
    cells = count;
    int bytes = Math.multiplyExact(LOW_BYTES, count) + 1; // ints are read at the end
    payloads = new byte[bytes];
    low = new byte[bytes];
    high = hasHigh ? new byte[count] : NONE;
  }

  static int fold(long payload) {
    return (int) (payload ^ payload >>> LOW_BITS ^ payload >>> (2 * LOW_BITS)) & LOW;
  }

  /** The number of spare cells of a bucket of this many entries. */
  private static int spare(int entries) {
    return entries < LEAST_WITH_SPARE ? 0 : 1 + entries / SPARE_PART;
  }

  private static long room(int entries) {
    return (long) HEADER + entries + spare(entries);
  }

  private static int three(byte[] plane, int at) {
    return (int) INTS.get(plane, LOW_BYTES * at) & LOW;
  }

  private static void setThree(byte[] plane, int at, int bits) {
    int i = LOW_BYTES * at;
    INTS.set(plane, i, (bits & LOW) | (plane[i + LOW_BYTES] << LOW_BITS));
  }

  private int number(int at) {
    int number = three(low, at);
    return high == NONE ? number : number | (high[at] << LOW_BITS);
  }

  private void setNumber(int at, int number) {
    setThree(low, at, number);
    if (number >>> LOW_BITS != 0 && high == NONE) {
      high = new byte[cells];
    }
    if (high != NONE) {
      high[at] = (byte) (number >>> LOW_BITS);
    }
  }

  /** Whether there is room at the end for a bucket of this many entries. */
  boolean hasRoom(int entries) {
    return end + room(entries) <= cells;
  }

  /** Creates an empty bucket with room for some entries; see {@link #hasRoom}. */
  int create(int entries) {
    int bucket = end;
    setThree(payloads, bucket, 0);
    setThree(low, bucket, entries + spare(entries));
    end += (int) room(entries);
    hasLong |= entries >= LONG_BUCKET;
    return bucket;
  }

  /** Copies a bucket from another pool; there must be room. */
  int copy(BucketPool from, int bucket) {
    return copy(from, bucket, from.count(bucket));
  }

  /** Copies a bucket to a new one with room for some entries. */
  private int copy(BucketPool from, int bucket, int entries) {
    int count = from.count(bucket);
    int copy = create(entries);
    setThree(payloads, copy, count);
    setThree(low, copy, three(low, copy) - count);
    copy(from.payloads, bucket, payloads, copy, count);
    copy(from.low, bucket, low, copy, count);
    if (from.high != NONE) {
      if (high == NONE) {
        high = new byte[cells];
      }
      System.arraycopy(from.high, bucket + HEADER, high, copy + HEADER, count);
    }
    return copy;
  }

  private static void copy(byte[] from, int bucket, byte[] to, int copy, int count) {
    System.arraycopy(
        from, LOW_BYTES * (bucket + HEADER), to, LOW_BYTES * (copy + HEADER), LOW_BYTES * count);
  }

  /** Whether a bucket has no room for another entry. */
  boolean isFull(int bucket) {
    return three(low, bucket) == 0;
  }

  private int capacity(int bucket) {
    return three(payloads, bucket) + three(low, bucket);
  }

  /** Moves a bucket to the end, where there must be room for another entry. */
  int move(int bucket) {
    int moved = copy(this, bucket, count(bucket) + 1);
    setThree(low, bucket, capacity(bucket));
    setThree(payloads, bucket, 0);
    return moved;
  }

  /** Adds an entry to a bucket that is not full; returns whether an array was allocated. */
  boolean add(int bucket, int folded, int local) {
    byte[] before = high;
    int count = count(bucket);
    int at = bucket + HEADER + count;
    setThree(payloads, at, folded);
    setNumber(at, local);
    setThree(payloads, bucket, count + 1);
    setThree(low, bucket, three(low, bucket) - 1);
    return high != before;
  }

  /** Number of entries of a bucket. */
  int count(int bucket) {
    return three(payloads, bucket);
  }

  /** Whether a bucket has half the possible number of entries. */
  boolean hasLongBucket() {
    return hasLong;
  }

  /** Local number of an entry of a bucket, from 0. */
  int local(int bucket, int entry) {
    return number(bucket + HEADER + entry);
  }

  /**
   * Verifies the entries whose folded payloads are near; returns the number of the bucket's live
   * entries.
   */
  int scan(int bucket, Probe probe) {
    byte[] folded = payloads;
    int own = probe.folded();
    int within = probe.within();
    boolean byName = probe.byName();
    int first = bucket + HEADER;
    int last = first + count(bucket);
    while (first < last && probe.from() > 0 && number(first) < probe.from()) {
      first++; // locals ascend
    }
    for (int i = first; i < last; i++) {
      int other = three(folded, i);
      if (byName
          ? !NameSummary.tagsTellApart(own, other)
          : Integer.bitCount(other ^ own) <= within) {
        probe.verify(number(i));
      }
    }
    return last - first;
  }

  /** Loads the first two cache lines of a bucket into the cache; the result is meaningless. */
  int touch(int bucket) {
    return payloads[LOW_BYTES * bucket]
        + payloads[LOW_BYTES * Math.min(bucket + LINE_CELLS, cells - 1)];
  }

  /** Loads further cache lines of a bucket into the cache; the result is meaningless. */
  int touchRest(int bucket) {
    int touched = 0;
    int last = bucket + Math.min(HEADER + count(bucket), MOST_TOUCHED_CELLS);
    for (int at = bucket + 2 * LINE_CELLS; at < last; at += LINE_CELLS) {
      touched += payloads[LOW_BYTES * at];
    }
    return touched;
  }

  /**
   * Loads the place of a bucket's next entry, or of a new bucket (-1), into the cache; the result
   * is meaningless.
   */
  int touchFree(int bucket) {
    int to = bucket < 0 || isFull(bucket) ? end : bucket + HEADER + count(bucket);
    int at = LOW_BYTES * Math.min(to, cells);
    return at >= low.length ? 0 : payloads[at] + low[at];
  }

  void write(ChunkOutput out) throws IOException {
    out.putInt(cells);
    out.putInt(end);
    out.putInt(hasLong ? 1 : 0);
    out.putBytes(payloads);
    out.putBytes(low);
    out.putBytes(high);
  }

  static BucketPool read(ChunkInput in) throws IOException {
    BucketPool read = new BucketPool();
    read.cells = in.getInt();
    read.end = in.getInt();
    read.hasLong = in.getInt() != 0;
    read.payloads = orNone(in.getBytes());
    read.low = orNone(in.getBytes());
    read.high = orNone(in.getBytes());
    return read;
  }

  private static byte[] orNone(byte[] plane) {
    return plane.length == 0 ? NONE : plane;
  }

  /** Number of cells; an upper bound of the buckets' places. */
  int cells() {
    return cells;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + 2L * LOW_BYTES * cells + high.length;
  }
}
