package dev.crawlsieve.sites.passage;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The smallest of some keys, as unsigned numbers: which pages a bottom-k sample has. */
final class SmallestKeys {

  private final int most;
  private long[] sorted; // each with its sign turned
  private int size;

  SmallestKeys(int most) {
    this(most, List.of());
  }

  /** Of at most so many keys. */
  SmallestKeys(int most, List<Long> keys) {
    this.most = most;
    this.sorted = keys.stream().mapToLong(key -> key ^ Long.MIN_VALUE).sorted().toArray();
    this.size = sorted.length;
  }

  void clear() {
    size = 0;
  }

  /** These keys, in their order. */
  List<Long> keys() {
    return Arrays.stream(sorted, 0, size).mapToObj(key -> key ^ Long.MIN_VALUE).toList();
  }

  /** Whether a key is one of them, or would be if it were added. */
  boolean takes(long key) {
    return size < most || (key ^ Long.MIN_VALUE) <= sorted[most - 1];
  }

  /**
   * Adds a key.
   *
   * @return the key that is none of them any more, or never was; null if none is
   */
  @Nullable Long add(long key) {
    if (!takes(key)) {
      return key;
    }
    long turned = key ^ Long.MIN_VALUE;
    int found = Arrays.binarySearch(sorted, 0, size, turned);
    if (found >= 0) {
      return null;
    }
    int at = -found - 1;
    boolean full = size == most;
    Long last = full ? (Long) (sorted[most - 1] ^ Long.MIN_VALUE) : null;
    if (size == sorted.length && !full) {
      sorted = Arrays.copyOf(sorted, Math.min(most, Math.max(8, 2 * size)));
    }
    size += full ? 0 : 1;
    System.arraycopy(sorted, at, sorted, at + 1, size - at - 1);
    sorted[at] = turned;
    return last;
  }
}
