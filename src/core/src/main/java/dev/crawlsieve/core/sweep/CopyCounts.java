package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/** The number of copies of each kept page under one setting; only pages with copies take memory. */
final class CopyCounts {

  // Open addressing, linear probing, at most half full; a key is a row plus 1, so that 0 is empty.

  private static final int MULTIPLIER = 0x9e3779b1;

  private int[] keys = new int[64];
  private int[] counts = new int[64];
  private int size;

  void add(int row) {
    int at = find(row + 1);
    if (keys[at] == 0) {
      if (2 * ++size > keys.length) {
        grow();
        at = find(row + 1);
      }
      keys[at] = row + 1;
    }
    counts[at]++;
  }

  private int find(int key) {
    int mask = keys.length - 1;
    int at = (key * MULTIPLIER) >>> Integer.numberOfLeadingZeros(mask);
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new int[2 * oldKeys.length];
    counts = new int[2 * oldCounts.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        counts[at] = oldCounts[i];
      }
    }
  }

  /** Number of pages that have copies. */
  int size() {
    return size;
  }

  /** Upper bound of the heap bytes for this many pages, half of them with a copy. */
  static long bytes(long pages) {
    return 2 * Integer.BYTES * 2 * pages;
  }

  /**
   * The number of groups with 2^i to 2^(i+1) − 1 pages, counting the copies and the page itself,
   * from i = 1.
   */
  long[] byPower() {
    long[] byPower = new long[32];
    int most = 0;
    for (int count : counts) {
      if (count > 0) {
        int power = 31 - Integer.numberOfLeadingZeros(count + 1);
        byPower[power]++;
        most = Math.max(most, power);
      }
    }
    return Arrays.copyOf(byPower, most + 1);
  }

  /** The rows with the most copies, in descending order, each as {@code copies << 32 | row}. */
  long[] largest(int most) {
    long[] entries = new long[size];
    int n = 0;
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        entries[n++] = (long) counts[i] << 32 | (0x7fffffffL - (keys[i] - 1));
      }
    }
    Arrays.sort(entries);
    long[] largest = new long[Math.min(most, n)];
    for (int i = 0; i < largest.length; i++) {
      long entry = entries[n - 1 - i];
      largest[i] = (entry >>> 32) << 32 | (0x7fffffffL - (entry & 0xffffffffL));
    }
    return largest;
  }
}
