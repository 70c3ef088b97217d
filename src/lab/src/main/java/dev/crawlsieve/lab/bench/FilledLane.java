package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A lane in the running topology that has decided on a number of synthetic fingerprints, on an
 * embedded broker, and then goes on.
 *
 * <p>An instance is used once; {@link #close} may be called from another thread.
 */
final class FilledLane implements AutoCloseable {

  private final GrowthSettings growth;
  private final LaneBroker broker;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();

  /** Observes a lane. */
  @FunctionalInterface
  interface Onlooker extends AutoCloseable {

    /** Receives callbacks about what the lane does, from its start. */
    RunObserver observer();

    @Override
    default void close() {}
  }

  /** Creates an onlooker. */
  @FunctionalInterface
  interface Opening<O extends Onlooker> {

    /** Creates it with the settings of the lane. */
    O open(SieveConfig config);
  }

  /** Uses a lane after it is filled. */
  @FunctionalInterface
  interface Use<O extends Onlooker> {

    /**
     * @param filled what the lane contains
     * @param more lets it go on
     * @param ensureGoingOn must be called often; throws when the work is to stop
     */
    void accept(O onlooker, Filled filled, LaneLoad more, Runnable ensureGoingOn);
  }

  /**
   * What the lane contains.
   *
   * @param pages number of pages on which it has decided
   * @param pagesPerSecond how fast that was, including its start
   * @param urls some of their URLs
   */
  record Filled(long pages, double pagesPerSecond, List<String> urls) {}

  /**
   * @param settings the user's; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   */
  FilledLane(GrowthSettings growth, Map<String, String> settings, Consumer<String> progress) {
    this.growth = growth;
    this.broker = new LaneBroker(growth, settings);
    this.progress = progress;
  }

  /**
   * Fills the lane, and uses it.
   *
   * @param urls number of URLs needed
   * @return the limits that it ran within
   * @throws dev.crawlsieve.core.work.SieveException if anything stops the work
   */
  <O extends Onlooker> Limits run(int urls, Opening<O> opening, Use<O> use) {
    double load = LocalLimits.load();
    return broker.during(
        work,
        config -> {
          Sample sample = new Sample(urls, growth.seed());
          MadeUpLog log = new MadeUpLog(config, growth, work, progress);
          MeasuredRun.Load pages = log.produce(sample::add);
          try (O onlooker = opening.open(config)) {
            decide(config, log, pages, sample, onlooker, use);
          }
          return LocalLimits.of(config, heap, load);
        });
  }

  private <O extends Onlooker> void decide(
      SieveConfig config,
      MadeUpLog log,
      MeasuredRun.Load pages,
      Sample sample,
      O onlooker,
      Use<O> use) {
    SieveMeters meters = onlooker.observer().meters();
    Runnable goingOn = heap.and(work::ensureGoingOn);
    try (CommittedCount committed =
            new CommittedCount(new Connection(config), List.of(config.topics().verdicts()));
        BenchStreams streams =
            new BenchStreams(
                config,
                threads -> new SieveTopology(config, null, meters, threads).lane(),
                config.applicationId(),
                goingOn)) {
      streams.showTo(onlooker.observer());
      streams.start();
      while (streams.processed() == 0) {
        streams.look(0);
      }
      long start = System.nanoTime();
      while (streams.processed() < pages.pages()) {
        progress.accept(String.format(Locale.ROOT, "%,.0f pages decided", streams.processed()));
        streams.look(streams.processed());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      // Processed records may be rolled back and processed again.
      for (long out = committed.read(); out < pages.pages(); out = committed.read()) {
        streams.look(streams.processed() + out);
      }
      Filled filled = new Filled(pages.pages(), pages.pages() / seconds, sample.urls());
      try (LaneLoad more = new LaneLoad(config, streams, log, pages.pages())) {
        use.accept(onlooker, filled, more, goingOn);
      }
    }
  }

  /** A uniform sample of a sequence (Vitter's algorithm R, 1985). */
  private static final class Sample {

    private final int most;
    private final SplittableRandom random;
    private final List<byte[]> kept = new ArrayList<>();
    private long seen;

    Sample(int most, long seed) {
      this.most = most;
      this.random = new SplittableRandom(seed);
    }

    void add(byte[] fingerprint) {
      seen++;
      if (kept.size() < most) {
        kept.add(fingerprint);
      } else if (random.nextLong(seen) < most) {
        kept.set(random.nextInt(most), fingerprint);
      }
    }

    List<String> urls() {
      List<String> urls = new ArrayList<>();
      try {
        for (byte[] stored : kept) {
          urls.add(FingerprintCodec.decode(stored).url());
        }
      } catch (UnreadableFingerprintException e) {
        throw new IllegalStateException("a fingerprint was just made, and is unreadable", e);
      }
      return urls;
    }
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
