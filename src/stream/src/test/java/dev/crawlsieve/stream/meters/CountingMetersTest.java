package dev.crawlsieve.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CountingMetersTest {

  private final Metrics metrics = new Metrics();
  private final CountingMeters counted = new CountingMeters(metrics.registry());

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldCountWhatIsNotJudgedAndHowCharacterSetsWereFound() {
    counted.unjudged(UnjudgedPageException.Trait.STATUS);
    counted.charset(PageCharset.NONE);
    counted.charset(new PageCharset(PageCharset.Found.DETECTED, "windows-1251"));
    counted.charset(new PageCharset(PageCharset.Found.DETECTED, "windows-1251"));
    assertThat(metrics.text())
        .contains("crawlsieve_pages_total{decision=\"unjudged\",kind=\"status\"} 1.0")
        .contains("crawlsieve_pages_charset_total{charset=\"windows-1251\",found=\"detected\"} 2.0")
        .doesNotContain("found=\"none\"");
    assertThat(counted.unjudgedPages()).containsEntry("status", 1L).containsEntry("type", 0L);
  }

  @Test
  void shouldCountPagesByDecisionAndKind() {
    counted.routed(verdict("http://a.example/", null), 1_000);
    counted.routed(verdict("http://a.example/2", Verdict.Kind.NEAR), 1_000);
    counted.routed(verdict("not a url", Verdict.Kind.NEAR), 1_000);
    assertThat(metrics.text())
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
    counted.routed(verdict("http://a.example/", Verdict.Kind.EXACT), 1);
    counted.routed(verdict("http://a.example/x/article.html?a=/", Verdict.Kind.NEAR), 1);
    counted.routed(verdict("http://a.example/article/", Verdict.Kind.EXACT), 1);
    counted.routed(verdict("http://o.example/", Verdict.Kind.REVISIT), 1);
    assertThat(counted.copied().top(3))
        .containsExactly(new TopCounts.Count("http://o.example/", 3, 2, 0));
    assertThat(metrics.text())
        .contains("crawlsieve_most_copied_copies{names=\"any\"} 3.0")
        .contains("crawlsieve_most_copied_copies{names=\"other\"} 2.0");
  }

  @Test
  void shouldCountWorkAndDrift() {
    counted.decided(verdict("http://a.example/", null), 2_000_000);
    counted.decided(verdict("http://a.example/2", Verdict.Kind.EXACT), 2_000_000);
    counted.deadLetter("fingerprint", "pages", new Coordinates(1, 7), "no body");
    counted.readAgain();
    counted.pending(() -> 42);
    assertThat(metrics.text())
        .contains("crawlsieve_step_seconds_sum{step=\"decide\"} 0.004")
        .contains("crawlsieve_lookup_candidates_sum 10.0")
        .contains("crawlsieve_dead_letters_total{stage=\"fingerprint\"} 1.0")
        .contains("crawlsieve_pages_read_again_total 1.0")
        .contains("crawlsieve_pending_bytes 42.0")
        .contains("crawlsieve_drift_duplicate_share{lane=\"0\",window=\"last\"} 0.5")
        .contains("crawlsieve_drift_distance_bits{lane=\"0\",window=\"last\"} 3.0");
    assertThat(counted.latestDeadLetters())
        .containsExactly(new DeadLetter("fingerprint", "pages", 1, 7, "no body"));
  }

  @Test
  void shouldCountPagesThatAnOverrideDropsAsDuplicatesWithoutDistance() {
    counted.decided(verdict("http://b.example/", null), 1);
    counted.decided(verdict("http://b.example/2", Verdict.Kind.NEAR), 1);
    counted.decided(verdict("http://a.example/", Verdict.Kind.OVERRIDE), 1);
    counted.decided(verdict("http://a.example/2", Verdict.Kind.OVERRIDE), 1);
    assertThat(metrics.text())
        .contains("crawlsieve_drift_duplicate_share{lane=\"0\",window=\"last\"} 0.75")
        .contains("crawlsieve_drift_distance_bits{lane=\"0\",window=\"last\"} 3.0");
  }

  @Test
  void shouldShowAnIndexWhileItIsOpen() {
    Supplier<IndexStats> thrownAway =
        () -> {
          throw new IndexException("closed");
        };
    Supplier<IndexStats> stats = () -> LaneStats.of(12, 3, 390, 10, 500, 600, 0, 7);
    // Kafka Streams opens and closes a store before it opens the one that it works with.
    counted.opened(0, thrownAway);
    assertThat(counted.indexes()).isEmpty();
    counted.opened(0, stats);
    counted.closed(0, thrownAway);
    assertThat(metrics.text())
        .contains("crawlsieve_index_leaders{lane=\"0\"} 12.0")
        .contains("crawlsieve_index_leaders_on_disk{lane=\"0\"} 3.0")
        .contains("crawlsieve_index_heap_bytes{lane=\"0\"} 400.0")
        .contains("crawlsieve_index_disk_bytes{lane=\"0\"} 600.0")
        .contains("crawlsieve_index_bucket_largest{lane=\"0\"} 7.0");
    assertThat(counted.indexes()).isEqualTo(Map.of(0, stats.get()));
    JsonNode lane =
        new StatsJson(SieveConfig.of(Map.of()), counted, Instant.EPOCH)
            .of(
                new Health(true, true, "running", null),
                new History(1),
                new Latest<>(1),
                Map.of(),
                Map.of())
            .path("lanes")
            .get(0);
    assertThat(lane.path("heapBytes").asLong()).isEqualTo(400);
    assertThat(lane.path("filterBytes").asLong()).isEqualTo(10);

    counted.closed(0, stats);
    assertThat(metrics.text()).doesNotContain("crawlsieve_index_leaders{");
    assertThat(counted.indexes()).isEmpty();
  }

  @Test
  void shouldShowShardsAndWhatIsBetweenThem() {
    try (Metrics all = new Metrics()) {
      CountingMeters sharded = new CountingMeters(all.registry(), 4);
      Map<Integer, Long> waiting = new HashMap<>(Map.of(6, 70L));
      all.waiting(new RestoreProgress(4), () -> waiting);
      Supplier<IndexStats> shard = () -> LaneStats.of(12, 3, 390, 10, 500, 600, 0, 7);
      Supplier<IndexStats> recent = () -> LaneStats.of(5, 0, 20, 1, 0, 30, 0, 1);
      Supplier<IndexStats> more = () -> LaneStats.of(6, 0, 20, 1, 0, 30, 0, 1);
      sharded.opened(6, shard);
      sharded.recentOpened(1, recent);
      sharded.recentOpened(1, more); // the lane came back before it was gone
      assertThat(all.text()).contains("crawlsieve_pipeline_pages{lane=\"1\"} NaN");
      sharded.entered(1, 900);
      JudgedPage page =
          new JudgedPage("http://a.example/", new Coordinates(0, 1), 0, 1, 880, false);
      sharded.decided(Verdict.unique(page, 5, new Verdict.Basis("combined", 1)), 1);
      sharded.lookedUp(2_000_000);
      assertThat(all.text())
          .contains("crawlsieve_index_leaders{lane=\"1\",shard=\"2\"} 12.0")
          .contains("crawlsieve_recent_leaders{lane=\"1\"} 6.0")
          .contains("crawlsieve_recent_heap_bytes{lane=\"1\"} 21.0")
          .contains("crawlsieve_recent_disk_bytes{lane=\"1\"} 30.0")
          .contains("crawlsieve_pipeline_pages{lane=\"1\"} 20.0")
          .contains("crawlsieve_step_seconds_sum{step=\"look-up\"} 0.002")
          .contains("crawlsieve_shard_waiting_pages{lane=\"1\",shard=\"2\"} 70.0");
      waiting.clear();
      sharded.recentClosed(1, recent);
      assertThat(all.text())
          .contains("crawlsieve_recent_leaders{lane=\"1\"} 6.0")
          .contains("crawlsieve_drift_duplicate_share{lane=\"1\"")
          .doesNotContain("crawlsieve_shard_waiting_pages{");
      sharded.recentClosed(1, more);
      sharded.closed(6, shard);
      assertThat(all.text())
          .doesNotContain("crawlsieve_recent_leaders{")
          .doesNotContain("crawlsieve_drift_duplicate_share{")
          .doesNotContain("crawlsieve_index_leaders{");
    }
  }

  @Test
  void shouldShowMirrorsWhileTheyAreLearnedHere() {
    Supplier<MirrorCounts> counts = () -> new MirrorCounts(10, 2, 3, 4, 5, 11, 21, 20, 6, 7, 8, 9);
    assertThat(metrics.text()).doesNotContain("crawlsieve_mirrors");
    counted.mirrors(() -> new MirrorCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    counted.mirrors(counts);
    assertThat(metrics.text())
        .contains("crawlsieve_mirrors_observations_total 10.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"not-sampled\"} 2.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"evicted\"} 3.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"site-refused\"} 4.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"pair\"} 5.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"evaluation\"} 11.0")
        .contains("crawlsieve_mirrors_links_total 21.0")
        .contains("crawlsieve_mirrors_dropped_total{what=\"link\"} 20.0")
        .contains("crawlsieve_mirrors_sites 6.0")
        .contains("crawlsieve_mirrors_pairs 7.0")
        .contains("crawlsieve_mirrors_declared 8.0")
        .contains("crawlsieve_mirrors_rules 9.0");
    counted.mirrorsClosed(counts);
    assertThat(metrics.text()).doesNotContain("crawlsieve_mirrors");
  }

  @Test
  void shouldCountReferencePagesApart() {
    JudgedPage page = new JudgedPage("http://r.example/", new Coordinates(0, 1), 0, 0, 1, true);
    Verdict verdict = Verdict.unique(page, 5, new Verdict.Basis("combined", 1));
    counted.decided(verdict, 1);
    counted.routed(verdict, 1);
    assertThat(metrics.text())
        .contains("crawlsieve_pages_reference_total 1.0")
        .contains("crawlsieve_pages_total{decision=\"unique\",kind=\"none\"} 0.0");
    ObjectNode totals = RecordJson.JSON.createObjectNode();
    counted.putTotals(totals);
    assertThat(totals.path("decided").asLong()).isEqualTo(1);
    assertThat(counted.hosts().top(1)).isEmpty();
    assertThat(counted.drifts()).isEmpty();
  }

  static Verdict verdict(String url, Verdict.Kind kind) {
    JudgedPage page = new JudgedPage(url, new Coordinates(0, 1), 0, 0, 1, false);
    Verdict.Basis basis = new Verdict.Basis("combined", 1);
    if (kind == null) {
      return Verdict.unique(page, 5, basis);
    }
    if (kind == Verdict.Kind.OVERRIDE) {
      OverrideRule rule =
          new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "a.example");
      return Verdict.overridden(page, rule, null, 0, basis);
    }
    Verdict.Original original =
        new Verdict.Original("http://o.example/", new Coordinates(0, 0), false);
    return Verdict.duplicate(
        page,
        new Evidence(
            kind, original, Evidence.Match.NEAR, 3, -1, -1, Identity.NONE, -1, "simhash-1"),
        5,
        basis);
  }
}
