package dev.crawlsieve.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.IndexTasks;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SieveMetersTest {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final SieveMeters counted = new SieveMeters(registry);

  @Test
  void shouldCountWhatIsNotJudgedAndHowCharacterSetsWereFound() {
    counted.unjudged(UnjudgedPageException.Trait.STATUS);
    counted.charset(PageCharset.NONE);
    counted.charset(new PageCharset(PageCharset.Found.DETECTED, "windows-1251"));
    counted.charset(new PageCharset(PageCharset.Found.DETECTED, "windows-1251"));
    assertThat(registry.scrape())
        .contains("crawlsieve_pages_total{decision=\"unjudged\",kind=\"status\"} 1.0")
        .contains("crawlsieve_pages_total{decision=\"unjudged\",kind=\"type\"} 0.0")
        .contains("crawlsieve_pages_charset_total{charset=\"windows-1251\",found=\"detected\"} 2.0")
        .doesNotContain("found=\"none\"");
  }

  @Test
  void shouldCountPagesByDecisionAndKind() {
    counted.routed(Verdicts.of("http://a.example/", null), 1_000);
    counted.routed(Verdicts.of("http://a.example/2", Verdict.Kind.NEAR), 1_000);
    counted.routed(Verdicts.of("not a url", Verdict.Kind.NEAR), 1_000);
    assertThat(registry.scrape())
        .contains("crawlsieve_pages_total{decision=\"unique\",kind=\"none\"} 1.0")
        .contains("crawlsieve_pages_total{decision=\"duplicate\",kind=\"near\"} 2.0")
        .contains("crawlsieve_pages_total{decision=\"duplicate\",kind=\"exact\"} 0.0")
        .contains("crawlsieve_step_seconds_count{step=\"route\"} 3");
    assertThat(counted.latestDropped()).hasSize(2);
    assertThat(counted.hosts().top(3))
        .containsExactly(
            new TopCounts.Count("a.example", 2, 1, 0), new TopCounts.Count("(other)", 1, 1, 0));
  }

  @Test
  void shouldCountCopiesOfOneKeptPageByTheirNames() {
    counted.routed(Verdicts.of("http://a.example/", Verdict.Kind.EXACT), 1);
    counted.routed(Verdicts.of("http://a.example/x/article.html?a=/", Verdict.Kind.NEAR), 1);
    counted.routed(Verdicts.of("http://a.example/article/", Verdict.Kind.EXACT), 1);
    counted.routed(Verdicts.of("http://o.example/", Verdict.Kind.REVISIT), 1);
    assertThat(counted.copied().top(3))
        .containsExactly(new TopCounts.Count("http://o.example/", 3, 2, 0));
    assertThat(registry.scrape())
        .contains("crawlsieve_most_copied_copies{names=\"any\"} 3.0")
        .contains("crawlsieve_most_copied_copies{names=\"other\"} 2.0");
  }

  @Test
  void shouldCountWork() {
    counted.decided(Verdicts.of("http://a.example/", null), null, 2_000_000);
    counted.decided(Verdicts.of("http://a.example/2", Verdict.Kind.EXACT), null, 2_000_000);
    counted.deadLetter("fingerprint", "pages", new Coordinates(1, 7), "no body");
    counted.readAgain();
    counted.pending(() -> 42);
    assertThat(registry.scrape())
        .contains("crawlsieve_step_seconds_sum{step=\"decide\"} 0.004")
        .contains("crawlsieve_lookup_candidates_sum 10.0")
        .contains("crawlsieve_dead_letters_total{stage=\"fingerprint\"} 1.0")
        .contains("crawlsieve_pages_read_again_total 1.0")
        .contains("crawlsieve_pending_bytes 42.0")
        .contains("crawlsieve_copy_distance_bits_sum 3.0")
        .contains("crawlsieve_copy_distance_bits_count 1");
    assertThat(counted.latestDeadLetters())
        .containsExactly(new DeadLetter("fingerprint", "pages", 1, 7, "no body"));
  }

  @Test
  void shouldMeasureNoDistanceOfPagesThatAnOverrideDrops() {
    counted.decided(Verdicts.of("http://b.example/2", Verdict.Kind.NEAR), null, 1);
    counted.decided(Verdicts.of("http://a.example/", Verdict.Kind.OVERRIDE), null, 1);
    assertThat(registry.scrape())
        .contains("crawlsieve_copy_distance_bits_sum 3.0")
        .contains("crawlsieve_copy_distance_bits_count 1");
  }

  @Test
  void shouldShowAnIndexWhileItIsOpen() {
    Supplier<IndexStats> thrownAway =
        () -> {
          throw new IndexException("closed");
        };
    Supplier<IndexStats> stats = () -> LaneStats.of(12, 3, 390, 10, 500, 600, 0, 7);
    // Kafka Streams opens and closes a store before it opens the one that it works with.
    counted.lanes().opened("index", 0, thrownAway);
    assertThat(registry.scrape()).contains("crawlsieve_index_leaders{lane=\"0\"} NaN");
    counted.lanes().opened("index", 0, stats);
    counted.lanes().closed("index", 0, thrownAway);
    assertThat(registry.scrape())
        .contains("crawlsieve_index_leaders{lane=\"0\"} 12.0")
        .contains("crawlsieve_index_leaders_on_disk{lane=\"0\"} 3.0")
        .contains("crawlsieve_index_heap_bytes{lane=\"0\"} 400.0")
        .contains("crawlsieve_index_disk_bytes{lane=\"0\"} 600.0")
        .contains("crawlsieve_index_bucket_largest{lane=\"0\"} 7.0");
    counted.lanes().closed("index", 0, stats);
    assertThat(registry.scrape()).doesNotContain("crawlsieve_index_leaders{");
  }

  @Test
  void shouldShowShardsAndTheNewestPagesBesideThem() {
    PrometheusMeterRegistry all = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    SieveMeters sharded = new SieveMeters(all, new IndexTasks(2, 4), () -> Overrides.NONE);
    LaneMeters lanes = sharded.lanes();
    Supplier<IndexStats> shard = () -> LaneStats.of(12, 3, 390, 10, 500, 600, 0, 7);
    Supplier<IndexStats> recent = () -> LaneStats.of(5, 0, 20, 1, 0, 30, 0, 1);
    Supplier<IndexStats> more = () -> LaneStats.of(6, 0, 20, 1, 0, 30, 0, 1);
    lanes.opened("index", 6, shard);
    lanes.opened("recent", 1, recent);
    lanes.opened("recent", 1, more); // the lane came back before it was gone
    sharded.lookedUp(2_000_000);
    assertThat(all.scrape())
        .contains("crawlsieve_index_leaders{lane=\"1\",shard=\"2\"} 12.0")
        .contains("crawlsieve_recent_leaders{lane=\"1\"} 6.0")
        .contains("crawlsieve_recent_heap_bytes{lane=\"1\"} 21.0")
        .contains("crawlsieve_recent_disk_bytes{lane=\"1\"} 30.0")
        .contains("crawlsieve_step_seconds_sum{step=\"look-up\"} 0.002");
    lanes.closed("recent", 1, recent);
    assertThat(all.scrape()).contains("crawlsieve_recent_leaders{lane=\"1\"} 6.0");
    lanes.closed("recent", 1, more);
    lanes.closed("index", 6, shard);
    assertThat(all.scrape())
        .doesNotContain("crawlsieve_recent_leaders{")
        .doesNotContain("crawlsieve_index_leaders{");
  }

  @Test
  void shouldCountNamesOfOverridesThatAppliedToNoPage(@TempDir Path dir) throws IOException {
    assertThat(registry.scrape()).contains("crawlsieve_overrides_unapplied 0.0");
    Path file =
        Files.writeString(
            dir.resolve("overrides"),
            "{\"keep\":{\"host\":\"a.example\"}}\n{\"drop\":{\"host\":\"b.example\"}}\n");
    PrometheusMeterRegistry all = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Overrides overrides =
        OverridesFile.read(file, FingerprintSettings.RAW.page(), DetectorSettings.DEFAULT);
    SieveMeters counts = new SieveMeters(all, new IndexTasks(1, 0), () -> overrides);
    assertThat(all.scrape()).contains("crawlsieve_overrides_unapplied 2.0");
    String kept = "http://a.example/";
    counts.decided(Verdicts.of(kept, null), overrides.of(kept).decision(), 1);
    assertThat(all.scrape()).contains("crawlsieve_overrides_unapplied 1.0");
    assertThat(counts.overrides().text()).contains("line 2: drop host b.example");
  }

  @Test
  void shouldCountReferencePagesApart() {
    JudgedPage page = new JudgedPage("http://r.example/", new Coordinates(0, 1), 0, 0, 1, true);
    Verdict verdict = Verdict.unique(page, 5, new Verdict.Basis("combined", 1));
    counted.decided(verdict, null, 1);
    counted.routed(verdict, 1);
    assertThat(registry.scrape())
        .contains("crawlsieve_pages_reference_total 1.0")
        .contains("crawlsieve_pages_total{decision=\"unique\",kind=\"none\"} 0.0");
    assertThat(counted.hosts().top(1)).isEmpty();
  }
}
