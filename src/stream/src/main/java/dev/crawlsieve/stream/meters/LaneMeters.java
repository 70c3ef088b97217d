package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.topology.SieveMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of what this instance has for a while: indexes of lanes, deciders of lanes with shards,
 * the drift of lanes, and mirrors.
 */
abstract class LaneMeters implements SieveMeters {

  /** Pages in each of the two windows of drift. */
  static final int DRIFT_PAGES = 10_000;

  private final int shards;
  private final OpenMeters<Supplier<IndexStats>> indexes;
  private final OpenMeters<Pipeline> pipelines;
  private final OpenMeters<Drift> drifts;
  private final OpenMeters<Supplier<MirrorCounts>> mirrors;

  /**
   * @param shards number of shards of a lane, 0 for a single index
   */
  LaneMeters(MeterRegistry registry, int shards) {
    this.shards = shards;
    indexes = new OpenMeters<>(registry);
    index("leaders", "Pages kept", IndexStats::leaders);
    index("leaders.on.disk", "Pages kept in tables on disk", IndexStats::inBase);
    index("expired.leaders", "Pages kept and expired", IndexStats::expired);
    index("time.seconds", "Lane time", LaneMeters::laneSeconds);
    index("heap.bytes", "Tables in memory", LaneMeters::heapBytes);
    index("native.bytes", "RocksDB's memory", IndexStats::nativeBytes);
    index("disk.bytes", "The index's files", IndexStats::diskBytes);
    index("merges", "Merges since it was opened", IndexStats::merges);
    index("lookups", "Lookups since it was opened", IndexStats::lookups);
    index(
        "lookups.on.disk",
        "Lookups since it was opened that read tables on disk",
        IndexStats::diskLookups);
    index("disk.reads", "Reads of tables on disk since it was opened", IndexStats::diskReads);
    index(
        "lookups.ahead",
        "Lookups since it was opened that found tables on disk already asked",
        IndexStats::aheadLookups);
    index(
        "bucket.largest",
        "Entries of the largest bucket a lookup has read",
        IndexStats::largestBucket);
    pipelines =
        new OpenMeters<Pipeline>(registry)
            .gauge(
                "crawlsieve.pipeline.pages",
                "Pages between entering the shards and being decided",
                lane -> lane.pages() < 0 ? Double.NaN : lane.pages())
            .gauge(
                "crawlsieve.recent.leaders",
                "Newest pages kept that the decider holds itself",
                Pipeline::leaders)
            .gauge("crawlsieve.recent.heap.bytes", "Their tables in memory", Pipeline::heapBytes)
            .gauge("crawlsieve.recent.disk.bytes", "Their files", Pipeline::diskBytes);
    drifts = new OpenMeters<>(registry);
    drift("last", Drift::last);
    drift("before", Drift::before);
    mirrors = new OpenMeters<>(registry);
    mirrors.counter(
        "crawlsieve.mirrors.observations",
        "Verdicts that mirrors are learned from",
        counts -> counts.get().observations());
    mirrors.counter(
        "crawlsieve.mirrors.links",
        "Links between sites that pages carried",
        counts -> counts.get().links());
    mirrors("sites", "Sites whose paths are kept", MirrorCounts::sites);
    mirrors("pairs", "Pairs of places that may be mirrors", MirrorCounts::pairs);
    mirrors("declared", "Declared mirrors", MirrorCounts::mirrors);
    mirrors("rules", "Declared URL rules", MirrorCounts::rules);
    dropped("not-sampled", MirrorCounts::notSampled);
    dropped("evicted", MirrorCounts::evicted);
    dropped("site-refused", MirrorCounts::sitesRefused);
    dropped("link", MirrorCounts::linksDropped);
    dropped("pair", MirrorCounts::pairsDropped);
    dropped("evaluation", MirrorCounts::leftOut);
  }

  private void index(String name, String description, ToDoubleFunction<IndexStats> value) {
    indexes.gauge(
        "crawlsieve.index." + name,
        description + ", of a lane's index",
        stats -> {
          try {
            return value.applyAsDouble(stats.get());
          } catch (IndexException e) {
            return Double.NaN; // it is being closed
          }
        });
  }

