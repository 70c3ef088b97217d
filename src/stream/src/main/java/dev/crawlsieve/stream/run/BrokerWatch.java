package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Checks every second, on its own thread, whether the brokers answer.
 *
 * <p>{@link StandstillWatch} reports why nothing was committed for as long as it is patient; this
 * class reports within seconds that nothing can be committed.
 */
final class BrokerWatch {

  private static final Duration MOST_PATIENCE = Duration.ofSeconds(5);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final int ANSWER_MILLIS = 3_000;

  private final SieveConfig config;
  private final Consumer<@Nullable BrokersAway> observer;
  private final Consumer<Admin> answered;
  private final BrokerContact contact;
  private final LazyAdmin admin;
  private final PeriodicWork work;

  /**
   * @param observer notified after each attempt; with null if the brokers answer
   * @param answered called after each attempt that was answered, with a client for further requests
   */
  BrokerWatch(
      SieveConfig config, Consumer<@Nullable BrokersAway> observer, Consumer<Admin> answered) {
    this.config = config;
    this.observer = observer;
    this.answered = answered;
    Duration patience = config.healthPatience();
    this.contact =
        new BrokerContact(
            patience.compareTo(MOST_PATIENCE) < 0 ? patience : MOST_PATIENCE, System.nanoTime());
    this.admin = new LazyAdmin(config);
    this.work = new PeriodicWork("crawlsieve-brokers", EVERY, this::look, admin::close);
  }

  PeriodicWork work() {
    return work;
  }

  private void look() throws InterruptedException {
    boolean answer = answers();
    BrokersAway away = away(answer);
    if (work.closing()) {
      return;
    }
    observer.accept(away);
    if (answer) {
      answered.accept(admin.get());
    }
  }

  private @Nullable BrokersAway away(boolean answer) {
    if (answer) {
      contact.answered(System.nanoTime());
      return null;
    }
    Duration length = contact.unanswered(System.nanoTime());
    return length == null ? null : new BrokersAway(Connection.silent(config), length);
  }

  private boolean answers() throws InterruptedException {
    try {
      admin
          .get()
          .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS))
          .clusterId()
          .get();
      return true;
    } catch (ExecutionException e) {
      // A broker that refuses a request does answer; the refusal is reported elsewhere.
      return !(e.getCause() instanceof RetriableException);
    } catch (SieveException e) {
      return false;
    }
  }
}
