package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A lane whose index is in shards, while it is decided on this instance: the newest leaders that
 * the decider holds itself, and the pages that are between its two ends. Thread-safe.
 */
final class Pipeline {

  private final Supplier<IndexStats> recent;
  private volatile long entered = -1;
  private volatile long decided = -1;

  Pipeline(Supplier<IndexStats> recent) {
    this.recent = recent;
  }

  /** Whether its newest leaders were opened with this supplier. */
  boolean holds(Supplier<IndexStats> stats) {
    return recent == stats;
  }

  void entered(long laneOffset) {
    entered = laneOffset;
  }

  void decided(long laneOffset) {
    decided = laneOffset;
  }

  /**
   * Places of the lane's log between the page that entered last and the one that was decided last;
   * -1 if there has been none of either.
   */
  long pages() {
    return entered < 0 || decided < 0 ? -1 : Math.max(0, entered - decided);
  }

  /** Newest leaders that some shard may not know yet. */
  long leaders() {
    return recent(IndexStats::leaders);
  }

  /** Heap bytes of their tables. */
  long heapBytes() {
    return recent(LaneMeters::heapBytes);
  }

  /** Bytes of their files. */
  long diskBytes() {
    return recent(IndexStats::diskBytes);
  }

  private long recent(ToLongFunction<IndexStats> value) {
    try {
      return value.applyAsLong(recent.get());
    } catch (IndexException e) {
      return 0; // it is being closed
    }
  }
}
