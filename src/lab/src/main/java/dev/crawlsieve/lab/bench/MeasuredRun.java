package dev.crawlsieve.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.streams.Topology;

/**
 * Runs a topology over pages that are already on their topic, and measures it from the first record
 * processed until the last page out is committed.
 *
 * <p>During the run, the number of pages out is read from the producers' counters: a consumer would
 * cost as much as the measured pass-through. That all are out is confirmed by reading them after
 * the clock has stopped; if some are missing, the run continues.
 */
final class MeasuredRun {

  /**
   * Share of a pass-through's pages that come out before it is timed: its first transactions take
   * as long as several hundred pages. The sieve is timed from its start, since it works ahead
   * before a page comes out.
   */
  static final double START_OF_BARE = 0.1;

  /**
   * The pages on the topic.
   *
   * @param pages their number
   * @param bytes total size of their values
   */
  record Load(long pages, long bytes) {}

  /**
   * The counters may never reach the total; if they stop for this long, committed records are
   * counted.
   */
  private static final Duration QUIET = Duration.ofMillis(500);

  private final SieveConfig config;
  private final BenchTopics topics;
  private final Runnable stopCheck;

  MeasuredRun(SieveConfig config, BenchTopics topics, Runnable stopCheck) {
    this.config = config;
    this.topics = topics;
    this.stopCheck = stopCheck;
  }

  /**
   * Runs once, with its own topics and state.
   *
   * @param name application id, not used before
   * @param skipped share of the pages that come out before the clock starts; with 0, it starts with
   *     the first record processed
   */
  Figures run(Function<StreamThreads, Topology> topology, String name, Load load, double skipped) {
    topics.renew();
    // Do not charge this run for garbage from the previous one.
    System.gc();
    long brokerBytes = topics.bytes();
    Clock start;
    Clock end;
    double timed;
    long unique;
    long duplicate;
    Path state = Path.of(config.stateDir());
    try (CommittedCount committed = topics.committed()) {
      try (BenchStreams streams = new BenchStreams(config, topology, name, stopCheck)) {
        streams.start();
        while (streams.processed() == 0) {
          streams.look(0);
        }
        start = Clock.now();
        double before = 0;
        double out = awaitSent(streams, skipped * load.pages());
        // If the pages are so few that most came out at once, they are timed from the first.
        if (out >= skipped * load.pages() && out < 0.5 * load.pages() && skipped > 0) {
          start = Clock.now();
          before = out;
        }
        timed = (load.pages() - before) / load.pages();
        end = awaitAllOut(streams, committed, load.pages());
        unique = committed.of(config.topics().unique());
        duplicate = committed.of(config.topics().duplicate());
      }
      double seconds = (end.nanos() - start.nanos()) / 1e9;
      double pages = timed * load.pages();
      double cpuMicros = (end.cpuNanos() - start.cpuNanos()) / 1e3 / pages;
      return new Figures(
          pages / seconds,
          timed * load.bytes() / 1e6 / seconds,
          cpuMicros,
          1e3 * (end.compilerMillis() - start.compilerMillis()) / pages / cpuMicros,
          (topics.bytes() - brokerBytes) / (double) load.pages(),
          bytes(state) / (double) load.pages(),
          unique,
          duplicate);
    } finally {
      if (Files.exists(state)) {
        Folders.remove(state);
      }
    }
  }

  /** Waits until all pages are committed; returns the time when that was observed. */
  private Clock awaitAllOut(BenchStreams streams, CommittedCount committed, long pages) {
    long out = 0;
    while (true) {
      awaitSent(streams, (double) pages);
      while (!topics.allCommitted()) {
        streams.look(moved(streams) + out);
      }
      Clock end = Clock.now();
      out = committed.read();
      if (out == pages) {
        return end;
      }
      if (out > pages) {
        throw new SieveException(
            out + " pages were routed of " + pages + " produced: some came out twice");
      }
      streams.look(moved(streams) + out);
    }
  }

  /** Waits until this many pages seem to be out, or progress stops; returns how many seem to be. */
  private double awaitSent(BenchStreams streams, double pages) {
    Stall quiet = new Stall(QUIET);
    while (true) {
      double out = streams.sent(topics.outputs());
      double moved = moved(streams);
      if (out >= pages || quiet.stands((long) moved)) {
        return out;
      }
      streams.look(moved);
    }
  }

  /** Grows while there is work: the index may be working while no page comes out. */
  private double moved(BenchStreams streams) {
    return streams.sent(topics.outputs()) + streams.processed();
  }

  /**
   * A point in time.
   *
   * @param cpuNanos CPU time of the process until then, without that of the thread that asks
   * @param compilerMillis time of the JIT compiler until then
   */
  private record Clock(long nanos, long cpuNanos, long compilerMillis) {

    static Clock now() {
      return new Clock(
          System.nanoTime(),
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
              - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(),
          ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
    }
  }

  /** The size of all files in a folder; 0 if there is none. */
  static long bytes(Path folder) {
    if (!Files.exists(folder)) {
      return 0; // a topology without state has none
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      throw new SieveException("the state in " + folder + " cannot be measured: " + e, e);
    }
  }
}
