package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Total;
import dev.crawlsieve.stream.run.Standstill;
import dev.crawlsieve.watch.http.Health;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** The registry of all metrics. */
final class Metrics implements AutoCloseable {

  /**
   * Kafka Streams has hundreds of metrics per thread and task; these show what is slow, stuck or
   * failing.
   */
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

  /** Prefixes of the meters that {@link #json} shows. */
  private static final List<String> OWN = List.of("crawlsieve.", "disk.");

  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String METRICS_ENDPOINT = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";

  private static final int MOST = 4_000;

  // A collector that accepts but never answers delays the end of a run by at most this.
  private static final Duration CONNECTING = Duration.ofSeconds(2);
  private static final Duration ANSWERING = Duration.ofSeconds(5);

  private final PrometheusMeterRegistry scraped =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MeterRegistry registry;
  private volatile @Nullable KafkaStreamsMetrics kafka;
  private volatile Runnable refresh = () -> {};
  private boolean closed;

  /** Metrics that are only scraped. */
  Metrics() {
    this(Optional.empty());
  }

  /**
   * Metrics that are scraped.
   *
   * @param push how the metrics are also pushed; empty if they are not. A push that fails is
   *     logged, and the next one makes up for it
   */
  Metrics(Optional<OtlpConfig> push) {
    registry =
        push.isPresent()
            ? new CompositeMeterRegistry().add(scraped).add(pushing(push.get()))
            : scraped;
    registry
        .config()
        .meterFilter(MeterFilter.deny(Metrics::isUnwanted))
        .meterFilter(MeterFilter.maximumAllowableMetrics(MOST));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  private static MeterRegistry pushing(OtlpConfig push) {
    try {
      return OtlpMeterRegistry.builder(push)
          .metricsSender(
              new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECTING, ANSWERING)))
          .build();
    } catch (RuntimeException e) { // Micrometer has no exception type for what it refuses
      throw new SettingsException(
          "the environment variables "
              + System.getenv().keySet().stream()
                  .filter(name -> name.startsWith("OTEL_"))
                  .sorted()
                  .toList()
              + " cannot be used: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Metrics that are scraped, and pushed by OTLP over HTTP if OpenTelemetry's {@code
   * OTEL_EXPORTER_OTLP_ENDPOINT} or {@code OTEL_EXPORTER_OTLP_METRICS_ENDPOINT} is set. Micrometer
   * reads its other environment variables.
   *
   * @throws SettingsException if a variable has a value that cannot be used
   */
  static Metrics pushed() {
    return new Metrics(endpoint(System.getenv()).map(Push::new));
  }

  /**
   * The URL to push to, by OpenTelemetry's specification of its OTLP exporter; empty if none is
   * set.
   *
   * @param environment the environment variables; an empty one counts as unset
   * @throws SettingsException if the URL is not an HTTP URL
   */
  static Optional<String> endpoint(Map<String, String> environment) {
    for (String name : List.of(METRICS_ENDPOINT, ENDPOINT)) {
      String url = environment.getOrDefault(name, "");
      if (url.isEmpty()) {
        continue;
      }
      if (!isHttp(url)) {
        throw new SettingsException(
            "the environment variable " + name + " must be a URL such as http://collector:4318");
      }
      return Optional.of(name.equals(ENDPOINT) ? url.replaceFirst("/$", "") + "/v1/metrics" : url);
    }
    return Optional.empty();
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = new URI(url);
      return uri.getHost() != null && String.valueOf(uri.getScheme()).matches("(?i)https?");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Configures the push from the environment; the default service is this program, the default
   * instance a random id.
   */
  private static final class Push implements OtlpConfig {

    private final String instance = UUID.randomUUID().toString();
    private final String url;

    private Push(String url) {
      this.url = url;
    }

    @Override
    public String url() {
      return url;
    }

    @Override
    public @Nullable String get(String key) {
      return null;
    }

    @Override
    public Map<String, String> resourceAttributes() {
      Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
      attributes.putIfAbsent("service.name", "crawlsieve");
      attributes.putIfAbsent("service.instance.id", instance);
      return attributes;
    }
  }

  private static boolean isUnwanted(Meter.Id id) {
    return id.getName().startsWith("kafka.")
        && OF_KAFKA.stream().noneMatch(prefix -> id.getName().startsWith(prefix));
  }

  MeterRegistry registry() {
    return registry;
  }

  /** Adds the number of records left to restore. */
  void restoring(RestoreProgress restores, IndexTasks tasks) {
    for (int task = 0; task < tasks.count(); task++) {
      int which = task;
      Gauge.builder("crawlsieve.restore.left", () -> restores.left().getOrDefault(which, 0L))
          .description("Changelog records that a lane on this instance has yet to restore")
          .tags(tasks.tags(which))
          .register(registry);
    }
  }

  /** Adds how long the instance has been at a standstill, by cause. */
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

  /** Adds metrics of the list of verdicts: how far it is behind, and its size. */
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
   * @param lag returns the number of records that wait, by topic; unknown for a topic that is
   *     missing
   */
  void lagging(TopicNames topics, Supplier<Map<String, Long>> lag) {
    for (String topic : Lag.topics(topics)) {
      Gauge.builder("crawlsieve.lag.records", () -> known(lag.get().get(topic)))
          .description("Records of a topic that this instance has not read, or not committed")
          .tag("topic", topic)
          .register(registry);
    }
  }

  private static double known(@Nullable Long number) {
    return number == null ? Double.NaN : number;
  }

  /**
   * Adds the number of pages that wait before each task of this instance, determined at each
   * scrape.
   *
   * @param pages returns them by the task's number
   */
  void waiting(IndexTasks tasks, Supplier<Map<Integer, Long>> pages) {
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
                  (task, waiting) ->
                      rows.add(MultiGauge.Row.of(Tags.of(tasks.tags(task)), waiting)));
          gauges.register(rows, true);
        };
  }

