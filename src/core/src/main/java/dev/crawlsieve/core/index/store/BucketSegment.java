package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.util.Arrays;

/** A part of one table in memory: a map from keys to buckets of entries. */
final class BucketSegment {

  // The slots map a key to a value. If the key has one entry, the value is local << 1, so a table
  // with long keys costs one slot per leader and nothing else. Otherwise it is bucket << 1 | 1,
  // where bucket is the place of the key's entries in the pool.

  private static final int OBJECT_BYTES = 48;

  private final long top;
  private final int keyMask;
  private final KeySlots slots;
  private BucketPool pool = new BucketPool();
  private int entries;
  private int complete; // all entries of leaders below this local number were read from a file
  private long bytes; // updated when something is allocated

  /**
   * An empty segment.
   *
   * @param top the high bits that all keys of the segment share; the low bits are 0
   * @param keyBits the number of low bits
   * @param compact whether keys are so long that most have one entry
   */
  BucketSegment(int top, int keyBits, boolean compact) {
    this.top = (long) top << 32;
    this.keyMask = -1 >>> (Integer.SIZE - keyBits);
    slots = new KeySlots(keyBits, compact);
    countBytes();
  }

  private void countBytes() {
    bytes = OBJECT_BYTES + slots.bytes() + pool.bytes();
  }

  private static boolean isBucket(int value) {
    return (value & 1) != 0;
  }

  private static int bucketValue(int bucket) {
    return (bucket << 1) | 1;
  }

  private static int number(int value) {
    return value >>> 1;
  }

  /**
   * Adds a leader to a bucket; local numbers must ascend.
   *
   * @param value the key's value, from {@link #value(int)}
   * @param ample whether memory is ample
   */
  void add(int wholeKey, int value, int local, Buckets.Payloads payloads, boolean ample) {
    int key = wholeKey & keyMask;
    boolean grown;
    if (value == KeySlots.NONE) {
      boolean more = slots.ensure(local << 1, ample);
      grown = slots.add(key, local << 1) || more;
    } else {
      grown = addToBucket(key, value, local, payloads, ample);
    }
    entries++;
    if (grown) {
      countBytes();
    }
  }

  /** Adds another entry to the bucket of a value; returns whether anything was allocated. */
  private boolean addToBucket(
      int key, int value, int local, Buckets.Payloads payloads, boolean ample) {
    int bucket = isBucket(value) ? number(value) : -1;
    boolean grown = false;
    if (bucket < 0 || pool.isFull(bucket)) {
      int wanted = bucket < 0 ? 2 : pool.count(bucket) + 1;
      if (!pool.hasRoom(wanted)) {
        layOut(wanted, ample);
        addToBucket(key, slots.value(key), local, payloads, ample);
        return true;
      }
      if (bucket < 0) {
        bucket = pool.create(2);
        grown = pool.add(bucket, folded(payloads, number(value)), number(value));
      } else {
        bucket = pool.move(bucket);
      }
      slots.set(key, bucketValue(bucket));
    }
    return pool.add(bucket, folded(payloads, local), local) || grown;
  }

  private static int folded(Buckets.Payloads payloads, int local) {
    return payloads == null ? 0 : payloads.folded(local);
  }

  /** Copies all buckets to a new pool that has room for one more bucket of this many entries. */
  private void layOut(int wanted, boolean ample) {
    BucketPool old = pool;
    pool = BucketPool.roomFor(old, wanted);
    slots.ensure(bucketValue(pool.cells()), ample);
    slots.replaceAll(value -> isBucket(value) ? bucketValue(pool.copy(old, number(value))) : value);
    countBytes();
  }

  /** The place of a key; see {@link KeySlots#place}. */
  int place(int key) {
    return slots.place(key & keyMask);
  }

  /** Loads the tags at a place into the cache; the result is meaningless. */
  int touch(int place) {
    return slots.touch(place);
  }

  /** Loads the place of a key's next entry into the cache; the result is meaningless. */
  int touchFree(int key, int value) {
    return value == KeySlots.NONE
        ? slots.touchFree(key & keyMask)
        : pool.touchFree(isBucket(value) ? number(value) : -1);
  }

  /** Which slots may hold a key, 0 if it is absent; see {@link KeySlots#match}. */
  int match(int key, int place) {
    return slots.match(key & keyMask, place);
  }

  /**
   * Loads what a match refers to into the cache; the match must not be 0, and the result is
   * meaningless.
   */
  int touch(int key, int place, int match) {
    return slots.touch(key & keyMask, place, match);
  }

  /**
   * The value of a key, from which {@link #scan} finds its entries; {@link KeySlots#NONE} if
   * absent.
   */
  int value(int key) {
    return slots.value(key & keyMask);
  }

  /** The same, given the result of {@link #match}. */
  int value(int key, int match) {
    return slots.value(key & keyMask, match);
  }

  /** Loads the beginning of a value's bucket into the cache; the result is meaningless. */
  int touchBucket(int value) {
    return isBucket(value) ? pool.touch(number(value)) : 0;
  }

  /** Loads the rest of a value's bucket into the cache; the result is meaningless. */
  int touchRest(int value) {
    return isBucket(value) ? pool.touchRest(number(value)) : 0;
  }

  /**
   * Verifies the entries of a value whose payloads are near; returns the number of its live
   * entries.
   */
  int scan(int value, Probe probe) {
    if (isBucket(value)) {
      return pool.scan(number(value), probe);
    }
    if (number(value) < probe.from()) {
      return 0;
    }
    probe.verify(number(value));
    return 1;
  }

  /** Every entry as {@code key << 32 | local}, by key (unsigned), then by local. */
  long[] sortedEntries() {
    // The sign bit is flipped during the sort, so that signed order is the unsigned order of keys.
    long[] sorted = new long[entries];
    int[] size = new int[1];
    slots.forEach(
        (key, value) -> {
          long high = (top | ((key & 0xffffffffL) << 32)) ^ Long.MIN_VALUE;
          int at = number(value);
          for (int i = 0; i < (isBucket(value) ? pool.count(at) : 1); i++) {
            sorted[size[0]++] = high | (isBucket(value) ? pool.local(at, i) : at);
          }
        });
    Arrays.sort(sorted);
    Arrays.setAll(sorted, i -> sorted[i] ^ Long.MIN_VALUE);
    return sorted;
  }

  /**
   * Writes the segment.
   *
   * @param leaders the number of leaders whose entries are in the segment
   */
  void write(ChunkOutput out, int leaders) throws IOException {
    out.putInt(leaders);
    out.putInt(entries);
    slots.write(out);
    pool.write(out);
  }

  /** Reads into an empty segment that was created with the same parameters as the written one. */
  void read(ChunkInput in) throws IOException {
    complete = in.getInt();
    entries = in.getInt();
    slots.read(in);
    pool = BucketPool.read(in);
    countBytes();
  }

  /** Entries of leaders below this local number were all read from a file. */
  int complete() {
    return complete;
  }

  /** Number of entries. */
  int entries() {
    return entries;
  }

  /** Whether a key has half the possible number of entries. */
  boolean hasLongBucket() {
    return pool.hasLongBucket();
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * The most heap bytes that growing, or sorting entries, temporarily takes in addition to {@link
   * #bytes}.
   */
  long spikeBytes() {
    long largest = Math.max(slots.bytes(), pool.bytes());
    return (Math.max(largest, (long) Long.BYTES * entries) * 5) / 4 + 64;
  }
}
