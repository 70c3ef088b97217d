package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexStats;

/** Statistics of an index in which nothing expires. */
public final class LaneStats {

  private LaneStats() {}

  /** The statistics; what is not given is 0. */
  public static IndexStats of(
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
