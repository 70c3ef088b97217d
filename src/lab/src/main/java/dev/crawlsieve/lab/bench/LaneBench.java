package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.CaseResult;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.LaneRestore;
import dev.crawlsieve.lab.bench.result.LaneResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.Topology;

/**
 * Measures the deciding half of the topology, on one thread, against a bare pass-through of the
 * same synthetic fingerprints, on one embedded broker, exactly-once, alternating; then how fast the
 * last lane is restored from its changelog.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class LaneBench implements Bench<LaneResult> {

  /** Per leader: fingerprints and verdicts on the broker, records and tables in the state. */
  private static final long BYTES_PER_LEADER = 4_000;

  private static final int WARM_UP_LEADERS = 300_000;
  private static final int MOST_WARM_UPS = 8;

  private final GrowthSettings growth;
  private final int rounds;
  private final Map<String, String> settings;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();
  private final Runnable goingOn = heap.and(work::ensureGoingOn);

  /**
   * @param rounds number of runs of each, 1 or more
   * @param given the user's settings; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   * @throws dev.crawlsieve.core.failure.SieveException if the heap is too small for the tables
   */
  public LaneBench(
      GrowthSettings growth, int rounds, Map<String, String> given, Consumer<String> progress) {
    this.growth = growth;
    this.rounds = rounds;
    this.progress = progress;
    settings = new HashMap<>(given);
    settings.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    settings.put(TopicsConfig.PARTITIONS_CONFIG, "1");
    settings.put(TopicsConfig.LANES_CONFIG, "1");
    settings.put("streams.num.stream.threads", "1");
    SieveConfig config = SieveConfig.of(settings);
    IndexBench.ensureHeap(config.index().memoryBytes(), Runtime.getRuntime().maxMemory());
  }

  /**
   * Measures.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if anything stops the work
   */
  @Override
  public LaneResult run() {
    double load = LocalLimits.load();
    work.begin();
    Path temporary = Folders.temporary();
    try {
      DiskRoom.ensure(temporary, BYTES_PER_LEADER * growth.leaders(), "--leaders");
      settings.put(TopicsConfig.STATE_DIR_CONFIG, temporary.resolve("state").toString());
      try (EmbeddedBroker broker = EmbeddedBroker.start(temporary.resolve("broker"), 0)) {
        settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        if (growth.leaders() > WARM_UP_LEADERS) {
          warmUp(config("warm-up"));
        }
        return run(config("crawlsieve"), load);
      }
    } finally {
      work.clear(temporary);
    }
  }

  /** The settings of a lane with topics of its own, which are created. */
  private SieveConfig config(String prefix) {
    Map<String, String> own = new HashMap<>(settings);
    own.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    SieveConfig config = SieveConfig.of(own);
    Topics.create(config);
    return config;
  }

  private LaneResult run(SieveConfig config, double load) {
    MeasuredRun.Load pages = new MadeUpLog(config, growth, work, progress).produce();
    List<Figures> bare = new ArrayList<>();
    List<Figures> lane = new ArrayList<>();
    try (BenchTopics topics = topics(config)) {
      MeasuredRun runner = new MeasuredRun(config, topics, goingOn);
      for (int round = 1; round <= rounds; round++) {
        progress.accept("round " + round + " of " + rounds + ", pass-through");
        bare.add(bare(runner, config, "bare-" + round, pages));
        progress.accept("round " + round + " of " + rounds + ", lane");
        lane.add(lane(runner, config, "lane-" + round, pages));
      }
    }
    progress.accept("restore");
    LaneRestore restore =
        new RestoreRun(config, goingOn).run(lane(config), "lane-" + rounds, growth.leaders());
    CaseResult passThrough = new CaseResult(CaseResult.PASS_THROUGH, bare);
    return new LaneResult(
        LocalLimits.of(config, heap, load),
        config.detector().name(),
        growth.leaders(),
        pages.pages(),
        List.of(
            passThrough.against(passThrough), new CaseResult("lane", lane).against(passThrough)),
        restore);
  }

  /** Runs a small lane until the JIT compiler has almost nothing left to do. */
  private void warmUp(SieveConfig config) {
    MeasuredRun.Load pages =
        new MadeUpLog(config, growth.upTo(WARM_UP_LEADERS), work, progress).produce();
    try (BenchTopics topics = topics(config)) {
      MeasuredRun runner = new MeasuredRun(config, topics, goingOn);
      double share = 1;
      for (int i = 1; i <= MOST_WARM_UPS && share > StreamBench.SETTLED; i++) {
        progress.accept("warm-up " + i);
        bare(runner, config, "bare-warm-up-" + i, pages);
        share = lane(runner, config, "lane-warm-up-" + i, pages).compilerShare();
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

  @SuppressWarnings("NullAway") // a lane opens no cursors
  private static Function<StreamThreads, Topology> lane(SieveConfig config) {
    return threads -> new SieveTopology(config, Wings.ALL, null, new SieveMeters(), threads).lane();
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
