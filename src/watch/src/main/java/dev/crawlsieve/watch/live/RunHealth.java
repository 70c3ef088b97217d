package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.BrokersAway;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.run.Standstill;
import dev.crawlsieve.stream.topology.UncommittedRecords;
import dev.crawlsieve.watch.http.Health;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Determines the health of an instance from the events so far. Thread-safe. */
class RunHealth implements RunObserver {

  /** The name of the state in which shown data may be outdated; the live page looks for it. */
  static final String NO_BROKER = "no broker";

  final SieveConfig config;
  final RestoreProgress restores;
  private volatile @Nullable KafkaStreams streams;
  private volatile boolean stopping;
  private volatile @Nullable SieveException failure;
  private volatile @Nullable Standstill standstill;
  private volatile @Nullable BrokersAway away;
  private volatile UncommittedRecords fetched = new UncommittedRecords();
  private volatile Map<TopicPartition, Long> open = Map.of();
  private volatile Map<TopicPartition, Long> uncommitted = Map.of();

  RunHealth(SieveConfig config) {
    this.config = config;
    this.restores = new RestoreProgress(config.indexTasks());
  }

  @Override
  public void created(KafkaStreams created) {
    streams = created;
    created.setGlobalStateRestoreListener(restores);
  }

  @Override
  public void reading(UncommittedRecords records) {
    fetched = records;
  }

  @Override
  public void stopping() {
    stopping = true;
  }

  @Override
  public void standing(@Nullable Standstill now) {
    standstill = now;
  }

  @Override
  public void brokers(@Nullable BrokersAway now) {
    away = now;
  }

  @Override
  public void open(Map<TopicPartition, Long> records) {
    open = Map.copyOf(records);
  }

  @Override
  public void uncommitted(Map<TopicPartition, Long> offsets) {
    uncommitted = Map.copyOf(offsets);
  }

  @Override
  public void failed(SieveException cause) {
    failure = cause;
  }

  /** Number of records that wait, by topic, as far as is known. */
  final Map<String, Long> lastLag() {
    KafkaStreams now = streams;
    return now == null
        ? Map.of()
        : Lag.of(now.metrics(), config.topics(), open, uncommitted, fetched.now(), fetched.ahead());
  }

  /**
   * Number of records that wait, by topic; empty if no broker answers, because the number is then
   * outdated.
   */
  final Map<String, Long> lag() {
    return away == null ? lastLag() : Map.of();
  }

  /** See {@link Lag#beforeTasks}. */
  final Map<Integer, Long> waiting() {
    KafkaStreams now = streams;
    return now == null ? Map.of() : Lag.beforeTasks(now.metrics(), config.topics());
  }

  /**
   * The lag in words: how many records wait on each topic, and before which task of this instance
   * the most pages wait; empty if unknown.
   */
  public final String behind() {
    Map<String, Long> lag = lag();
    if (lag.isEmpty()) {
      return "";
    }
    return "lag "
        + Lag.words(lag, config.topics())
        + waiting().entrySet().stream()
            .filter(task -> task.getValue() > 0)
            .max(Map.Entry.comparingByValue())
            .map(
                task ->
                    String.format(
                        Locale.ROOT,
                        " (%,d before %s)",
                        task.getValue(),
                        config.indexTasks().name(task.getKey())))
            .orElse("");
  }

  static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The current standstill; null if the instance makes progress. */
  @Nullable Standstill standstill() {
    return standstill;
  }

  /** The instance's health now. */
  public Health health() {
    if (failure != null) {
      return new Health(false, false, "failed", failure.getMessage());
    }
    if (stopping) {
      return new Health(true, false, "stopping", "the instance was told to stop");
    }
    return streams == null
        ? new Health(true, false, "starting", "brokers, topics and settings are being checked")
        : of(streams.state(), restores.named(), standstill, away);
  }

  /**
   * @param standstill null if the instance makes progress
   * @param away null if a broker answers
   */
  static Health of(
      KafkaStreams.State state,
      Map<String, Long> restoring,
      @Nullable Standstill standstill,
      @Nullable BrokersAway away) {
    String name = state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    if (!state.isRunningOrRebalancing() && state != KafkaStreams.State.CREATED) {
      return new Health(false, false, name, "the topology has stopped on its own");
    }
    if (standstill != null) {
      // Brokers that have been away for longer than the patience are a standstill, too.
      boolean broker = standstill.cause() == Standstill.Cause.BROKER;
      String reason = lasting(standstill.reason(), standstill.length());
      return new Health(standstill.live(), false, broker ? NO_BROKER : "standing still", reason);
    }
    if (away != null) {
      return new Health(true, false, NO_BROKER, lasting(away.reason(), away.length()));
    }
    if (!restoring.isEmpty()) {
      String left =
          restoring.entrySet().stream()
              .map(lane -> lane.getValue() + " records of " + lane.getKey())
              .collect(Collectors.joining(", "));
      return new Health(true, false, "restoring", "still to be restored: " + left);
    }
    return state == KafkaStreams.State.RUNNING
        ? new Health(true, true, name, null)
        : new Health(true, false, name, "tasks are being assigned");
  }

  private static String lasting(String reason, Duration length) {
    return reason + " (for " + length.toSeconds() + " s by now)";
  }
}
