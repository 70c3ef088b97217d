package dev.crawlsieve.stream.otlp;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.HistogramFlavor;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Where metrics are pushed to, how often, and as whose. Counters are cumulative, as Prometheus's
 * are, so that what a collector missed is in the next push.
 *
 * @param every between two pushes, which begin at any moment of the first interval
 * @param patience with one push, from connecting to the end of the answer
 * @param instance the instance's id
 * @param log gets a line when the collector goes away and when it is back
 */
public record OtlpPush(
    URI url,
    Map<String, String> headers,
    String instance,
    Duration every,
    Duration patience,
    Consumer<String> log) {

  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A push a minute. */
  public static OtlpPush to(URI url, Map<String, String> headers, String instance) {
    return new OtlpPush(
        url, headers, instance, EVERY, PATIENCE, LoggerFactory.getLogger(OtlpPush.class)::warn);
  }

  /**
   * A registry that pushes its meters on a thread of its own, and a last time when it is closed.
   */
  public MeterRegistry registry() {
    return OtlpMeterRegistry.builder(new Config())
        .clock(Clock.SYSTEM)
        .threadFactory(
            work -> {
              Thread thread = new Thread(work, "crawlsieve-otlp");
              thread.setDaemon(true);
              return thread;
            })
        .metricsSender(new CollectorClient(url, patience, log))
        .build();
  }

  /** Overrides whatever the library would otherwise read from environment variables. */
  private final class Config implements OtlpConfig {

    @Override
    public String get(String key) {
      return null;
    }

    @Override
    public String url() {
      return url.toString();
    }

    @Override
    public Duration step() {
      return every;
    }

    @Override
    public Map<String, String> headers() {
      return headers;
    }

    @Override
    public Map<String, String> resourceAttributes() {
      return Map.of("service.name", "crawlsieve", "service.instance.id", instance);
    }

    @Override
    public AggregationTemporality aggregationTemporality() {
      return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public HistogramFlavor histogramFlavor() {
      return HistogramFlavor.EXPLICIT_BUCKET_HISTOGRAM;
    }
  }
}
