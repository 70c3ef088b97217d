package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.stream.config.IndexTasks;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of what this instance holds while tasks are assigned to it: indexes of lanes, and what
 * wings learn. Thread-safe.
 */
public final class LaneMeters {

  private static final List<Figure> INDEX =
      List.of(
          new Figure("leaders", "Pages kept", IndexStats::leaders),
          new Figure("leaders.on.disk", "Pages kept in tables on disk", IndexStats::inBase),
          new Figure("expired.leaders", "Pages kept and expired", IndexStats::expired),
          new Figure("time.seconds", "Lane time", LaneMeters::laneSeconds),
          new Figure(
              "heap.bytes", "Tables in memory", stats -> stats.deltaBytes() + stats.filterBytes()),
          new Figure("native.bytes", "RocksDB's memory", IndexStats::nativeBytes),
          new Figure("disk.bytes", "The index's files", IndexStats::diskBytes),
          new Figure("merges", "Merges since it was opened", IndexStats::merges),
          new Figure("lookups", "Lookups since it was opened", IndexStats::lookups),
          new Figure(
              "lookups.on.disk",
              "Lookups since it was opened that read tables on disk",
              IndexStats::diskLookups),
          new Figure(
              "disk.reads", "Reads of tables on disk since it was opened", IndexStats::diskReads),
          new Figure(
              "lookups.ahead",
              "Lookups since it was opened that found tables on disk already asked",
              IndexStats::aheadLookups),
          new Figure(
              "bucket.largest",
              "Entries of the largest bucket a lookup has read",
              IndexStats::largestBucket));

  /** One number of an index, as a meter shows it. */
  private record Figure(String name, String description, ToDoubleFunction<IndexStats> value) {}

  /** A thing that this instance holds now, and its meters. */
  private record Open(Object thing, List<Meter> meters) {}

  private final MeterRegistry registry;
  private final IndexTasks tasks;
  private final Map<String, Open> open = new HashMap<>();

  LaneMeters(MeterRegistry registry, IndexTasks tasks) {
    this.registry = registry;
    this.tasks = tasks;
  }

  private static double laneSeconds(IndexStats stats) {
    return stats.laneMillis() == Long.MIN_VALUE ? Double.NaN : stats.laneMillis() / 1e3;
  }

  /**
   * An index was opened, by an active task or a standby: its part of the index, or the newest
   * leaders at a lane's decider. It replaces an earlier one that is not closed yet, which is no
   * longer used.
   *
   * @param store name of the store
   * @param partition partition of the store's changelog
   * @param stats returns the current costs of the index
   */
  public synchronized void opened(String store, int partition, Supplier<IndexStats> stats) {
    Tags place =
        store.equals(IndexTasks.INDEX_STORE)
            ? Tags.of(tasks.tags(partition))
            : Tags.of("lane", String.valueOf(partition)); // of the newest leaders
    opened(
        store + partition,
        stats,
        meters ->
            INDEX.stream()
                .map(figure -> gauge(meters, "crawlsieve." + store, figure, stats, place))
                .toList());
  }

  /** The index that was opened with the same supplier was closed. */
  public synchronized void closed(String store, int partition, Supplier<IndexStats> stats) {
    closed(store + partition, stats);
  }

  /**
   * A thing was opened, in place of an earlier one that is not closed yet.
   *
   * @param place what it replaces
   * @param thing identifies it
   * @param meters registers its meters
   */
  public synchronized void opened(
      String place, Object thing, Function<MeterRegistry, List<Meter>> meters) {
    forget(place);
    open.put(place, new Open(thing, meters.apply(registry)));
  }

  /** Removes the meters of a thing, unless another one was opened in its place. */
  public synchronized void closed(String place, Object thing) {
    Open known = open.get(place);
    if (known != null && known.thing() == thing) {
      forget(place);
    }
  }

  private void forget(String place) {
    Open known = open.remove(place);
    if (known != null) {
      known.meters().forEach(registry::remove);
    }
  }

  private static Meter gauge(
      MeterRegistry meters, String of, Figure figure, Supplier<IndexStats> stats, Tags tags) {
    return Gauge.builder(of + "." + figure.name(), () -> now(figure, stats))
        .description(figure.description())
        .tags(tags)
        .register(meters);
  }

  private static double now(Figure figure, Supplier<IndexStats> stats) {
    try {
      return figure.value().applyAsDouble(stats.get());
    } catch (IndexException e) {
      return Double.NaN; // it is being closed
    }
  }
}
