package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.SieveMeters;
import dev.crawlsieve.stream.topology.SieveTopology;

/** The deciding half of the topology in a process of its own, until it is stopped or killed. */
public final class LaneMember implements AutoCloseable {

  private final SieveConfig config;
  private final Stoppable work = new Stoppable();

  public LaneMember(SieveConfig config) {
    this.config = config;
  }

  /**
   * Runs.
   *
   * @throws dev.crawlsieve.core.work.SieveException when it is stopped, or has failed
   */
  public void run() {
    work.begin();
    try (BenchStreams streams =
        new BenchStreams(
            config,
            threads -> new SieveTopology(config, null, SieveMeters.NONE, threads).lane(),
            config.applicationId(),
            work::ensureGoingOn)) {
      streams.start();
      while (true) {
        streams.look((double) System.nanoTime()); // it may have nothing to do
      }
    } finally {
      work.cleared();
    }
  }

  /** Stops the work, and waits until it has ended. */
  @Override
  public void close() {
    work.stop();
  }
}