  /** Adds whether the instance is ready, as {@code /health/ready} answers. */
  void readiness(Supplier<Health> health) {
    Gauge.builder("crawlsieve.ready", () -> health.get().ready() ? 1 : 0)
        .description("1 if all tasks are restored and running, else 0")
        .register(registry);
  }

  /** Adds the free and total space of the disk that holds a folder. */
  void stateFolder(File folder) {
    new DiskSpaceMetrics(folder).bindTo(registry);
  }

  /** Updates the set of gauges. */
  void refresh() {
    refresh.run();
  }

  /** All metrics in Prometheus's text format. */
  String text() {
    refresh();
    return scraped.scrape();
  }

  /** Each {@link Total} since the start, and the count of each kind of duplicate, by name. */
  SortedMap<String, Long> totals() {
    SortedMap<String, Long> totals = new TreeMap<>();
    for (Counter pages : scraped.find(SieveMeters.PAGES).counters()) {
      String decision = pages.getId().getTag("decision");
      totals.merge(decision, (long) pages.count(), Long::sum);
      if (Total.DUPLICATE.key().equals(decision)) {
        totals.put(pages.getId().getTag("kind"), (long) pages.count());
      }
    }
    for (Counter letters : scraped.find(SieveMeters.LETTERS).counters()) {
      totals.merge(Total.DEAD_LETTERS.key(), (long) letters.count(), Long::sum);
    }
    return totals;
  }

  /**
   * How many more pages this instance read than came out of it: those that are under way, and those
   * that other instances routed, unless it also routed pages that others read.
   */
  long underWay() {
    long left = timed("fingerprint") - timed("route");
    for (String stage : List.of("decide", "route")) {
      left -= (long) scraped.get(SieveMeters.LETTERS).tag("stage", stage).counter().count();
    }
    return Math.max(0, left);
  }

  private long timed(String step) {
    return scraped.get(SieveMeters.STEP).tag("step", step).timer().count();
  }

  /**
   * The meters of this program and of its disk, by name. A meter has an object for each set of
   * tags, with the tags and the measured values, such as {@code count} or {@code value}; unknown
   * values are left out.
   */
  ObjectNode json() {
    refresh();
    ObjectNode json = RecordJson.JSON.createObjectNode();
    for (Meter meter : scraped.getMeters()) {
      String name = meter.getId().getName();
      if (OWN.stream().noneMatch(name::startsWith)) {
        continue;
      }
      ObjectNode one = json.withArray(name).addObject();
      meter.getId().getTags().forEach(tag -> one.put(tag.getKey(), tag.getValue()));
      for (Measurement measured : meter.measure()) {
        if (!Double.isNaN(measured.getValue())) {
          one.put(measured.getStatistic().getTagValueRepresentation(), measured.getValue());
        }
      }
    }
    return json;
  }

  /** Pushes metrics a last time, if they are pushed, and returns when that is done. Idempotent. */
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
