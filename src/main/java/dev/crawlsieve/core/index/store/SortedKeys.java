package dev.crawlsieve.core.index.store;

/** Searches keys in ascending order, unsigned. */
final class SortedKeys {

  private SortedKeys() {}

  /** The place of a key, or -1 if it is not there. */
  static int find(int[] keys, int key) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(keys[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < keys.length && keys[low] == key ? low : -1;
  }
}
