package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Asks the brokers every second, on a thread of its own, whether they are there.
 *
 * <p>{@link StandstillWatch} tells why nothing is committed for as long as {@code health.patience};
 * this tells within seconds that nothing can be.
 */
final class BrokerWatch implements AutoCloseable {

  private static final Duration MOST_PATIENCE = Duration.ofSeconds(5);
  private static final long EVERY_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 3_000;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final SieveConfig config;
  private final Consumer<BrokersAway> told;
  private final BrokerContact contact;
  private final Thread thread = new Thread(this::run, "crawlsieve-brokers");
  private final CountDownLatch closing = new CountDownLatch(1);
  private Admin admin;

  /**
   * @param told notified after each attempt; with null if the brokers are there
   */
  BrokerWatch(SieveConfig config, Consumer<BrokersAway> told) {
    this.config = config;
    this.told = told;
    Duration patience = config.healthPatience();
    this.contact =
        new BrokerContact(
            patience.compareTo(MOST_PATIENCE) < 0 ? patience : MOST_PATIENCE, System.nanoTime());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closing.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        BrokersAway away = look();
        if (closing.getCount() > 0) {
          told.accept(away);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed during an attempt
    } finally {
      if (admin != null) {
        admin.close(Duration.ZERO);
      }
    }
  }

  private BrokersAway look() throws InterruptedException {
    if (answers()) {
      contact.answered(System.nanoTime());
      return null;
    }
    Duration length = contact.unanswered(System.nanoTime());
    return length == null ? null : new BrokersAway(Connection.silent(config), length);
  }

  private boolean answers() throws InterruptedException {
    try {
      if (admin == null) {
        admin = new Connection(config).admin();
        return true;
      }
      String unused =
          admin
              .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS))
              .clusterId()
              .get();
      return true;
    } catch (ExecutionException e) {
      // A broker that refuses is there; what it refuses shows elsewhere.
      return !(e.getCause() instanceof RetriableException);
    } catch (SieveException e) {
      return false;
    }
  }

  /** Stops the watch. Idempotent. */
  @Override
  public void close() {
    closing.countDown();
    thread.interrupt();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
