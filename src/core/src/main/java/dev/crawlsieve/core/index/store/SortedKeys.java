package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;

/** A set of well-mixed keys, in ascending order, unsigned. */
final class SortedKeys {

  // An index by a key's high bits gives a short range to search, so a search costs two or three
  // cache misses.

  private static final int KEYS_A_START = 8; // of a range, on average, or up to twice as many

  private final int[] keys;
  private final int startBits;
  private final int[] starts; // by high bits: the first place of such keys; then the end

  /**
   * @param keys ascending, unsigned; not copied
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

  /** Whether the set has a key. */
  boolean has(int key) {
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
    return low < end && keys[low] == key;
  }

  /** Heap bytes. */
  long bytes() {
    return 2 * LongPages.ARRAY_BYTES + (long) Integer.BYTES * (keys.length + starts.length);
  }
}
