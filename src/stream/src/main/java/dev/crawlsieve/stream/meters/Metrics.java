package dev.crawlsieve.stream.meters;

import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.run.Standstill;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.KafkaStreams;

/** The registry of all metrics. */
final class Metrics implements AutoCloseable {

  /** Kafka Streams has hundreds per thread and task; these show what is slow, stuck or failing. */
  private static final List<String> OF_KAFKA =
      List.of(
          "kafka.stream.alive.stream.threads",
          "kafka.stream.failed.stream.threads",
          "kafka.stream.thread.",
          "kafka.stream.task.dropped.records",
          "kafka.stream.task.process.",
          "kafka.stream.task.active.process.ratio",
          "kafka.consumer.fetch.manager.records.consumed",
          "kafka.consumer.fetch.manager.bytes.consumed",
          "kafka.consumer.coordinator.rebalance",
          "kafka.producer.record.send",
          "kafka.producer.record.error",
          "kafka.producer.txn.");

  private static final int MOST = 4_000;

  private final PrometheusMeterRegistry scraped =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MeterRegistry registry;
  private volatile KafkaStreamsMetrics kafka;
  private volatile Runnable refresh = () -> {};
  private boolean closed;

  Metrics() {
    this(Optional.empty());
  }

  /**
   * @param pushing a second registry that gets everything, too; it is closed with this one
   */
  Metrics(Optional<MeterRegistry> pushing) {
    registry =
        pushing.isPresent()
            ? new CompositeMeterRegistry().add(scraped).add(pushing.get())
            : scraped;
    registry
        .config()
        .meterFilter(MeterFilter.deny(Metrics::isUnwanted))
        .meterFilter(MeterFilter.maximumAllowableMetrics(MOST));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  private static boolean isUnwanted(Meter.Id id) {
    return id.getName().startsWith("kafka.")
        && OF_KAFKA.stream().noneMatch(prefix -> id.getName().startsWith(prefix));
  }

  MeterRegistry registry() {
    return registry;
  }

  /**
   * Adds the records left to restore.
   *
   * @param indexes number of lanes, or with shards, of all of their shards
   */
  void restoring(RestoreProgress restores, int indexes) {
    for (int partition = 0; partition < indexes; partition++) {
      int which = partition;
      Gauge.builder("crawlsieve.restore.left", () -> restores.left().getOrDefault(which, 0L))
          .description("Changelog records that a lane on this instance has yet to restore")
          .tags(restores.place(which).tags())
          .register(registry);
    }
  }

  /** Adds how long the instance has stood still, by cause. */
  void standing(Supplier<Standstill> standstill) {
    for (Standstill.Cause cause : Standstill.Cause.values()) {
      Gauge.builder("crawlsieve.standstill.seconds", () -> seconds(standstill.get(), cause))
          .description("How long nothing has been committed although there is work to do, else 0")
          .tag("cause", cause.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .register(registry);
    }
  }

  private static double seconds(Standstill standstill, Standstill.Cause cause) {
    return standstill == null || standstill.cause() != cause
        ? 0
        : standstill.length().toMillis() / 1e3;
  }

  /** Adds the state of the list of verdicts. */
  void following(LongSupplier behind, LongSupplier bytes) {
    Gauge.builder("crawlsieve.explain.behind", () -> Math.max(0, behind.getAsLong()))
        .description("Verdicts that searches by URL do not find yet")
        .register(registry);
    Gauge.builder("crawlsieve.explain.disk.bytes", bytes::getAsLong)
        .description("Size of the list of verdicts used by searches by URL")
        .register(registry);
  }

  /** Adds metrics of Kafka Streams. */
  void bind(KafkaStreams streams) {
    kafka = new KafkaStreamsMetrics(streams);
    kafka.bindTo(registry);
  }

  /**
   * Adds how far this instance is behind.
   *
   * @param lag records to be read yet, by topic; 0 for a topic that is not in it
   */
  void lagging(TopicNames topics, Supplier<Map<String, Long>> lag) {
    for (String topic : Lag.topics(topics)) {
      Gauge.builder("crawlsieve.lag.records", () -> lag.get().getOrDefault(topic, 0L))
          .description("Records of a topic that this instance has yet to read")
          .tag("topic", topic)
          .register(registry);
    }
  }

  /**
   * Adds how many pages wait before each shard of this instance, as of the moment of a scrape.
   *
   * @param restores knows the place of each partition of {@code lookups}
   */
  void waiting(RestoreProgress restores, Supplier<Map<Integer, Long>> pages) {
    MultiGauge gauges =
        MultiGauge.builder("crawlsieve.shard.waiting.pages")
            .description("Pages that wait before a shard")
            .register(registry);
    refresh =
        () -> {
          List<MultiGauge.Row<?>> rows = new ArrayList<>();
          pages
              .get()
              .forEach(
                  (partition, waiting) ->
                      rows.add(MultiGauge.Row.of(restores.place(partition).tags(), waiting)));
          gauges.register(rows, true);
        };
  }

  /** Adds whether the instance is ready, as {@code /health/ready} answers. */
  void readiness(Supplier<Health> health) {
    Gauge.builder("crawlsieve.ready", () -> health.get().ready() ? 1 : 0)
        .description("1 if all tasks are restored and running, else 0")
        .register(registry);
  }

  /** Adds the free and total space of the state's disk; NaN while the folder does not exist. */
  void stateFolder(File folder) {
    Gauge.builder("crawlsieve.state.disk.free.bytes", () -> bytes(folder, File::getUsableSpace))
        .description("Free bytes of the disk that holds state.dir")
        .register(registry);
    Gauge.builder("crawlsieve.state.disk.size.bytes", () -> bytes(folder, File::getTotalSpace))
        .description("Size of the disk that holds state.dir")
        .register(registry);
  }

  private static double bytes(File folder, ToLongFunction<File> space) {
    return folder.exists() ? space.applyAsLong(folder) : Double.NaN;
  }

  /** Looks again which gauges there are to push, if any are; a scrape does so itself. */
  void beforePush() {
    if (registry != scraped) {
      refresh.run();
    }
  }

  /** All metrics in Prometheus's text format. */
  String text() {
    refresh.run();
    return scraped.scrape();
  }

  /** Pushes a last time what is pushed. Idempotent; returns when that is done. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (kafka != null) {
      kafka.close();
    }
    registry.close();
  }
}
