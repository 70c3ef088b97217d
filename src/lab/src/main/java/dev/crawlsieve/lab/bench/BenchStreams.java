package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.FailureText;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.run.SieveClients;
import dev.crawlsieve.stream.run.StreamsSettings;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.apache.kafka.common.Metric;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** Runs and observes any topology under the settings of the sieve. */
final class BenchStreams implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(4);

  /** Listing all metrics costs more than reading a few known ones. */
  private static final long LOOK_UP_EVERY_NANOS = 100_000_000;

  private static final Duration STALLED_AFTER = Duration.ofSeconds(60);
  private static final Duration CLOSE = Duration.ofSeconds(30);

  private final KafkaStreams streams;
  private final AtomicReference<SieveException> failure = new AtomicReference<>();
  private final String name;
  private final Runnable stopCheck;
  private final Stall stall = new Stall(STALLED_AFTER);
  private List<Metric> processed = List.of();
  private List<Metric> sent = List.of();
  private long lookedUpNanos;

  /**
   * @param topology makes it for the stream threads of this run
   * @param name application id
   * @param stopCheck called often; throws to stop the work
   */
  BenchStreams(
      SieveConfig config,
      Function<StreamThreads, Topology> topology,
      String name,
      Runnable stopCheck) {
    this.name = name;
    this.stopCheck = stopCheck;
    Map<String, Object> settings = new HashMap<>(StreamsSettings.of(config).originals());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, name);
    StreamThreads threads = new StreamThreads();
    streams =
        new KafkaStreams(
            topology.apply(threads),
            new StreamsConfig(settings),
            new SieveClients(config, threads));
    streams.setUncaughtExceptionHandler(
        cause -> {
          failure.compareAndSet(null, FailureText.of(cause));
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
  }

  /** Adds an observer. */
  void showTo(RunObserver observer) {
    observer.created(streams);
  }

  void start() {
    streams.start();
  }

  /** Starts, and waits until all tasks are assigned. */
  void startAndAwaitRunning() {
    startAndAwaitRunning(() -> 0);
  }

  /**
   * Starts, and waits until all tasks are assigned and restored.
   *
   * @param restored a number that grows during the restore
   */
  void startAndAwaitRunning(DoubleSupplier restored) {
    start();
    while (streams.state() != KafkaStreams.State.RUNNING) {
      look(restored.getAsDouble());
    }
  }

  /** Number of records that the threads have processed, over all sub-topologies. */
  double processed() {
    lookUp();
    return sum(processed);
  }

  /** Number of records sent to the broker for some topics. */
  double sent(List<String> topics) {
    lookUp();
    return sum(
        sent.stream().filter(m -> topics.contains(m.metricName().tags().get("topic"))).toList());
  }

  /** A topic's metrics appear with its first record. */
  private void lookUp() {
    long now = System.nanoTime();
    if (!sent.isEmpty() && now - lookedUpNanos < LOOK_UP_EVERY_NANOS) {
      return;
    }
    lookedUpNanos = now;
    List<Metric> all = List.copyOf(streams.metrics().values());
    processed = named(all, "stream-thread-metrics", "process-total");
    sent = named(all, "producer-topic-metrics", "record-send-total");
  }

  private static List<Metric> named(List<Metric> all, String group, String name) {
    return all.stream()
        .filter(m -> m.metricName().group().equals(group) && m.metricName().name().equals(name))
        .toList();
  }

  private static double sum(List<Metric> metrics) {
    return metrics.stream().mapToDouble(metric -> (double) metric.metricValue()).sum();
  }

  /**
   * Waits a moment.
   *
   * @param moved a number that grows while there is work
   * @throws SieveException if the topology has failed, or nothing makes progress any more
   */
  void look(double moved) {
    LockSupport.parkNanos(LOOK_EVERY.toNanos());
    ensureWell(moved);
  }

  /** As {@link #look}, without waiting. */
  void ensureWell(double moved) {
    stopCheck.run();
    if (failure.get() != null) {
      throw failure.get();
    }
    if (streams.state().hasCompletedShutdown()) {
      throw new SieveException("the run " + name + " has stopped on its own");
    }
    if (stall.stands((long) moved)) {
      throw new SieveException(
          "no progress in the run " + name + " for " + STALLED_AFTER.toSeconds() + " s");
    }
  }

  @Override
  public void close() {
    streams.close(
        CloseOptions.timeout(CLOSE)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
  }
}
