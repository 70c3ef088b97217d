package dev.crawlsieve.stream.meters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.otlp.OtlpPush;
import dev.crawlsieve.stream.run.PeriodicWork;
import dev.crawlsieve.stream.topology.SieveMeters;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;

/** An instance whose work is counted and timed in metrics, with samples of the last day. */
public final class MeteredRun extends RunHealth implements ObservedRun, AutoCloseable {

  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(5);
  private static final int SAMPLES = 360;
  private static final int SAMPLES_A_MINUTE = 12;
  private static final int MINUTES = 1_440;
  private static final int HOST_SAMPLES = 60;
  private static final int SAMPLES_A_HOST_SAMPLE = 6;

  private final Consumer<KafkaStreams> created;
  private final Metrics metrics;
  private final CountingMeters counted;
  private final History history = new History(SAMPLES);
  private final History day = new History(MINUTES);
  private final Latest<Map<String, TopCounts.Count>> hostHistory = new Latest<>(HOST_SAMPLES);
  private final StatsJson stats;
  private final PeriodicWork sampler =
      new PeriodicWork("crawlsieve-watch", SAMPLE_EVERY, this::sample);
  private int samples;

  /**
   * Nothing has happened yet.
   *
   * @param push where metrics are pushed to; closed with this
   * @param created told of the instance when it is about to start
   */
  public MeteredRun(SieveConfig config, Optional<OtlpPush> push, Consumer<KafkaStreams> created) {
    super(config);
    this.created = created;
    this.metrics = new Metrics(push.map(OtlpPush::registry));
    this.counted = new CountingMeters(metrics.registry(), config.shards());
    this.stats = new StatsJson(config, counted, Instant.now());
    metrics.readiness(this::health);
    metrics.standing(this::standstill);
    metrics.stateFolder(new File(config.stateDir()));
    metrics.restoring(restores, config.lanes() * Math.max(1, config.shards()));
  }

  /** Adds the state of the list of verdicts to the metrics: how far behind it is, and its size. */
  public void following(LongSupplier behind, LongSupplier bytes) {
    metrics.following(behind, bytes);
  }

  /** Starts to take samples. */
  public void start() {
    sample();
    sampler.start();
  }

  private void sample() {
    metrics.beforePush();
    RunCounts now = counts();
    History.Sample sample =
        new History.Sample(
            System.currentTimeMillis(),
            now.unique(),
            counted.duplicatesByKind(),
            now.deadLetters(),
            now.lag());
    history.add(sample);
    if (samples % SAMPLES_A_MINUTE == 0) {
      day.add(sample);
    }
    if (samples++ % SAMPLES_A_HOST_SAMPLE == 0) {
      hostHistory.add(
          counted.hosts().top(StatsJson.HOSTS).stream()
              .collect(Collectors.toMap(TopCounts.Count::name, host -> host)));
    }
  }

  @Override
  public SieveMeters meters() {
    return counted;
  }

  @Override
  public void created(KafkaStreams streams) {
    super.created(streams);
    metrics.lagging(config.topics(), this::lastLag);
    metrics.bind(streams);
    if (config.shards() > 0) {
      metrics.waiting(restores, this::waiting);
    }
    created.accept(streams);
  }

  @Override
  public Map<String, Long> reasons(int most) {
    return counted.reasons(most);
  }

  @Override
  public RunCounts counts() {
    return counts(
        counted.uniquePages(),
        counted.duplicatePages(),
        sum(counted.unjudgedPages()),
        sum(counted.deadLetters()));
  }

  /** All metrics in Prometheus's text format. */
  public String text() {
    return metrics.text();
  }

  /** What {@code /api/stats} says of this instance alone. */
  public ObjectNode stats() {
    ObjectNode json = stats.of(health(), history, hostHistory, lag(), restores.left());
    File state = new File(config.stateDir());
    json.putObject("disk").put("free", state.getUsableSpace()).put("size", state.getTotalSpace());
    if (config.shards() > 0) {
      stats.addPipeline(json, waiting());
    }
    return json;
  }

  /** Counts of the last day, a sample each minute. */
  public JsonNode day() {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    StatsJson.putHistory(json, day);
    return json;
  }

  /**
   * The latest dropped pages of a host or kind, as on the topic of verdicts.
   *
   * @param host null for all; includes its subdomains
   * @param kind null for all
   * @throws RefusedException if there is no such kind
   */
  public ObjectNode dropped(String host, String kind) throws RefusedException {
    Verdict.Kind wanted = kind == null ? null : kind(kind);
    String name = host == null ? null : host.toLowerCase(Locale.ROOT);
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.set("dropped", StatsJson.dropped(counted.latestDropped(name, wanted)));
    return json;
  }

  private static Verdict.Kind kind(String text) throws RefusedException {
    List<Verdict.Kind> kinds = List.of(Verdict.Kind.values());
    return kinds.stream()
        .filter(kind -> kind.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    400,
                    kinds.stream()
                        .map(Verdict.Kind::text)
                        .collect(Collectors.joining(", ", "kind must be one of ", ""))));
  }

  /** Once the instance has stopped: pushes metrics a last time if they are. */
  public void stopped() {
    metrics.close();
  }

  /** Takes no more samples, and pushes metrics a last time if they are. Idempotent. */
  @Override
  public void close() {
    sampler.close();
    metrics.close();
  }
}
