package dev.crawlsieve.core.eval;

import java.util.Arrays;

/** A set of shingles, represented by their 64-bit hashes. */
final class ShingleHashes {

  private final long[] sorted;

  private ShingleHashes(long[] sorted) {
    this.sorted = sorted;
  }

  /** The set of these hashes, in any order, duplicates allowed. */
  static ShingleHashes of(long... hashes) {
    return new ShingleHashes(Arrays.stream(hashes).sorted().distinct().toArray());
  }

  /** Number of hashes. */
  int size() {
    return sorted.length;
  }

  /** The hashes in ascending order. */
  long[] toArray() {
    return sorted.clone();
  }

  /** Number of hashes that both sets have. */
  int common(ShingleHashes other) {
    int common = 0;
    for (int i = 0, j = 0; i < sorted.length && j < other.sorted.length; ) {
      int order = Long.compare(sorted[i], other.sorted[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return common;
  }

  /** Resemblance, 0 to 1: intersection over union; 0 for two empty sets. */
  double resemblance(ShingleHashes other) {
    int common = common(other);
    int union = size() + other.size() - common;
    return union == 0 ? 0 : (double) common / union;
  }

  /** The share of this set that the other contains, 0 to 1; 0 for an empty set. */
  double containment(ShingleHashes other) {
    return size() == 0 ? 0 : (double) common(other) / size();
  }
}
