package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.sites.mirror.MirrorCounts;
import dev.crawlsieve.stream.config.IndexTasks;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of what this instance holds while tasks are assigned to it: indexes of lanes, and mirrors.
 * Thread-safe.
 */
public final class LaneMeters {

  private static final String MIRRORS = "crawlsieve.mirrors";
  private static final String DROPPED =
      "Observations, sampled paths, links and pairs of places dropped for lack of room, and"
          + " evaluations left out because they are too much work for one record";

  private static final List<Figure<IndexStats>> INDEX =
      List.of(
          new Figure<>("leaders", "Pages kept", IndexStats::leaders),
          new Figure<>("leaders.on.disk", "Pages kept in tables on disk", IndexStats::inBase),
          new Figure<>("expired.leaders", "Pages kept and expired", IndexStats::expired),
          new Figure<>("time.seconds", "Lane time", LaneMeters::laneSeconds),
          new Figure<>(
              "heap.bytes", "Tables in memory", stats -> stats.deltaBytes() + stats.filterBytes()),
          new Figure<>("native.bytes", "RocksDB's memory", IndexStats::nativeBytes),
          new Figure<>("disk.bytes", "The index's files", IndexStats::diskBytes),
          new Figure<>("merges", "Merges since it was opened", IndexStats::merges),
          new Figure<>("lookups", "Lookups since it was opened", IndexStats::lookups),
          new Figure<>(
              "lookups.on.disk",
              "Lookups since it was opened that read tables on disk",
              IndexStats::diskLookups),
          new Figure<>(
              "disk.reads", "Reads of tables on disk since it was opened", IndexStats::diskReads),
          new Figure<>(
              "lookups.ahead",
              "Lookups since it was opened that found tables on disk already asked",
              IndexStats::aheadLookups),
          new Figure<>(
              "bucket.largest",
              "Entries of the largest bucket a lookup has read",
              IndexStats::largestBucket));

  private static final List<Figure<MirrorCounts>> MIRRORS_KNOWN =
      List.of(
          new Figure<>("sites", "Sites whose paths are kept", MirrorCounts::sites),
          new Figure<>("pairs", "Pairs of places that may be mirrors", MirrorCounts::pairs),
          new Figure<>("declared", "Declared mirrors", MirrorCounts::mirrors),
          new Figure<>("rules", "Declared URL rules", MirrorCounts::rules));

  private static final List<Figure<MirrorCounts>> MIRRORS_SEEN =
      List.of(
          new Figure<>(
              "observations", "Verdicts that mirrors are learned from", MirrorCounts::observations),
          new Figure<>("links", "Links between sites that pages carried", MirrorCounts::links));

  /** By the tag {@code what}. */
  private static final Map<String, ToDoubleFunction<MirrorCounts>> MIRRORS_DROPPED =
      Map.of(
          "not-sampled", MirrorCounts::notSampled,
          "evicted", MirrorCounts::evicted,
          "site-refused", MirrorCounts::sitesRefused,
          "link", MirrorCounts::linksDropped,
          "pair", MirrorCounts::pairsDropped,
          "evaluation", MirrorCounts::leftOut);

  /** One number of a thing, as a meter shows it. */
  private record Figure<T>(String name, String description, ToDoubleFunction<T> value) {}

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
    forget(store + partition);
    List<Meter> meters = new ArrayList<>();
    INDEX.forEach(figure -> meters.add(gauge("crawlsieve." + store, figure, stats, place)));
    open.put(store + partition, new Open(stats, meters));
  }

  /** The index that was opened with the same supplier was closed. */
  public synchronized void closed(String store, int partition, Supplier<IndexStats> stats) {
    close(store + partition, stats);
  }

  /**
   * The store of mirrors was opened for learning.
   *
   * @param counts returns what has been observed and dropped
   */
  public synchronized void mirrorsOpened(Supplier<MirrorCounts> counts) {
    forget(MIRRORS);
    List<Meter> meters = new ArrayList<>();
    MIRRORS_KNOWN.forEach(figure -> meters.add(gauge(MIRRORS, figure, counts, Tags.empty())));
    MIRRORS_SEEN.forEach(figure -> meters.add(counter(figure, counts, Tags.empty())));
    MIRRORS_DROPPED.forEach(
        (what, value) ->
            meters.add(
                counter(new Figure<>("dropped", DROPPED, value), counts, Tags.of("what", what))));
    open.put(MIRRORS, new Open(counts, meters));
  }

  /** The store that was opened with the same supplier was closed. */
  public synchronized void mirrorsClosed(Supplier<MirrorCounts> counts) {
    close(MIRRORS, counts);
  }

  private void close(String place, Object thing) {
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

  private <T> Meter gauge(String of, Figure<T> figure, Supplier<T> thing, Tags tags) {
    return Gauge.builder(of + "." + figure.name(), () -> now(figure, thing))
        .description(figure.description())
        .tags(tags)
        .register(registry);
  }

  private static <T> double now(Figure<T> figure, Supplier<T> thing) {
    try {
      return figure.value().applyAsDouble(thing.get());
    } catch (IndexException e) {
      return Double.NaN; // it is being closed
    }
  }

  private Meter counter(Figure<MirrorCounts> figure, Supplier<MirrorCounts> counts, Tags tags) {
    return FunctionCounter.builder(
            MIRRORS + "." + figure.name(), counts, now -> figure.value().applyAsDouble(now.get()))
        .description(figure.description())
        .tags(tags)
        .register(registry);
  }
}
