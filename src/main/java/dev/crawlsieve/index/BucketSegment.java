package dev.crawlsieve.index;

import java.util.Arrays;

/** A part of one table in memory: from keys to buckets of entries. */
final class BucketSegment {

  // Slots: open addressing over 64-bit keys with linear probing; a key's place is its bits below
  // those that chose the segment, scaled to any capacity (Lemire's multiply-shift reduction). Load
  // 0.5 to 0.7, about 20 bytes a key. A slot's bucket is ~local for a single entry, so that a table
  // with long keys costs a slot a leader and nothing else, or a place in the pool.
  //
  // Pool: each bucket in one piece, a header (capacity << 32 | entries) and its entries, so that a
  // bucket is read in order, eight entries a cache line. A bucket that is full moves to the end of
  // the pool; when the end is reached, all buckets are laid out anew, each with an eighth to spare.
  // The words that wait unused are about a fifth, and a pause is no longer than one segment's copy.
  //
  // Entry: payload folded to 32 bits (high half of the word) and local number (low half). Folding
  // is
  // hi ^ lo. popcount(fold(x)) <= popcount(x), so comparing folded payloads never drops a
  // candidate,
  // and in practice lets no other through.

  private static final int FIRST_SLOTS = 8;
  private static final int SLOT_BYTES = 12;
  private static final double MAX_LOAD = 0.7;
  private static final double GROWTH = 1.4;
  private static final int OBJECT_BYTES = 40 + 3 * LongPages.ARRAY_BYTES;

  private final int segmentBits;
  private long[] keys = new long[FIRST_SLOTS];
  private int[] buckets = new int[FIRST_SLOTS];
  private int used;
  private long[] pool = new long[0];
  private int end;

  /**
   * An empty segment.
   *
   * @param segmentBits how many of a key's top bits are the same for all keys here
   */
  BucketSegment(int segmentBits) {
    this.segmentBits = segmentBits;
  }

  private static int fold(long payload) {
    return (int) (payload ^ payload >>> 32);
  }

  private static long entry(long payload, int local) {
    return (long) fold(payload) << 32 | local;
  }

  /** Adds a leader to a bucket; locals ascend. */
  void add(long key, int local, LongPages payloads) {
    int slot = slot(keys, key);
    if (keys[slot] == 0) {
      if (used + 1 > keys.length * MAX_LOAD) {
        growSlots();
        slot = slot(keys, key);
      }
      used++;
      keys[slot] = key;
      buckets[slot] = ~local;
      return;
    }
    if (buckets[slot] < 0) {
      int first = ~buckets[slot];
      int bucket = allocate(2);
      pool[bucket] = 2L << 32 | 1;
      pool[bucket + 1] = entry(payloads.get(first), first);
      buckets[slot] = bucket;
    }
    append(slot, entry(payloads.get(local), local));
  }

  private void append(int slot, long entry) {
    long header = pool[buckets[slot]];
    int entries = (int) header;
    int capacity = (int) (header >>> 32);
    if (entries == capacity) {
      capacity += spare(capacity);
      int moved = allocate(capacity);
      // allocate may have moved the bucket, and given it room
      int bucket = buckets[slot];
      if ((int) (pool[bucket] >>> 32) == entries) {
        System.arraycopy(pool, bucket + 1, pool, moved + 1, entries);
        pool[moved] = (long) capacity << 32 | entries;
        buckets[slot] = moved;
      } else {
        end = moved;
      }
    }
    int bucket = buckets[slot];
    pool[bucket]++;
    pool[bucket + 1 + entries] = entry;
  }

  private static int spare(int entries) {
    return 1 + (entries >>> 3);
  }

  /** Room for a bucket at the end of the pool, after laying it out anew if need be. */
  private int allocate(int capacity) {
    if (end + 1 + capacity > pool.length) {
      layOut(capacity);
    }
    int at = end;
    end += 1 + capacity;
    return at;
  }

  private void layOut(int capacity) {
    long words = 0;
    for (int slot = 0; slot < keys.length; slot++) {
      if (keys[slot] != 0 && buckets[slot] >= 0) {
        int entries = (int) pool[buckets[slot]];
        words += 1 + entries + spare(entries);
      }
    }
    long size = words + (words >>> 3) + 2L * (1 + capacity);
    long[] old = pool;
    pool = new long[Math.toIntExact(size)];
    end = 0;
    for (int slot = 0; slot < keys.length; slot++) {
      if (keys[slot] != 0 && buckets[slot] >= 0) {
        int entries = (int) old[buckets[slot]];
        System.arraycopy(old, buckets[slot] + 1, pool, end + 1, entries);
        pool[end] = (long) (entries + spare(entries)) << 32 | entries;
        buckets[slot] = end;
        end += 1 + entries + spare(entries);
      }
    }
  }

  /** Adds the entries of a bucket whose payloads agree; returns how many entries it has. */
  int scan(long key, Probe probe) {
    int slot = slot(keys, key);
    if (keys[slot] == 0) {
      return 0;
    }
    int bucket = buckets[slot];
    if (bucket < 0) {
      probe.verify(~bucket);
      return 1;
    }
    long[] entries = pool;
    int count = (int) entries[bucket];
    long fold = Integer.toUnsignedLong(fold(probe.payload()));
    int within = probe.within();
    for (int i = bucket + 1; i <= bucket + count; i++) {
      long entry = entries[i];
      if (Long.bitCount(entry >>> 32 ^ fold) <= within) {
        probe.verify((int) entry);
      }
    }
    return count;
  }

  /** The keys in unsigned order. */
  long[] sortedKeys() {
    long[] sorted = new long[used];
    int to = 0;
    for (long key : keys) {
      if (key != 0) {
        sorted[to++] = key ^ Long.MIN_VALUE;
      }
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }

  /** Local numbers of the leaders in a bucket, ascending. */
  int[] locals(long key) {
    int bucket = buckets[slot(keys, key)];
    if (bucket < 0) {
      return new int[] {~bucket};
    }
    int[] locals = new int[(int) pool[bucket]];
    for (int i = 0; i < locals.length; i++) {
      locals[i] = (int) pool[bucket + 1 + i];
    }
    return locals;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + (long) SLOT_BYTES * keys.length + 8L * pool.length;
  }

  /**
   * Most heap bytes that growing, or sorting the keys, takes beside {@link #bytes} for a moment.
   */
  long spikeBytes() {
    return Math.max((long) (GROWTH * SLOT_BYTES * keys.length), 11L * pool.length) + 64;
  }

  /** What stands in the first slot of a key: 0 if its bucket is empty. */
  long first(long key) {
    return keys[firstSlot(keys, key)];
  }

  private int firstSlot(long[] keys, long key) {
    return (int) (((key << segmentBits >>> 32) * keys.length) >>> 32);
  }

  /** Where a key stands, or the empty slot where it would. */
  private int slot(long[] keys, long key) {
    int slot = firstSlot(keys, key);
    while (keys[slot] != key && keys[slot] != 0) {
      slot = slot + 1 == keys.length ? 0 : slot + 1;
    }
    return slot;
  }

  private void growSlots() {
    long[] oldKeys = keys;
    int[] oldBuckets = buckets;
    int capacity = (int) (oldKeys.length * GROWTH) + 1;
    keys = new long[capacity];
    buckets = new int[capacity];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(keys, oldKeys[i]);
        keys[slot] = oldKeys[i];
        buckets[slot] = oldBuckets[i];
      }
    }
  }
}
