package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.name.PageName;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The buckets of more than one entry, each in one piece: folded payloads and local numbers. */
final class BucketPool {

  // A cell is 24 bits of a folded payload, 24 bits of a local number, and, where one of those has
  // more, 8 bits for each in a third array. So a reader of payloads sees 21 a cache line. A bucket
  // is a cell with the number of its entries in the place of a payload, and in that of a local
  // number how many of its cells are free; then its entries, then its free cells.
  //
  // A bucket that is full moves to the end. At the end of the cells all buckets are laid out anew,
  // by whoever has the places where they are, each with some cells to spare.
  //
  // A payload is folded to 24 bits by exclusive or. popcount(fold(x)) <= popcount(x), so comparing
  // folded payloads never drops a candidate; of SimHashes within 3 bits it lets one in 7,000 others
  // through. Of sketches, many bits of which may differ, it would let all through, and content has
  // none: where names are compared, entries of those tables have tags of the names instead, which
  // tell most pages of one template, or of one short text, apart.

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HEADER = 1;
  private static final int LOW_BYTES = 3;
  private static final int LOW_BITS = Byte.SIZE * LOW_BYTES;
  private static final int LOW = (1 << LOW_BITS) - 1;
  private static final int LINE_CELLS = 21;

  /** Beyond it the processor sees by itself what comes next. */
  private static final int MOST_TOUCHED_CELLS = 64 * LINE_CELLS;

  /** Of fewer entries, which most buckets of a table with long keys have, no cell is spare. */
  private static final int LEAST_WITH_SPARE = 4;

  private static final int SPARE_PART = 8;
  private static final int SLACK_PART = 8;

  /** A bucket with so many entries is long; there may be twice as many. */
  private static final int LONG_BUCKET = LOW / 2;

  private static final int OBJECT_BYTES = 32 + 3 * LongPages.ARRAY_BYTES;
  private static final byte[] NONE = {};

  private byte[] payloads = NONE;
  private byte[] low = NONE;
  private byte[] high = NONE;
  private int cells; // the length of the others, without reading them
  private int end;
  private boolean hasLong;

  /** An empty pool. */
  BucketPool() {}

  /** A pool with room for the buckets of another one, and for one of some entries more. */
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
    int bytes = Math.multiplyExact(LOW_BYTES, count) + 1; // as ints are read
    payloads = new byte[bytes];
    low = new byte[bytes];
    high = hasHigh ? new byte[count] : NONE;
  }

  static int fold(long payload) {
    return (int) (payload ^ payload >>> LOW_BITS ^ payload >>> (2 * LOW_BITS)) & LOW;
  }

  /** Free cells beside so many entries. */
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

  /** Whether there is room at the end for a bucket that is made, or grows, to so many entries. */
  boolean hasRoom(int entries) {
    return end + room(entries) <= cells;
  }

  /** Makes an empty bucket with room for some entries; there must be room. */
  int create(int entries) {
    int bucket = end;
    setThree(payloads, bucket, 0);
    setThree(low, bucket, entries + spare(entries));
    end += (int) room(entries);
    hasLong |= entries >= LONG_BUCKET;
    return bucket;
  }

  /** Copies a bucket of another pool; there must be room. */
  int copy(BucketPool from, int bucket) {
    return copy(from, bucket, from.count(bucket));
  }

  /** Copies a bucket to one that has room for some entries. */
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

  /** Adds an entry to a bucket that is not full; returns whether a plane was allocated. */
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

  /** Whether a bucket has half as many entries as one can have. */
  boolean hasLongBucket() {
    return hasLong;
  }

  /** Local number of an entry of a bucket, from 0. */
  int local(int bucket, int entry) {
    return number(bucket + HEADER + entry);
  }

  /** Has the entries verified whose folded payloads agree; returns how many entries count. */
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
      if (byName ? !PageName.tellApart(own, other) : Integer.bitCount(other ^ own) <= within) {
        probe.verify(number(i));
      }
    }
    return last - first;
  }

  /** Reads the first two cache lines of a bucket; the value means nothing. */
  int touch(int bucket) {
    return payloads[LOW_BYTES * bucket]
        + payloads[LOW_BYTES * Math.min(bucket + LINE_CELLS, cells - 1)];
  }

  /** Reads more cache lines of a bucket; the value means nothing. */
  int touchRest(int bucket) {
    int touched = 0;
    int last = bucket + Math.min(HEADER + count(bucket), MOST_TOUCHED_CELLS);
    for (int at = bucket + 2 * LINE_CELLS; at < last; at += LINE_CELLS) {
      touched += payloads[LOW_BYTES * at];
    }
    return touched;
  }

  /** Reads where another entry of a bucket, or of a new one, -1, goes; the value means nothing. */
  int touchFree(int bucket) {
    int to = bucket < 0 || isFull(bucket) ? end : bucket + HEADER + count(bucket);
    int at = LOW_BYTES * Math.min(to, cells);
    return at >= low.length ? 0 : payloads[at] + low[at];
  }

  /** Number of cells: every place of a bucket is below. */
  int cells() {
    return cells;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + 2L * LOW_BYTES * cells + high.length;
  }
}
