package dev.crawlsieve.app;

import dev.crawlsieve.bench.CaseResult;
import dev.crawlsieve.bench.Figures;
import dev.crawlsieve.bench.GrowthSettings;
import dev.crawlsieve.bench.LaneRestore;
import dev.crawlsieve.bench.LaneResult;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SieveTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the half of the topology that decides, on one thread, beside a bare pass-through of the
 * same made-up fingerprints, on one embedded broker, exactly-once, in turns; then how fast the last
 * lane comes back from its changelog.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class LaneBench implements AutoCloseable {

  private final GrowthSettings growth;
  private final int rounds;
  private final LaneBroker broker;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();

  /**
   * @param rounds how often each runs, 1 or more; the first one does not count if there are more
   * @param settings the user's; those that a local run decides itself are replaced
   * @param progress told in words what is being done
   */
  public LaneBench(
      GrowthSettings growth, int rounds, Map<String, String> settings, Consumer<String> progress) {
    this.growth = growth;
    this.rounds = rounds;
    this.broker = new LaneBroker(growth, settings);
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws SieveException if anything stops the work
   */
  public LaneResult run() {
    double load = LocalLimits.load();
    return broker.during(work, config -> run(config, load));
  }

  private LaneResult run(SieveConfig config, double load) {
    String fingerprints = config.topics().fingerprints();
    String verdicts = config.topics().verdicts();
    MeasuredRun.Load pages =
        new MadeUpLog(config, growth, work, progress).produce(fingerprint -> {});
    List<Figures> bare = new ArrayList<>();
    List<Figures> lane = new ArrayList<>();
    Runnable goingOn = heap.and(work::ensureGoingOn);
    try (BenchTopics topics = new BenchTopics(config, fingerprints, List.of(verdicts))) {
      MeasuredRun runner = new MeasuredRun(config, topics, goingOn);
      for (int round = 1; round <= rounds; round++) {
        progress.accept("round " + round + " of " + rounds + ", pass-through");
        bare.add(
            runner.run(
                PassThrough.of(fingerprints, verdicts),
                "bare-" + round,
                pages,
                MeasuredRun.START_OF_BARE));
        progress.accept("round " + round + " of " + rounds + ", lane");
        lane.add(runner.run(new SieveTopology(config, null).lane(), "lane-" + round, pages, 0));
      }
    }
    progress.accept("restore");
    LaneRestore restore =
        new RestoreRun(config, goingOn)
            .run(new SieveTopology(config, null).lane(), "lane-" + rounds, growth.leaders());
    int warmUp = rounds > 1 ? 1 : 0;
    return new LaneResult(
        LocalLimits.of(config, heap, load),
        config.detector().name(),
        growth.leaders(),
        pages.pages(),
        new CaseResult(CaseResult.PASS_THROUGH, bare.subList(warmUp, rounds), null),
        new CaseResult("lane", lane.subList(warmUp, rounds), null),
        restore);
  }

  /** Ends the work, if there is any, and waits until everything is cleared away. */
  @Override
  public void close() {
    work.stop();
  }
}
