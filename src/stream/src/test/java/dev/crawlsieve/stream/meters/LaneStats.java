package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexStats;

/** Statistics of an index in which nothing expires. */
final class LaneStats {

  private LaneStats() {}

  static IndexStats of(
      long leaders,
      long inBase,
      long deltaBytes,
      long filterBytes,
      long nativeBytes,
      long diskBytes,
      int merges,
      int largestBucket) {
    return new IndexStats(
        leaders,
        inBase,
        deltaBytes,
        filterBytes,
        nativeBytes,
        diskBytes,
        merges,
        largestBucket,
        0,
        Long.MIN_VALUE,
        0,
        0,
        0,
        0,
        0);
  }
}
