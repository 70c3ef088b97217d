package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.lab.bench.result.SpreadResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.kafka.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures lanes whose shards are in processes of their own, one after the other, on the same
 * fingerprints and one embedded broker, and compares their verdicts; then, if wanted, what the loss
 * of one process means.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class SpreadBench implements AutoCloseable {

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final GrowthSettings growth;
  private final List<InputGroup> inputs;
  private final List<Integer> shards;
  private final String heap;
  private final boolean kill;
  private final double lossRate;
  private final SpreadLane.End end;
  private final Program program;
  private final LaneBroker broker;
  private final Consumer<String> progress;
  private final HeapPeak peak = new HeapPeak();
  private final Stoppable work = new Stoppable();

  /**
   * @param inputs pages whose fingerprints are used; if there are none, synthetic ones are
   * @param shards numbers of shards; 0 for one process without
   * @param heap maximum heap size of each process, as in {@code -Xmx}
   * @param kill whether the process of the last shard is killed halfway, and its state deleted
   * @param lossRate pages per second that come while a process is lost; 0 if none is to be lost
   * @param end how it ends: lost, killed or stopped
   * @param program to start the processes with
   * @param settings the user's; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   */
  public SpreadBench(
      GrowthSettings growth,
      List<InputGroup> inputs,
      List<Integer> shards,
      String heap,
      boolean kill,
      double lossRate,
      String end,
      Program program,
      Map<String, String> settings,
      Consumer<String> progress) {
    this.growth = growth;
    this.inputs = List.copyOf(inputs);
    this.shards = List.copyOf(shards);
    this.heap = heap;
    this.kill = kill;
    this.lossRate = lossRate;
    this.end = SpreadLane.End.valueOf(end.toUpperCase(Locale.ROOT));
    this.program = program;
    this.broker = new LaneBroker(growth, settings);
    this.progress = progress;
    PageFeed.check(this.inputs, SieveConfig.of(settings).page().maxBytes());
  }

  /**
   * Measures.
   *
   * @throws dev.crawlsieve.core.work.SieveException if anything stops the work
   */
  public SpreadResult run() {
    double load = LocalLimits.load();
    return broker.during(work, config -> run(config, load));
  }

  private SpreadResult run(SieveConfig config, double load) {
    List<SpreadResult.Lane> lanes = new ArrayList<>();
    long now = System.currentTimeMillis(); // the same for every lane, as verdicts have page times
    long pages = 0;
    for (int n : shards) {
      String prefix = "spread-" + n;
      SieveConfig own = broker.sharded(prefix, n);
      List<String> unused = Topics.create(own);
      pages = produce(own, now);
      Path folder = Path.of(own.stateDir());
      try (SpreadLane lane =
          new SpreadLane(
              broker.settings(prefix, n),
              heap,
              program,
              pages,
              folder,
              peak.and(work::ensureGoingOn))) {
        lanes.add(lane(lane, own, n, pages));
      } finally {
        Folders.remove(folder);
      }
    }
    return new SpreadResult(
        LocalLimits.of(config, peak, load), config.detector().name(), heap, pages, lanes);
  }

  private long produce(SieveConfig config, long now) {
    MeasuredRun.Load load =
        inputs.isEmpty()
            ? new MadeUpLog(config, growth, work, progress).produce(now, fingerprint -> {})
            : new RealLog(config, inputs, work, progress).produce(now - DAY_MILLIS, now);
    return load.pages();
  }

  private SpreadResult.Lane lane(SpreadLane lane, SieveConfig config, int n, long pages) {
    String name = n == 0 ? "one process" : n + " shards in as many processes";
    lane.start();
    long start;
    do {
      start = System.nanoTime(); // of the look before the first verdicts: a small lane has all then
    } while (lane.look() == 0);
    Consumer<Long> told =
        count -> progress.accept(String.format(Locale.ROOT, "%s: %,d pages decided", name, count));
    lane.awaitVerdicts(pages / 2, told);
    long half = System.nanoTime();
    long atHalf = lane.verdicts();
    long inPipeline = -1;
    if (n > 0 && kill) {
      inPipeline = entered(config) - lane.verdicts();
      lane.end(lane.ofLastShard(), SpreadLane.End.LOST);
    }
    lane.awaitVerdicts(pages, told);
    long over = System.nanoTime();
    long digest = lane.digest();
    SpreadResult.Outage outage = null;
    if (lossRate > 0) {
      progress.accept(name + ": a process is " + end.name().toLowerCase(Locale.ROOT));
      outage = new ProcessLoss(config, growth, lane, pages, lossRate, end, work).run();
    }
    return new SpreadResult.Lane(
        n,
        pages * 1e9 / (over - start),
        (pages - atHalf) * 1e9 / (over - half),
        lane.duplicates(),
        digest,
        inPipeline,
        outage);
  }

  /** How many pages have entered the lane. */
  private static long entered(SieveConfig config) {
    try (GroupProgress group = new GroupProgress(config)) {
      return group.reached(config.topics().fingerprints());
    }
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
