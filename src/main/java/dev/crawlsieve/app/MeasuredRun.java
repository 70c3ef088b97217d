package dev.crawlsieve.app;

import com.sun.management.OperatingSystemMXBean;
import dev.crawlsieve.bench.Figures;
import dev.crawlsieve.config.SieveConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.Topology;

/**
 * Runs a topology over pages that are already on their topic, and measures it from the first record
 * processed until the last page out is committed.
 *
 * <p>How many are out is read from the producers' counters: a consumer would cost as much as the
 * pass-through that is measured.
 */
final class MeasuredRun {

  /**
   * A pass-through is timed without its start, the first transactions of which take as long as some
   * hundred pages; the sieve is timed with its own, since it works ahead before a page comes out.
   */
  static final double START_OF_BARE = 0.1;

  /**
   * The pages on the topic.
   *
   * @param pages how many
   * @param bytes of their values
   */
  record Load(long pages, long bytes) {}

  private final SieveConfig config;
  private final BenchTopics topics;
  private final Runnable stopCheck;

  MeasuredRun(SieveConfig config, BenchTopics topics, Runnable stopCheck) {
    this.config = config;
    this.topics = topics;
    this.stopCheck = stopCheck;
  }

  /**
   * Runs once, with topics and state of its own.
   *
   * @param name application id, not used before
   * @param skipped share of the pages that come out before the clock starts; with 0, it starts with
   *     the first record processed
   */
  Figures run(Topology topology, String name, Load load, double skipped) {
    topics.renew();
    // What the run before has left on the heap is not this one's affair.
    System.gc();
    long brokerBytes = topics.bytes();
    double seconds;
    double timed;
    double cpuSeconds;
    double compilerSeconds;
    long unique;
    long duplicate;
    Path state = Path.of(config.stateDir());
    try {
      try (BenchStreams streams = new BenchStreams(config, topology, name, stopCheck)) {
        streams.start();
        while (streams.processed() == 0) {
          streams.look(0);
        }
        long start = System.nanoTime();
        double cpuStart = cpuSeconds();
        double compilerStart = compilerSeconds();
        double before = 0;
        double out = streams.sent(topics.outputs());
        while (out < skipped * load.pages()) {
          streams.look(out);
          out = streams.sent(topics.outputs());
        }
        // So few pages that most came out at a glance are timed from the first.
        if (skipped > 0 && out < 0.5 * load.pages()) {
          start = System.nanoTime();
          cpuStart = cpuSeconds();
          compilerStart = compilerSeconds();
          before = out;
        }
        timed = (load.pages() - before) / load.pages();
        while (out < load.pages()) {
          // The index works while no page comes out.
          streams.look(out + streams.processed());
          out = streams.sent(topics.outputs());
        }
        while (!topics.allCommitted(topics.outputs())) {
          streams.look(0);
        }
        seconds = (System.nanoTime() - start) / 1e9;
        cpuSeconds = cpuSeconds() - cpuStart;
        compilerSeconds = compilerSeconds() - compilerStart;
        unique = (long) streams.sent(List.of(config.topics().unique()));
        duplicate = (long) streams.sent(List.of(config.topics().duplicate()));
      }
      return new Figures(
          timed * load.pages() / seconds,
          timed * load.bytes() / 1e6 / seconds,
          1e3 * cpuSeconds / load.pages() / timed,
          compilerSeconds / cpuSeconds,
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

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  private static double compilerSeconds() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime() / 1e3;
  }

  private static long bytes(Path folder) {
    if (!Files.exists(folder)) {
      return 0; // a topology without state makes none
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      throw new SieveException("the state in " + folder + " cannot be measured: " + e, e);
    }
  }
}
