package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;

/** Keys in ascending order, unsigned, to search. They are well mixed. */
final class SortedKeys {

  // By a key's high bits it is known between which places it is. So a search costs two or three
  // cache misses.

  private static final int KEYS_A_START = 8; // on average, or up to twice as many

  private final int[] keys;
  private final int startBits;
  private final int[] starts; // by high bits the first place of such keys, and one more

  /**
   * @param keys ascending, unsigned; are not copied
   */
  SortedKeys(int[] keys) {
    this.keys = keys;
    startBits = 31 - Integer.numberOfLeadingZeros(Math.max(1, keys.length / KEYS_A_START));
    starts = new int[(1 << startBits) + 1];
    int start = 0;
    for (int i = 0; i < keys.length; i++) {
      for (; start <= Keys.top(keys[i], startBits); start++) {
        starts[start] = i;
      }
    }
    for (; start < starts.length; start++) {
      starts[start] = keys.length;
    }
  }

  /** The place of a key, or -1 if it is not there. */
  int find(int key) {
    int start = Keys.top(key, startBits);
    int low = starts[start];
    int end = starts[start + 1];
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(keys[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && keys[low] == key ? low : -1;
  }

  /** The key at a place. */
  int get(int place) {
    return keys[place];
  }

  /** Number of keys. */
  int size() {
    return keys.length;
  }

  /** Heap bytes. */
  long bytes() {
    return 2 * LongPages.ARRAY_BYTES + (long) Integer.BYTES * (keys.length + starts.length);
  }
}
