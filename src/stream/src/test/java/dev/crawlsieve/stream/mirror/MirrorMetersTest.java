package dev.crawlsieve.stream.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.sites.mirror.MirrorCounts;
import dev.crawlsieve.stream.meters.LaneMeters;
import dev.crawlsieve.stream.meters.SieveMeters;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class MirrorMetersTest {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LaneMeters meters = new SieveMeters(registry).lanes();

  @Test
  void shouldShowMirrorsWhileTheyAreLearnedHere() {
    Supplier<MirrorCounts> counts = () -> new MirrorCounts(10, 2, 3, 4, 5, 11, 6, 7, 8, 9);
    assertThat(registry.scrape()).doesNotContain("crawlsieve_mirrors");
    open(() -> new MirrorCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    open(counts);
    assertThat(registry.scrape())
        .contains("crawlsieve_mirrors_observations_total 10.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"not-sampled\"} 2.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"evicted\"} 3.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"site-refused\"} 4.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"pair\"} 5.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"evaluation\"} 11.0")
        .contains("crawlsieve_mirrors_sites 6.0")
        .contains("crawlsieve_mirrors_pairs 7.0")
        .contains("crawlsieve_mirrors_declared 8.0")
        .contains("crawlsieve_mirrors_rules 9.0");
    meters.closed("mirrors", counts);
    assertThat(registry.scrape()).doesNotContain("crawlsieve_mirrors");
  }

  private void open(Supplier<MirrorCounts> counts) {
    meters.opened("mirrors", counts, all -> MirrorMeters.register(all, counts));
  }
}
