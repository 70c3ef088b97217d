package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Metrics of lanes whose index is in shards, while they are decided on this instance: the newest
 * leaders that the decider holds itself, and the pages that are between its two ends. Thread-safe.
 */
final class ShardMeters {

  private final MeterRegistry registry;
  private final Map<Integer, Decider> deciders = new ConcurrentHashMap<>();

  ShardMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * What a decider holds.
   *
   * @param pages places of the lane's log between the page that entered last and the one that was
   *     decided last; -1 if there has been none of either
   * @param leaders newest leaders that some shard may not know yet
   * @param heapBytes of their tables in memory
   * @param diskBytes of their files
   */
  record Pipeline(long pages, long leaders, long heapBytes, long diskBytes) {}

  /** The decider of a lane. */
  private static final class Decider {
    private final Supplier<IndexStats> recent;
    private final List<Meter> gauges = new ArrayList<>();
    private volatile long entered = -1;
    private volatile long decided = -1;

    private Decider(Supplier<IndexStats> recent) {
      this.recent = recent;
    }

    private long pages() {
      return entered < 0 || decided < 0 ? -1 : Math.max(0, entered - decided);
    }

    private long recent(ToLongFunction<IndexStats> value) {
      try {
        return value.applyAsLong(recent.get());
      } catch (IndexException e) {
        return 0; // it is being closed
      }
    }

    private Pipeline now() {
      return new Pipeline(
          pages(),
          recent(IndexStats::leaders),
          recent(ShardMeters::heapBytes),
          recent(IndexStats::diskBytes));
    }
  }

  /** Heap bytes of an index. */
  static long heapBytes(IndexStats stats) {
    return stats.deltaBytes() + stats.filterBytes();
  }

  synchronized void opened(int lane, Supplier<IndexStats> stats) {
    Decider decider = new Decider(stats);
    Decider before = deciders.put(lane, decider);
    if (before != null) {
      before.gauges.forEach(registry::remove);
    }
    addGauges(lane, decider);
  }

  private void addGauges(int lane, Decider of) {
    gauge(
        lane,
        of,
        "pipeline.pages",
        "Pages between entering the shards and being decided",
        () -> of.pages() < 0 ? Double.NaN : of.pages());
    gauge(
        lane,
        of,
        "recent.leaders",
        "Newest pages kept that the decider holds itself",
        () -> of.recent(IndexStats::leaders));
    gauge(
        lane,
        of,
        "recent.heap.bytes",
        "Their tables in memory",
        () -> of.recent(ShardMeters::heapBytes));
    gauge(lane, of, "recent.disk.bytes", "Their files", () -> of.recent(IndexStats::diskBytes));
  }

  private void gauge(
      int lane, Decider of, String name, String description, Supplier<Number> value) {
    of.gauges.add(
        Gauge.builder("crawlsieve." + name, value)
            .description(description)
            .tag("lane", String.valueOf(lane))
            .register(registry));
  }

  /**
   * Forgets a lane, unless its newest leaders have been opened again since.
   *
   * @return whether it was forgotten
   */
  synchronized boolean closed(int lane, Supplier<IndexStats> stats) {
    Decider decider = deciders.get(lane);
    if (decider == null || decider.recent != stats) {
      return false;
    }
    decider.gauges.forEach(registry::remove);
    deciders.remove(lane);
    return true;
  }

  void entered(int lane, long laneOffset) {
    Decider decider = deciders.get(lane);
    if (decider != null) {
      decider.entered = laneOffset;
    }
  }

  void decided(int lane, long laneOffset) {
    Decider decider = deciders.get(lane);
    if (decider != null) {
      decider.decided = laneOffset;
    }
  }

  /** The lanes that are decided here. */
  Map<Integer, Pipeline> now() {
    Map<Integer, Pipeline> now = new TreeMap<>();
    deciders.forEach((lane, decider) -> now.put(lane, decider.now()));
    return now;
  }
}
