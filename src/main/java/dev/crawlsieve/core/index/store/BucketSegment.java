package dev.crawlsieve.core.index.store;

import java.util.Arrays;

/** A part of one table in memory: from keys to buckets of entries. */
final class BucketSegment {

  // Slots: open addressing with linear probing, a word each: the high half of a key, and where its
  // bucket is. A key's place is its bits below those that chose the segment, scaled to any capacity
  // (Lemire's multiply-shift reduction). Load 0.6 to 0.75, about 12 bytes a key. The bucket is
  // ~local for a single entry, so that a table with long keys costs a slot a leader and nothing
  // else, or a place in the pool, from 1 on; so no slot in use is 0.
  //
  // Pool: each bucket in one piece, its capacity, its number of entries, room for as many folded
  // payloads, and for as many local numbers. So a bucket is read in order, sixteen payloads a cache
  // line, and of the local numbers only those that are wanted. A bucket that is full moves to the
  // end of the pool; when the end is reached, all buckets are laid out anew, each with an eighth to
  // spare. The words that wait unused are about a fifth, and a pause is no longer than one
  // segment's copy.
  //
  // A payload is folded to 32 bits as hi ^ lo. popcount(fold(x)) <= popcount(x), so comparing
  // folded payloads never drops a candidate, and of SimHashes it lets no other through in practice.

  private static final int FIRST_SLOTS = 8;
  private static final int SLOT_BYTES = 8;
  private static final double MAX_LOAD = 0.75;
  private static final double GROWTH = 1.25;
  private static final int HEADER = 2;
  private static final int LINE_WORDS = 16;

  /** Beyond it the processor sees by itself what comes next. */
  private static final int MOST_TOUCHED_WORDS = 64 * LINE_WORDS;

  private static final int OBJECT_BYTES = 48 + 2 * LongPages.ARRAY_BYTES;

  private final int segmentBits;
  private long[] slots = new long[FIRST_SLOTS];
  private int used;
  private int[] pool = new int[0];
  private int end = 1;
  private long bytes; // of this, so that asking for them reads no array

  /**
   * An empty segment.
   *
   * @param segmentBits how many of a key's top bits are the same for all keys here
   */
  BucketSegment(int segmentBits) {
    this.segmentBits = segmentBits;
    countBytes();
  }

  private void countBytes() {
    bytes = OBJECT_BYTES + (long) SLOT_BYTES * slots.length + 4L * pool.length;
  }

  private static int fold(long payload) {
    return (int) (payload ^ payload >>> 32);
  }

  private static int bucket(long slot) {
    return (int) slot;
  }

  private static long slot(int key, int bucket) {
    return (long) key << 32 | (bucket & 0xffffffffL);
  }

  /** Adds a leader to a bucket; locals ascend. */
  void add(int key, int local, Payloads payloads) {
    int at = find(slots, key);
    if (slots[at] == 0) {
      if (used + 1 > slots.length * MAX_LOAD) {
        growSlots();
        at = find(slots, key);
      }
      used++;
      slots[at] = slot(key, ~local);
      return;
    }
    if (bucket(slots[at]) < 0) {
      int first = ~bucket(slots[at]);
      int bucket = allocate(2);
      pool[bucket] = 2;
      pool[bucket + 1] = 1;
      pool[bucket + HEADER] = fold(payload(payloads, first));
      pool[bucket + HEADER + 2] = first;
      slots[at] = slot(key, bucket);
    }
    append(at, fold(payload(payloads, local)), local);
  }

  private static long payload(Payloads payloads, int local) {
    return payloads == null ? 0 : payloads.get(local);
  }

  private void append(int at, int folded, int local) {
    int bucket = bucket(slots[at]);
    int capacity = pool[bucket];
    int entries = pool[bucket + 1];
    if (entries == capacity) {
      int moved = allocate(capacity + spare(capacity));
      // allocate may have moved the bucket, and given it room
      bucket = bucket(slots[at]);
      if (pool[bucket] == entries) {
        copy(pool, bucket, moved, capacity + spare(capacity));
        slots[at] = slot((int) (slots[at] >>> 32), moved);
        bucket = moved;
      } else {
        end = moved;
      }
    }
    pool[bucket + 1]++;
    pool[bucket + HEADER + entries] = folded;
    pool[bucket + HEADER + pool[bucket] + entries] = local;
  }

  /** Copies a bucket into the pool, with another capacity. */
  private void copy(int[] from, int bucket, int to, int capacity) {
    int entries = from[bucket + 1];
    pool[to] = capacity;
    pool[to + 1] = entries;
    System.arraycopy(from, bucket + HEADER, pool, to + HEADER, entries);
    System.arraycopy(from, bucket + HEADER + from[bucket], pool, to + HEADER + capacity, entries);
  }

  private static int words(int capacity) {
    return HEADER + 2 * capacity;
  }

