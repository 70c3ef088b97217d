package dev.crawlsieve.core.index.store;

import java.util.Arrays;

/** A part of one table in memory: from keys to buckets of entries. */
final class BucketSegment {

  // A key's only entry is its value in the slots: so a table with long keys costs a slot a leader
  // and nothing else. Of a key with more, the slots say where in the pool they lie side by side.
  //
  // A value is local << 1, or bucket << 1 | 1.

  private static final int OBJECT_BYTES = 48;

  private final long top;
  private final int keyMask;
  private final KeySlots slots;
  private BucketPool pool = new BucketPool();
  private int entries;
  private long bytes; // of all, counted when some are allocated

  /**
   * An empty segment.
   *
   * @param top the key of which all keys here have the high bits, and no others
   * @param keyBits how many bits are left
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
   * Adds a leader to a bucket; locals ascend.
   *
   * @param value what names the key's entries
   * @param ample whether memory is ample
   */
  void add(int wholeKey, int value, int local, Payloads payloads, boolean ample) {
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

  /** Adds another entry to a key's value; returns whether anything was allocated. */
  private boolean addToBucket(int key, int value, int local, Payloads payloads, boolean ample) {
    int bucket = isBucket(value) ? number(value) : -1;
    boolean grown = false;
    if (bucket < 0 || pool.isFull(bucket)) {
      int wanted = bucket < 0 ? 2 : pool.count(bucket) + 1;
      if (!pool.hasRoom(wanted)) {
        layOut(wanted, ample);
        boolean unused = addToBucket(key, slots.value(key), local, payloads, ample);
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

  private static int folded(Payloads payloads, int local) {
    return payloads == null ? 0 : payloads.folded(local);
  }

  /** Lays all buckets out anew, with room for one more of so many entries. */
  private void layOut(int wanted, boolean ample) {
    BucketPool old = pool;
    pool = BucketPool.roomFor(old, wanted);
    boolean unused = slots.ensure(bucketValue(pool.cells()), ample);
    slots.replaceAll(value -> isBucket(value) ? bucketValue(pool.copy(old, number(value))) : value);
    countBytes();
  }

  /** Where a key may stand; see {@link KeySlots#place}. */
  int place(int key) {
    return slots.place(key & keyMask);
  }

  /** Reads what a key at a place is compared with; the value means nothing. */
  int touch(int place) {
    return slots.touch(place);
  }

  /** Reads where another entry would be put of a key that a value names; means nothing. */
  int touchFree(int key, int value) {
    return value == KeySlots.NONE
        ? slots.touchFree(key & keyMask)
        : pool.touchFree(isBucket(value) ? number(value) : -1);
  }

  /** Which slots may hold a key, 0 if none; see {@link KeySlots#match}. */
  int match(int key, int place) {
    return slots.match(key & keyMask, place);
  }

  /** Reads what a match, not 0, names; the value means nothing. */
  int touch(int key, int place, int match) {
    return slots.touch(key & keyMask, place, match);
  }

  /** What names a key's entries, {@link KeySlots#NONE} if there are none. */
  int value(int key) {
    return slots.value(key & keyMask);
  }

  /** What names a key's entries, {@link KeySlots#NONE} if there are none. */
  int value(int key, int match) {
    return slots.value(key & keyMask, match);
  }

  /** Reads where the bucket begins that a value names; the value means nothing. */
  int touchBucket(int value) {
    return isBucket(value) ? pool.touch(number(value)) : 0;
  }

  /** Reads the rest of that bucket; the value means nothing. */
  int touchRest(int value) {
    return isBucket(value) ? pool.touchRest(number(value)) : 0;
  }

  /**
   * Adds the entries of a key whose payloads agree; returns how many entries count.
   *
   * @param value what names them
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
    Sorted sorted = new Sorted();
    slots.forEach(sorted);
    Arrays.sort(sorted.entries);
    for (int i = 0; i < entries; i++) {
      sorted.entries[i] ^= Long.MIN_VALUE;
    }
    return sorted.entries;
  }

  /** Entries, such that their order as numbers is that of their keys as unsigned ones. */
  private final class Sorted implements KeySlots.Visitor {

    private final long[] entries = new long[BucketSegment.this.entries];
    private int size;

    @Override
    public void visit(int key, int value) {
      long high = (top | ((key & 0xffffffffL) << 32)) ^ Long.MIN_VALUE;
      if (!isBucket(value)) {
        entries[size++] = high | number(value);
        return;
      }
      for (int i = 0; i < pool.count(number(value)); i++) {
        entries[size++] = high | pool.local(number(value), i);
      }
    }
  }

  /** Number of entries. */
  int entries() {
    return entries;
  }

  /** Whether a key has half as many entries as one can have. */
  boolean hasLongBucket() {
    return pool.hasLongBucket();
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * Most heap bytes that growing, or sorting the entries, takes beside {@link #bytes} for a moment.
   */
  long spikeBytes() {
    long largest = Math.max(slots.bytes(), pool.bytes());
    return (Math.max(largest, (long) Long.BYTES * entries) * 5) / 4 + 64;
  }
}
