package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.CaseResult;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.LaneRestore;
import dev.crawlsieve.lab.bench.result.LaneResult;
import dev.crawlsieve.lab.bench.result.ShardsResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.Topology;

/**
 * Measures the deciding half of the topology, on one thread, against a bare pass-through of the
 * same synthetic fingerprints, on one embedded broker, exactly-once, alternating, and beside it the
 * same with shards; then how fast the last lane without shards is restored from its changelog.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class LaneBench implements AutoCloseable {

  private static final int WARM_UP_LEADERS = 300_000;
  private static final int MOST_WARM_UPS = 8;
  private static final String WARM_UP = "warm-up";

  private final GrowthSettings growth;
  private final List<Integer> shards;
  private final int rounds;
  private final LaneBroker broker;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();
  private final Runnable goingOn = heap.and(work::ensureGoingOn);

  /**
   * @param shards numbers of shards to measure beside a lane without; each 1 or more
   * @param rounds number of runs of each, 1 or more
   * @param settings the user's; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   */
  public LaneBench(
      GrowthSettings growth,
      Collection<Integer> shards,
      int rounds,
      Map<String, String> settings,
      Consumer<String> progress) {
    this.growth = growth;
    this.shards = shards.stream().sorted().distinct().toList();
    this.rounds = rounds;
    this.broker = new LaneBroker(growth, settings);
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws dev.crawlsieve.core.work.SieveException if anything stops the work
   */
  public LaneResult run() {
    double load = LocalLimits.load();
    return broker.during(work, config -> run(config, load));
  }

  private LaneResult run(SieveConfig config, double load) {
    if (growth.leaders() > WARM_UP_LEADERS) {
      warmUp(broker.lane(WARM_UP));
    }
    MeasuredRun.Load pages =
        new MadeUpLog(config, growth, work, progress).produce(fingerprint -> {});
    List<Figures> bare = new ArrayList<>();
    List<Figures> lane = new ArrayList<>();
    LaneRestore restore = null;
    Map<Integer, List<Figures>> sharded = new TreeMap<>();
    try (BenchTopics topics = topics(config)) {
      MeasuredRun runner = new MeasuredRun(config, topics, goingOn);
      for (int round = 1; round <= rounds; round++) {
        progress.accept("round " + round + " of " + rounds + ", pass-through");
        bare.add(bare(runner, config, "bare-" + round, pages));
        progress.accept("round " + round + " of " + rounds + ", lane");
        lane.add(lane(runner, config, "lane-" + round, pages));
        if (round == rounds) { // the next run deletes its changelog
          progress.accept("restore");
          restore = restore(config, "lane-" + round);
        }
        for (int n : shards) {
          progress.accept("round " + round + " of " + rounds + ", lane of " + n + " shards");
          sharded
              .computeIfAbsent(n, unused -> new ArrayList<>())
              .add(sharded(LaneBroker.PREFIX, n, "shards-" + n + "-" + round, pages));
        }
      }
    }
    return new LaneResult(
        LocalLimits.of(config, heap, load),
        config.detector().name(),
        growth.leaders(),
        pages.pages(),
        new CaseResult(CaseResult.PASS_THROUGH, bare),
        new CaseResult("lane", lane),
        tables(config, sharded),
        shards.isEmpty() ? 0 : new ShardTables(growth, config.index(), goingOn).bytes(1).get(0),
        restore);
  }

  private LaneRestore restore(SieveConfig config, String name) {
    return new RestoreRun(config, goingOn).run(lane(config), name, growth.leaders());
  }

  private List<ShardsResult> tables(SieveConfig config, Map<Integer, List<Figures>> sharded) {
    List<ShardsResult> results = new ArrayList<>();
    sharded.forEach(
        (n, figures) -> {
          progress.accept("tables of " + n + " shards");
          results.add(
              new ShardsResult(
                  n,
                  new CaseResult(n + " shards", figures),
                  new ShardTables(growth, config.index(), goingOn).bytes(n)));
        });
    return results;
  }

  private Figures sharded(String prefix, int n, String name, MeasuredRun.Load pages) {
    SieveConfig config = broker.sharded(prefix, n);
    try (BenchTopics topics = topics(config)) {
      return lane(new MeasuredRun(config, topics, goingOn), config, name, pages);
    }
  }

  /** Runs a small lane until the JIT compiler has almost nothing left to do. */
  private void warmUp(SieveConfig config) {
    MeasuredRun.Load pages =
        new MadeUpLog(config, growth.upTo(WARM_UP_LEADERS), work, progress)
            .produce(fingerprint -> {});
    try (BenchTopics topics = topics(config)) {
      MeasuredRun runner = new MeasuredRun(config, topics, goingOn);
      double share = 1;
      for (int i = 1; i <= MOST_WARM_UPS && share > StreamBench.SETTLED; i++) {
        progress.accept("warm-up " + i);
        bare(runner, config, "bare-warm-up-" + i, pages);
        share = lane(runner, config, "lane-warm-up-" + i, pages).compilerShare();
        for (int n : shards) {
          String name = "shards-" + n + "-warm-up-" + i;
          share = Math.max(share, sharded(WARM_UP, n, name, pages).compilerShare());
        }
      }
    }
  }

  private static BenchTopics topics(SieveConfig config) {
    return new BenchTopics(
        config, config.topics().fingerprints(), List.of(config.topics().verdicts()));
  }

  private static Figures bare(
      MeasuredRun runner, SieveConfig config, String name, MeasuredRun.Load pages) {
    return runner.run(
        threads -> PassThrough.of(config.topics().fingerprints(), config.topics().verdicts()),
        name,
        pages,
        MeasuredRun.START_OF_BARE);
  }

  private static Function<StreamThreads, Topology> lane(SieveConfig config) {
    return threads -> new SieveTopology(config, null, new SieveMeters(), threads).lane();
  }

  private static Figures lane(
      MeasuredRun runner, SieveConfig config, String name, MeasuredRun.Load pages) {
    return runner.run(lane(config), name, pages, 0);
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
