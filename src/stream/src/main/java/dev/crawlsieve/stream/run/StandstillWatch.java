package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.BegunRecords;
import dev.crawlsieve.stream.topology.Changelogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a running instance periodically, on its own thread, and reports when it stalls.
 *
 * <p>Committed offsets come from the brokers: Kafka Streams' own metrics keep their last value when
 * brokers are away, count commits per thread and not per partition, and forget a task that is
 * recreated. Waiting records, by contrast, are counted by consumers and processors: the end of a
 * topic may hold only transaction markers and records of aborted transactions, and no offset past
 * them is ever committed.
 */
final class StandstillWatch {

  private static final Logger LOG = LoggerFactory.getLogger(StandstillWatch.class);

  private static final String APART =
      "brokers answer, but the instance's consumers are connected to none that they know: if all"
          + " brokers have other names now, restart the instance";

  private static final int LOOKS = 12;
  private static final long LONG_DELAY_MILLIS = 1_000;
  private static final long MOST_MILLIS = 5_000;
  private static final long LEAST_ANSWER_MILLIS = 1_000;
  private static final long MOST_ANSWER_MILLIS = 8_000;

  private final SieveConfig config;
  private final KafkaStreams streams;
  private final BegunRecords begun;
  private final RunObserver observer;
  private final StandstillJudge judge;
  private final Connection connection;
  private final LazyAdmin admin;
  private final PeriodicWork work;
  private Standstill.@Nullable Cause logged;

  /** Whether the topic in which brokers keep the group's offsets could not be seen. */
  private boolean hidden;

  /**
   * @param observer notified after each check
   */
  StandstillWatch(
      SieveConfig config, KafkaStreams streams, BegunRecords begun, RunObserver observer) {
    this.config = config;
    this.streams = streams;
    this.begun = begun;
    this.observer = observer;
    long patience = config.healthPatience().toMillis();
    this.judge = new StandstillJudge(config.healthPatience());
    this.connection = new Connection(config);
    this.admin =
        new LazyAdmin(
            config,
            (int) Math.min(MOST_ANSWER_MILLIS, Math.max(LEAST_ANSWER_MILLIS, patience / 2)));
    Duration every = Duration.ofMillis(Math.min(MOST_MILLIS, Math.max(1, patience / LOOKS)));
    this.work = new PeriodicWork("crawlsieve-standstill", every, this::check, admin::close);
  }

  PeriodicWork work() {
    return work;
  }

  private void check() {
    long nanos = System.nanoTime();
    Standstill now = judge.judge(look(), nanos);
    if (now != null) {
      Map<MetricName, ? extends Metric> metrics = streams.metrics();
      now =
          delayed(
              now,
              longest(metrics, one -> one.name().endsWith("-throttle-time-max")),
              longest(metrics, StandstillWatch::timesWrites));
      // the right without which it is not known whether a transaction holds the group's offsets
      now =
          hidden && now.cause() == Standstill.Cause.ASSIGNMENT
              ? now.because(OffsetText.HIDDEN)
              : now;
    }
    if (!work.closing()) {
      log(now);
      observer.standing(now);
    }
  }

  /**
   * Adds a quota or slow brokers to the reason, if there are any. Commits wait for delayed
   * requests; if that takes longer than a transaction may, the producer is fenced, as if another
   * instance had taken over.
   *
   * @param throttled the longest recent delay by a quota, in milliseconds
   * @param written the longest recent time of a write request, in milliseconds
   */
  static Standstill delayed(Standstill found, long throttled, long written) {
    String delay = null;
    if (throttled >= LONG_DELAY_MILLIS) {
      delay =
          ("Brokers delay requests of this instance by up to %s ms, as its quota says;"
                  + " transactions that take longer than producer.transaction.timeout.ms are"
                  + " aborted: raise one of the two")
              .formatted(throttled);
    } else if (written >= LONG_DELAY_MILLIS) {
      delay =
          ("Brokers take up to %s ms to write what this instance sends: their disks are slow, or"
                  + " they have too much to do; transactions that take longer than"
                  + " producer.transaction.timeout.ms are aborted")
              .formatted(written);
    }
    return delay == null || !found.cause().delayMayCause() ? found : found.because(delay);
  }

  /**
   * Whether a metric times writes. Requests of consumers do not count: they may wait for records,
   * or for other members.
   */
  private static boolean timesWrites(MetricName name) {
    return name.group().equals("producer-metrics") && name.name().equals("request-latency-max");
  }

  private static long longest(
      Map<MetricName, ? extends Metric> metrics, Predicate<MetricName> which) {
    return metrics.entrySet().stream()
        .filter(one -> which.test(one.getKey()))
        .map(one -> one.getValue().metricValue())
        .filter(value -> value instanceof Number number && number.doubleValue() > 0)
        .mapToLong(value -> ((Number) value).longValue())
        .max()
        .orElse(0);
  }