  private void drift(String window, Function<Drift, Drift.Share> of) {
    drifts
        .gauge(
            "crawlsieve.drift.duplicate.share",
            "Share of duplicates among " + DRIFT_PAGES + " pages of a lane",
            drift -> of.apply(drift).duplicates(),
            "window",
            window)
        .gauge(
            "crawlsieve.drift.distance.bits",
            "Mean SimHash distance of duplicates from the pages they copy, in bits",
            drift -> of.apply(drift).distance(),
            "window",
            window);
  }

  private void mirrors(String name, String description, ToDoubleFunction<MirrorCounts> count) {
    mirrors.gauge(
        "crawlsieve.mirrors." + name, description, counts -> count.applyAsDouble(counts.get()));
  }

  private void dropped(String what, ToDoubleFunction<MirrorCounts> count) {
    mirrors.counter(
        "crawlsieve.mirrors.dropped",
        "Observations, sampled paths, links and pairs of places dropped for lack of room, and"
            + " evaluations left out because they are too much work for one record",
        counts -> count.applyAsDouble(counts.get()),
        "what",
        what);
  }

  private static double laneSeconds(IndexStats stats) {
    return stats.laneMillis() == Long.MIN_VALUE ? Double.NaN : stats.laneMillis() / 1e3;
  }

  /** Heap bytes of an index. */
  static long heapBytes(IndexStats stats) {
    return stats.deltaBytes() + stats.filterBytes();
  }

  private static Tags lane(int lane) {
    return Tags.of("lane", String.valueOf(lane));
  }

  @Override
  public void opened(int partition, Supplier<IndexStats> stats) {
    indexes.open(partition, stats, IndexPlace.of(partition, shards).tags());
  }

  @Override
  public void closed(int partition, Supplier<IndexStats> stats) {
    if (indexes.close(partition, open -> open == stats) && shards == 0) {
      forgetDrift(partition);
    }
  }

  @Override
  public void recentOpened(int lane, Supplier<IndexStats> stats) {
    pipelines.open(lane, new Pipeline(stats), lane(lane));
  }

  @Override
  public void recentClosed(int lane, Supplier<IndexStats> stats) {
    if (pipelines.close(lane, open -> open.holds(stats))) {
      forgetDrift(lane);
    }
  }

  /** If the lane comes back here, its position is unknown, so its windows start empty. */
  private void forgetDrift(int lane) {
    drifts.close(lane, any -> true);
  }

  @Override
  public void entered(int lane, long laneOffset) {
    Pipeline pipeline = pipelines.get(lane);
    if (pipeline != null) {
      pipeline.entered(laneOffset);
    }
  }

  @Override
  public void decided(Verdict verdict, long nanos) {
    Pipeline pipeline = pipelines.get(verdict.lane());
    if (pipeline != null) {
      pipeline.decided(verdict.laneOffset());
    }
    if (verdict.reference()) {
      return; // the crawl drifts, not the corpus
    }
    Evidence evidence = verdict.evidence();
    int uncompared = verdict.dropped() ? Drift.DROPPED : Drift.KEPT;
    drift(verdict.lane()).add(evidence == null ? uncompared : evidence.distance());
  }

  private Drift drift(int lane) {
    Drift drift = drifts.get(lane);
    return drift != null ? drift : newDrift(lane);
  }

  private synchronized Drift newDrift(int lane) {
    if (drifts.get(lane) == null) {
      drifts.open(lane, new Drift(DRIFT_PAGES), lane(lane));
    }
    return drifts.get(lane);
  }

  @Override
  public void mirrors(Supplier<MirrorCounts> counts) {
    mirrors.open(0, counts, Tags.empty());
  }

  @Override
  public void mirrorsClosed(Supplier<MirrorCounts> counts) {
    mirrors.close(0, open -> open == counts);
  }

  /** What mirrors are learned from, if they are learned on this instance. */
  Optional<MirrorCounts> mirrorCounts() {
    return Optional.ofNullable(mirrors.get(0)).map(Supplier::get);
  }

  /** What deciders hold, by lane; empty without shards. */
  Map<Integer, Pipeline> pipelines() {
    return pipelines.all();
  }

  /** Statistics of the open indexes, by partition of their changelog. */
  Map<Integer, IndexStats> indexes() {
    Map<Integer, IndexStats> now = new TreeMap<>();
    indexes
        .all()
        .forEach(
            (partition, stats) -> {
              try {
                now.put(partition, stats.get());
              } catch (IndexException e) {
                now.remove(partition); // it is being closed
              }
            });
    return now;
  }

  Map<Integer, Drift> drifts() {
    return drifts.all();
  }
}
