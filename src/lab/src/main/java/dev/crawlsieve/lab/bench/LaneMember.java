package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.LostTransactions;
import dev.crawlsieve.stream.run.PeriodicWork;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** The deciding half of the topology in a process of its own, until it is stopped or killed. */
public final class LaneMember implements AutoCloseable {

  /** As often as {@code run}. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

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
    LostTransactions lost = new LostTransactions(config);
    try (Admin admin = new Connection(config).admin();
        BenchStreams streams =
            new BenchStreams(
                config,
                threads -> new SieveTopology(config, null, new SieveMeters(), threads).lane(),
                config.applicationId(),
                work::ensureGoingOn);
        PeriodicWork watch =
            new PeriodicWork("crawlsieve-lost", LOOK_EVERY, () -> streams.abort(lost, admin))) {
      streams.start();
      watch.start();
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
