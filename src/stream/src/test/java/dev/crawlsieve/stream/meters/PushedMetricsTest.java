package dev.crawlsieve.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.otlp.Collector;
import dev.crawlsieve.stream.otlp.OtlpPush;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A collector sees what {@code /metrics} shows. */
final class PushedMetricsTest {

  private static final Pattern PAGES =
      Pattern.compile("(?m)^crawlsieve_pages_total\\{decision=\"(.*)\",kind=\"(.*)\"} (.*)$");

  @Test
  void shouldPushTheCountsThatAreScraped() throws IOException {
    try (Collector collector = new Collector()) {
      Metrics metrics = pushedTo(collector);
      CountingMeters counted = new CountingMeters(metrics.registry());
      Supplier<IndexStats> index = PushedMetricsTest::stats;
      counted.opened(0, index);
      for (int page = 0; page < 100; page++) {
        counted.routed(CountingMetersTest.verdict("http://a.example/" + page, null), 1);
      }
      int copies = 0;
      for (Verdict.Kind kind : Verdict.Kind.values()) {
        copies++;
        for (int page = 0; page < copies; page++) {
          counted.routed(CountingMetersTest.verdict("http://a.example/" + page, kind), 1);
        }
      }
      counted.unjudged(UnjudgedPageException.Trait.STATUS);
      Map<String, Double> scraped = new TreeMap<>();
      for (MatchResult line : PAGES.matcher(metrics.text()).results().toList()) {
        scraped.put(line.group(1) + " " + line.group(2), Double.valueOf(line.group(3)));
      }
      assertThat(scraped)
          .containsEntry("unique none", 100.0)
          .containsEntry("duplicate " + Verdict.Kind.EXACT.text(), 1.0);
      assertThat(counted.uniquePages()).isEqualTo(100);
      assertThat(metrics.text()).contains("crawlsieve_index_leaders{lane=\"0\"} 1000.0");

      metrics.close();

      List<Metric> pushed = collector.newest();
      assertThat(pushed).extracting(Metric::getName).contains("crawlsieve.index.leaders");
      Metric pages =
          pushed.stream()
              .filter(metric -> metric.getName().equals("crawlsieve.pages"))
              .findFirst()
              .orElseThrow();
      assertThat(pages.getSum().getAggregationTemporality())
          .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
      Map<String, Double> seen = new TreeMap<>();
      for (NumberDataPoint point : pages.getSum().getDataPointsList()) {
        seen.put(
            attribute(point, "decision") + " " + attribute(point, "kind"), point.getAsDouble());
      }
      assertThat(seen).isEqualTo(scraped);
    }
  }

  @Test
  void shouldForgetAClosedIndexInBothPlaces() throws IOException {
    try (Collector collector = new Collector()) {
      Metrics metrics = pushedTo(collector);
      CountingMeters counted = new CountingMeters(metrics.registry());
      Supplier<IndexStats> index = PushedMetricsTest::stats;
      counted.opened(0, index);
      counted.closed(0, index);
      assertThat(metrics.text()).doesNotContain("crawlsieve_index_leaders{");
      metrics.close();
      assertThat(collector.newest())
          .extracting(Metric::getName)
          .doesNotContain("crawlsieve.index.leaders");
    }
  }

  private static IndexStats stats() {
    return LaneStats.of(1_000, 0, 1, 1, 1, 1, 1, 1);
  }

  private static Metrics pushedTo(Collector collector) {
    return new Metrics(Optional.of(OtlpPush.to(collector.url(), Map.of(), "here:1").registry()));
  }

  private static String attribute(NumberDataPoint point, String key) {
    return point.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(key))
        .map(attribute -> attribute.getValue().getStringValue())
        .findFirst()
        .orElseThrow();
  }
}