  /**
   * Whether the consumers that read pages are connected to no broker. They keep the brokers that
   * they know, so they find no others, and a lag that they no longer ask for stays 0.
   */
  private static boolean isApart(Map<MetricName, ? extends Metric> metrics) {
    int consumers = 0;
    for (Map.Entry<MetricName, ? extends Metric> one : metrics.entrySet()) {
      String client = one.getKey().tags().getOrDefault("client-id", "");
      if (one.getKey().name().equals("connection-count")
          && one.getKey().group().equals("consumer-metrics")
          && client.endsWith("-consumer")
          && !client.endsWith("restore-consumer")) {
        if (number(one.getValue()) > 0) {
          return false;
        }
        consumers++;
      }
    }
    return consumers > 0;
  }

  /** Logs each cause once, not at every check. */
  private void log(@Nullable Standstill now) {
    Standstill.Cause cause = now == null ? null : now.cause();
    if (cause == logged) {
      return;
    }
    if (now == null) {
      LOG.warn("the instance is making progress again");
    } else {
      LOG.error(
          "the instance has made no progress for {} s: {}", now.length().toSeconds(), now.reason());
    }
    logged = cause;
  }

  private StandstillJudge.Look look() {
    try {
      String wrong = wrong();
      if (wrong == null && isApart(streams.metrics())) {
        return StandstillJudge.Look.apart(APART);
      }
      return look(wrong, wrong == null ? describer().committed(config.applicationId()) : Map.of());
    } catch (SieveException e) {
      String missing = Rights.missing(config, e);
      return StandstillJudge.Look.without(missing == null ? e.getMessage() : missing);
    }
  }

  private StandstillJudge.Look look(@Nullable String wrong, Map<TopicPartition, Long> committed) {
    Set<TopicPartition> work = new HashSet<>();
    streams
        .metadataForLocalThreads()
        .forEach(one -> one.activeTasks().forEach(task -> work.addAll(task.topicPartitions())));
    // A thread reports its tasks only once all of them are restored; some may run before that.
    Map<TopicPartition, BegunRecords.Begun> far = begun.now();
    far.forEach(
        (at, one) -> {
          if (one.atWork()) {
            work.add(at);
          }
        });
    long restoring = 0;
    long closed = 0;
    for (Map.Entry<MetricName, ? extends Metric> one : streams.metrics().entrySet()) {
      String name = one.getKey().name();
      if (name.equals("restore-remaining-records-total")) {
        restoring += number(one.getValue());
      } else if (name.equals("task-closed-total")) {
        closed += number(one.getValue());
      }
    }
    Map<TopicPartition, Long> lag = RecordsLag.of(streams.metrics());
    boolean assigning = streams.state() == KafkaStreams.State.REBALANCING;
    Map<TopicPartition, Long> open = new HashMap<>();
    if (wrong == null) {
      open.putAll(open(work, committed));
      if (assigning) {
        open.putAll(openChangelogs());
      }
    }
    return new StandstillJudge.Look(
        null, null, wrong, assigning, restoring, closed, work, committed, lag, open, far);
  }

  /**
   * Partitions with records in open transactions or behind them, and the offset from which on they
   * are.
   */
  private Map<TopicPartition, Long> open(
      Set<TopicPartition> work, Map<TopicPartition, Long> committed) {
    TopicDescriber describer = describer();
    Map<TopicPartition, Long> stable = describer.stable(work);
    Map<TopicPartition, Long> behind = describer.behind(stable);
    if (!this.work.closing()) {
      observer.open(behind);
      Map<TopicPartition, Long> uncommitted = new HashMap<>(stable);
      uncommitted.replaceAll((at, end) -> Math.max(0, end - committed.getOrDefault(at, 0L)));
      observer.uncommitted(uncommitted);
    }
    stable.keySet().retainAll(behind.keySet());
    return stable;
  }

  /**
   * The same for changelogs, which are restored up to the first open transaction, and for the
   * group's offsets, which are not known while they are in one.
   */
  private Map<TopicPartition, Long> openChangelogs() {
    TopicDescriber describer = describer();
    Set<TopicPartition> changelogs = new HashSet<>();
    for (String name : Changelogs.names(config)) {
      describer
          .partitions(name)
          .forEach(one -> changelogs.add(new TopicPartition(name, one.partition())));
    }
    Optional<TopicPartition> offsets = describer.offsetsOf(config.applicationId());
    hidden = offsets.isEmpty();
    offsets.ifPresent(changelogs::add);
    return describer.open(changelogs);
  }

  private static long number(Metric metric) {
    return metric.metricValue() instanceof Number number ? number.longValue() : 0;
  }

  /**
   * A sentence that says which topics are missing or have a wrong number of partitions; null if
   * none.
   */
  private @Nullable String wrong() {
    List<String> gone = new ArrayList<>();
    Map<String, Integer> partitions = new HashMap<>();
    TopicDescriber describer = describer();
    for (String topic : config.topics().all()) {
      int count = describer.partitions(topic).size();
      if (count == 0) {
        gone.add(topic);
      } else {
        partitions.put(topic, count);
      }
    }
    if (!gone.isEmpty()) {
      return Topics.absence(config, gone);
    }
    List<String> unequal = Topics.unequal(config, partitions);
    return unequal.isEmpty() ? null : String.join("; ", unequal);
  }

  private TopicDescriber describer() {
    return new TopicDescriber(admin.get(), connection);
  }
}
