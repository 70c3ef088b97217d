package dev.crawlsieve.sites.passage;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The smallest of some keys, as unsigned numbers: which pages a bottom-k sample has. */
final class SmallestKeys {

  private final int most;
  private long[] sorted; // each with its sign turned

  SmallestKeys(int most) {
    this(most, List.of());
  }

  /** Of at most so many keys. */
  SmallestKeys(int most, List<Long> keys) {
    this.most = most;
    this.sorted = keys.stream().mapToLong(key -> key ^ Long.MIN_VALUE).sorted().toArray();
  }

  /** Whether a key is one of them, or would be if it were added. */
  boolean takes(long key) {
    return sorted.length < most || (key ^ Long.MIN_VALUE) <= sorted[most - 1];
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
    int found = Arrays.binarySearch(sorted, turned);
    if (found >= 0) {
      return null;
    }
    int at = -found - 1;
    boolean full = sorted.length == most;
    long last = full ? sorted[most - 1] ^ Long.MIN_VALUE : 0;
    long[] more = Arrays.copyOf(sorted, full ? most : sorted.length + 1);
    System.arraycopy(sorted, at, more, at + 1, more.length - at - 1);
    more[at] = turned;
    sorted = more;
    return full ? last : null;
  }
}
