package dev.crawlsieve.stream.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/** What a registry has counted. */
public final class Counted {

  private Counted() {}

  /** The counts of a counter by one of its tags, without those that are 0. */
  public static Map<String, Long> by(MeterRegistry registry, String name, String tag) {
    Map<String, Long> counts = new TreeMap<>();
    for (Counter counter : registry.get(name).counters()) {
      if (counter.count() > 0) {
        counts.merge(counter.getId().getTag(tag), (long) counter.count(), Long::sum);
      }
    }
    return counts;
  }
}