  private static int spare(int entries) {
    return 1 + (entries >>> 3);
  }

  /** Room for a bucket at the end of the pool, after laying it out anew if need be. */
  private int allocate(int capacity) {
    if (end + words(capacity) > pool.length) {
      layOut(capacity);
    }
    int at = end;
    end += words(capacity);
    return at;
  }

  private void layOut(int capacity) {
    long words = 1;
    for (long slot : slots) {
      if (bucket(slot) > 0) {
        int entries = pool[bucket(slot) + 1];
        words += words(entries + spare(entries));
      }
    }
    long size = words + (words >>> 3) + 2L * words(capacity);
    int[] old = pool;
    pool = new int[Math.toIntExact(size)];
    countBytes();
    end = 1;
    for (int at = 0; at < slots.length; at++) {
      int bucket = bucket(slots[at]);
      if (bucket > 0) {
        int room = old[bucket + 1] + spare(old[bucket + 1]);
        copy(old, bucket, end, room);
        slots[at] = slot((int) (slots[at] >>> 32), end);
        end += words(room);
      }
    }
  }

  /**
   * Adds the entries of a bucket whose payloads agree; returns how many entries count.
   *
   * @param slot what {@link #slot} gave, with no leader added since; not 0
   */
  int scan(long slot, Probe probe) {
    int bucket = bucket(slot);
    if (bucket < 0) {
      if (~bucket < probe.from()) {
        return 0;
      }
      probe.verify(~bucket);
      return 1;
    }
    int[] words = pool;
    int count = words[bucket + 1];
    int locals = words[bucket]; // so far behind a payload stands its local number
    int fold = fold(probe.payload());
    int within = probe.within();
    int last = bucket + HEADER + count;
    int first = bucket + HEADER;
    while (first < last && words[first + locals] < probe.from()) {
      first++; // locals ascend
    }
    for (int i = first; i < last; i++) {
      if (Integer.bitCount(words[i] ^ fold) <= within) {
        probe.verify(words[i + locals]);
      }
    }
    return last - first;
  }

  /** Every entry as {@code key << 32 | local}, by key (unsigned), then by local. */
  long[] sortedEntries(int entries) {
    long[] sorted = new long[entries];
    int to = 0;
    for (long slot : slots) {
      int bucket = bucket(slot);
      long key = (slot & 0xffffffff00000000L) ^ Long.MIN_VALUE;
      if (bucket < 0) {
        sorted[to++] = key | ~bucket;
      } else if (bucket > 0) {
        int locals = bucket + HEADER + pool[bucket];
        for (int i = locals; i < locals + pool[bucket + 1]; i++) {
          sorted[to++] = key | pool[i];
        }
      }
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * Most heap bytes that growing, or sorting the entries, takes beside {@link #bytes} for a moment.
   */
  long spikeBytes() {
    return Math.max((long) (GROWTH * SLOT_BYTES * slots.length), 6L * pool.length) + 64;
  }

  /** Reads the first slot where a key may stand; the value means nothing. */
  int touch(int key) {
    return (int) slots[firstSlot(slots.length, key)];
  }

  /** The slot of a key: 0 if its bucket is empty. */
  long slot(int key) {
    return slots[find(slots, key)];
  }

  /** Reads the first two cache lines of the bucket that a slot names; the value means nothing. */
  int touch(long slot) {
    int[] words = pool;
    if (words.length == 0) {
      return 0;
    }
    int bucket = Math.max(0, bucket(slot));
    return words[bucket] + words[Math.min(bucket + LINE_WORDS, words.length - 1)];
  }

  /** Reads more cache lines of that bucket's payloads; the value means nothing. */
  int touchRest(long slot) {
    int bucket = bucket(slot);
    int touched = 0;
    if (bucket > 0) {
      int[] words = pool;
      int end = bucket + Math.min(HEADER + words[bucket + 1], MOST_TOUCHED_WORDS);
      for (int at = bucket + 2 * LINE_WORDS; at < end; at += LINE_WORDS) {
        touched += words[at];
      }
    }
    return touched;
  }

  private int firstSlot(int capacity, int key) {
    // below the segment's bits, as if they were the whole key
    return (int) ((((key << segmentBits) & 0xffffffffL) * capacity) >>> 32);
  }

  /** Where a key stands, or the empty slot where it would. */
  private int find(long[] slots, int key) {
    int at = firstSlot(slots.length, key);
    while (slots[at] != 0 && (int) (slots[at] >>> 32) != key) {
      at = at + 1 == slots.length ? 0 : at + 1;
    }
    return at;
  }

  private void growSlots() {
    long[] old = slots;
    long[] grown = new long[(int) (old.length * GROWTH) + 1];
    for (long slot : old) {
      if (slot != 0) {
        grown[find(grown, (int) (slot >>> 32))] = slot;
      }
    }
    slots = grown;
    countBytes();
  }
}
