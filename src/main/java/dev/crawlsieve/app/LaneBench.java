package dev.crawlsieve.app;

import dev.crawlsieve.bench.CaseResult;
import dev.crawlsieve.bench.Figures;
import dev.crawlsieve.bench.GrowthSettings;
import dev.crawlsieve.bench.LaneRestore;
import dev.crawlsieve.bench.LaneResult;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SieveTopology;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
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

  // On few cores what the JVM compiles takes turns with what is measured. In a second round over a
  // million fingerprints it still compiles for 4 to 6 s, in a fifth for 1 to 2.

  private static final int MOST_WARM_UPS = 5;
  private static final double LITTLE_COMPILING = 0.1;

  private final GrowthSettings growth;
  private final int rounds;
  private final LaneBroker broker;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();

  /**
   * @param rounds how often each runs, 1 or more; if more than once, the first time does not count,
   *     nor a few more in which the JVM still compiles much
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
    String last;
    Runnable goingOn = heap.and(work::ensureGoingOn);
    try (BenchTopics topics = new BenchTopics(config, fingerprints, List.of(verdicts))) {
      Rounds turns = new Rounds(config, topics, pages, goingOn);
      if (rounds > 1) {
        turns.warmUp();
      }
      for (int round = Math.min(2, rounds); round <= rounds; round++) {
        turns.run("round " + round + " of " + rounds, bare, lane);
      }
      last = turns.lastLane();
    }
    progress.accept("restore");
    LaneRestore restore =
        new RestoreRun(config, goingOn)
            .run(new SieveTopology(config, null).lane(), last, growth.leaders());
    return new LaneResult(
        LocalLimits.of(config, heap, load),
        config.detector().name(),
        growth.leaders(),
        pages.pages(),
        new CaseResult(CaseResult.PASS_THROUGH, bare, null),
        new CaseResult("lane", lane, null),
        restore);
  }

  /** Rounds over the same fingerprints, one after the other. */
  private final class Rounds {

    private final SieveConfig config;
    private final MeasuredRun.Load pages;
    private final MeasuredRun runner;
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private int round;

    Rounds(SieveConfig config, BenchTopics topics, MeasuredRun.Load pages, Runnable ensureGoingOn) {
      this.config = config;
      this.pages = pages;
      this.runner = new MeasuredRun(config, topics, ensureGoingOn);
    }

    /** Runs until little is compiled any more, but not for ever. */
    void warmUp() {
      boolean compiling = true;
      for (int i = 1; i <= MOST_WARM_UPS && compiling; i++) {
        long start = System.nanoTime();
        long before = compiler.getTotalCompilationTime();
        run("warm-up " + i, new ArrayList<>(), new ArrayList<>());
        double millis = (System.nanoTime() - start) / 1e6;
        compiling = compiler.getTotalCompilationTime() - before > LITTLE_COMPILING * millis;
      }
    }

    void run(String name, List<Figures> bare, List<Figures> lane) {
      String fingerprints = config.topics().fingerprints();
      String verdicts = config.topics().verdicts();
      round++;
      progress.accept(name + ", pass-through");
      bare.add(
          runner.run(
              PassThrough.of(fingerprints, verdicts),
              "bare-" + round,
              pages,
              MeasuredRun.START_OF_BARE));
      progress.accept(name + ", lane");
      lane.add(runner.run(new SieveTopology(config, null).lane(), lastLane(), pages, 0));
    }

    /** Application id of the lane that ran last. */
    String lastLane() {
      return "lane-" + round;
    }
  }

  /** Ends the work, if there is any, and waits until everything is cleared away. */
  @Override
  public void close() {
    work.stop();
  }
}
