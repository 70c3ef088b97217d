package dev.crawlsieve.lab.bench;

import dev.crawlsieve.stream.meters.SieveMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collection;

/** The meters of a steady run. */
final class SteadyMeters {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SieveMeters counted = new SieveMeters(registry, 0);

  SieveMeters counted() {
    return counted;
  }

  /** Number of pages routed, including those to dead-letters. */
  long routed() {
    return sum(registry.find(SieveMeters.PAGES).counters())
        + sum(registry.find(SieveMeters.LETTERS).counters());
  }

  long duplicates() {
    return sum(registry.find(SieveMeters.PAGES).tag("decision", "duplicate").counters());
  }

  private static long sum(Collection<Counter> counters) {
    return counters.stream().mapToLong(counter -> (long) counter.count()).sum();
  }

  /** A figure of the indexes summed over the open lanes. */
  long sum(String figure) {
    return registry.find("crawlsieve.index." + figure).gauges().stream()
        .mapToDouble(Gauge::value)
        .filter(value -> !Double.isNaN(value))
        .mapToLong(value -> (long) value)
        .sum();
  }
}
