package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.PeriodicWork;
import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;

/** Counts and times the work of an instance in metrics, and keeps samples of the last half hour. */
public final class MeteredRun extends RunHealth implements AutoCloseable {

  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(5);
  private static final int SAMPLES = 360;

  private final Consumer<KafkaStreams> created;
  private final Metrics metrics;
  private final SieveMeters counted;
  private final History history = new History(SAMPLES);
  private final StatsJson stats;
  private final PeriodicWork sampler =
      new PeriodicWork("crawlsieve-watch", SAMPLE_EVERY, this::sample);

  /** Prepares to observe an instance. */
  public MeteredRun(SieveConfig config) {
    this(config, streams -> {});
  }

  /**
   * Prepares to observe an instance.
   *
   * @param created receives the instance when it is about to start
   */
  MeteredRun(SieveConfig config, Consumer<KafkaStreams> created) {
    super(config);
    this.created = created;
    this.metrics = Metrics.pushed();
    this.counted =
        new SieveMeters(metrics.registry(), config.indexTasks(), config.liveOverrides()::now);
    this.stats = new StatsJson(config, counted, metrics);
    metrics.readiness(this::health);
    metrics.standing(this::standstill);
    metrics.stateFolder(new File(config.stateDir()));
    metrics.restoring(restores, config.indexTasks());
  }

  /** Adds metrics of the list of verdicts: how far it is behind, and its size. */
  void following(LongSupplier behind, LongSupplier bytes) {
    metrics.following(behind, bytes);
  }

  /** Starts to take samples. */
  public void start() {
    sample();
    sampler.start();
  }

  private void sample() {
    metrics.refresh();
    Map<String, Long> lag = lag();
    history.add(
        new History.Sample(
            System.currentTimeMillis(), metrics.totals(), lag.isEmpty() ? -1 : sum(lag)));
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
    metrics.waiting(config.indexTasks(), this::waiting);
    created.accept(streams);
  }

  /** See {@link Metrics#totals}. */
  public Map<String, Long> totals() {
    return metrics.totals();
  }

  /** See {@link Metrics#underWay}. */
  public long underWay() {
    return metrics.underWay();
  }

  /** All metrics in Prometheus's text format. */
  String text() {
    return metrics.text();
  }

  /** The answer of {@code /api/stats} about this instance alone. */
  ObjectNode stats() {
    return stats.of(health(), history);
  }

  /** Pushes metrics a last time, if they are pushed; called once the instance has stopped. */
  public void stopped() {
    metrics.close();
  }

  /** Stops taking samples, and pushes metrics a last time, if they are pushed. Idempotent. */
  @Override
  public void close() {
    sampler.close();
    metrics.close();
  }
}
