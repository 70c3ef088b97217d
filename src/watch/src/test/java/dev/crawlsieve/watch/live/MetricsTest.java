package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.meters.LaneStats;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Verdicts;
import java.io.File;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MetricsTest {

  private final Metrics metrics = new Metrics();
  private final SieveMeters counted =
      new SieveMeters(metrics.registry(), new IndexTasks(2, 4), () -> Overrides.NONE);

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldTotalWhatCameOut() {
    assertThat(metrics.totals()).hasSize(8).allSatisfy((name, count) -> assertThat(count).isZero());
    counted.routed(Verdicts.of("http://a.example/1", null), 1);
    counted.routed(Verdicts.of("http://a.example/2", Verdict.Kind.NEAR), 1);
    counted.routed(Verdicts.of("http://a.example/3", Verdict.Kind.EXACT), 1);
    counted.unjudged(UnjudgedPageException.Trait.STATUS);
    counted.unjudged(UnjudgedPageException.Trait.TYPE);
    for (String stage : new String[] {"route", "route", "learn"}) {
      counted.deadLetter(stage, "pages", new Coordinates(0, 1), "bad");
    }
    assertThat(metrics.totals())
        .containsEntry("unique", 1L)
        .containsEntry("duplicate", 2L)
        .containsEntry("near", 1L)
        .containsEntry("exact", 1L)
        .containsEntry("revisit", 0L)
        .containsEntry("unjudged", 2L)
        .containsEntry("deadLetters", 3L)
        .hasSize(8);
  }

  @Test
  void shouldCountThePagesThatWereReadAndDidNotComeOut() {
    for (int page = 0; page < 5; page++) {
      counted.fingerprinted(1);
    }
    assertThat(metrics.underWay()).isEqualTo(5);
    counted.routed(Verdicts.of("http://a.example/1", null), 1);
    counted.routed(Verdicts.of("http://a.example/2", Verdict.Kind.NEAR), 1);
    counted.unjudged(UnjudgedPageException.Trait.STATUS);
    for (String stage : new String[] {"fingerprint", "decide", "route", "learn"}) {
      counted.deadLetter(stage, "pages", new Coordinates(0, 1), "bad");
    }
    assertThat(metrics.underWay()).as("without two that became dead letters").isEqualTo(1);
    counted.routed(Verdicts.of("http://a.example/3", null), 1);
    counted.routed(Verdicts.of("http://a.example/4", null), 1);
    assertThat(metrics.underWay()).as("an earlier run had read one").isZero();
  }

  @Test
  void shouldShowItsMetersAsJson() {
    counted.fingerprinted(2_000_000_000);
    counted.lanes().opened("index", 6, () -> LaneStats.of(12, 3, 390, 10, 500, 600, 0, 7));
    counted
        .lanes()
        .opened(
            "index",
            7,
            () -> {
              throw new IndexException("closed");
            });
    metrics.stateFolder(new File("."));
    ObjectNode json = metrics.json();
    JsonNode step = one(json, "crawlsieve.step", Map.of("step", "fingerprint"));
    assertThat(step.path("count").asLong()).isEqualTo(1);
    assertThat(step.path("total").asDouble()).isEqualTo(2.0);
    JsonNode shard = one(json, "crawlsieve.index.heap.bytes", Map.of("lane", "1", "shard", "2"));
    assertThat(shard.path("value").asLong()).isEqualTo(400);
    // What is being closed is there, and says nothing.
    JsonNode other = one(json, "crawlsieve.index.heap.bytes", Map.of("lane", "1", "shard", "3"));
    assertThat(other.has("value")).isFalse();
    assertThat(json.at("/disk.free/0/value").asLong()).isPositive();
    assertThat(json.fieldNames())
        .toIterable()
        .allMatch(name -> name.startsWith("crawlsieve.") || name.startsWith("disk."));
  }

  /** The one meter of this name with these tags. */
  private static JsonNode one(ObjectNode json, String name, Map<String, String> tags) {
    JsonNode found = null;
    for (JsonNode meter : json.path(name)) {
      if (tags.entrySet().stream()
          .allMatch(tag -> meter.path(tag.getKey()).asText().equals(tag.getValue()))) {
        assertThat(found).isNull();
        found = meter;
      }
    }
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  void shouldShowTheShardsBeforeWhichPagesWaitNow() {
    Map<Integer, Long> waiting = new HashMap<>(Map.of(6, 70L));
    metrics.waiting(new IndexTasks(2, 4), () -> waiting);
    assertThat(metrics.text())
        .contains("crawlsieve_shard_waiting_pages{lane=\"1\",shard=\"2\"} 70.0");
    waiting.clear();
    assertThat(metrics.text()).doesNotContain("crawlsieve_shard_waiting_pages{");
  }

  @Test
  void shouldShowNoLagWhereNoneIsKnown() {
    TopicNames topics = SieveConfig.of(Map.of()).topics();
    metrics.lagging(topics, () -> Map.of(topics.pages(), 0L));
    JsonNode known = one(metrics.json(), "crawlsieve.lag.records", Map.of("topic", "pages"));
    assertThat(known.path("value").asLong(-1)).isZero();
    JsonNode unknown = one(metrics.json(), "crawlsieve.lag.records", Map.of("topic", "verdicts"));
    assertThat(unknown.has("value")).isFalse();
  }
}
