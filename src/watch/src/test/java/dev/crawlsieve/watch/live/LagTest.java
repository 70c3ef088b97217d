package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class LagTest {

  private final Map<MetricName, Metric> metrics = new HashMap<>();

  @Test
  void shouldCountPagesBeforeEachShard() {
    TopicNames topics =
        SieveConfig.of(Map.of("index.shards", "4", "lanes", "2", "topic.prefix", "a.b")).topics();
    add("a.b.lookups", 5, 70);
    add("a.b.lookups", 1, 0);
    add("a.b.lookups", 6, Double.NaN);
    add("a.b.found", 0, 9);
    add("a.b.leaders", 5, 3);
    add("lookups", 2, 4);
    assertThat(Lag.beforeTasks(metrics, topics)).isEqualTo(Map.of(1, 0L, 5, 70L));
    assertThat(Lag.of(metrics, topics, Map.of(), Map.of(), Map.of(), Map.of()))
        .containsExactly(
            Map.entry("a.b.lookups", 70L),
            Map.entry("a.b.leaders", 3L),
            Map.entry("a.b.found", 9L));
  }

  /** A page counts in each topic that it has still to pass, so that a sum says little. */
  @Test
  void shouldSayOfWhichTopicsRecordsWait() {
    TopicNames topics = SieveConfig.of(Map.of("topic.prefix", "a.b")).topics();
    Map<String, Long> lag = new LinkedHashMap<>();
    lag.put("a.b.pages", 1_195L);
    lag.put("a.b.fingerprints", 78L);
    lag.put("a.b.verdicts", 0L);
    assertThat(Lag.words(lag, topics)).isEqualTo("1,195 pages + 78 fingerprints");
    assertThat(Lag.words(Map.of("a.b.pages", 0L), topics)).isEqualTo("0");
  }

  @Test
  void shouldKnowNoShardsWhereThereAreNone() {
    add("lookups", 5, 70);
    assertThat(Lag.beforeTasks(metrics, SieveConfig.of(Map.of()).topics())).isEmpty();
  }

  /** As before the first fetch, or while a quota delays it. */
  @Test
  void shouldCountWhatIsNotCommittedWhereAConsumerDoesNotKnow() {
    TopicNames topics = SieveConfig.of(Map.of()).topics();
    add("pages", 0, 0);
    add("pages", 1, Double.NaN);
    Map<TopicPartition, Long> uncommitted =
        Map.of(
            new TopicPartition("pages", 0), 1L,
            new TopicPartition("pages", 1), 400L,
            new TopicPartition("fingerprints", 0), 65L);
    assertThat(Lag.of(metrics, topics, Map.of(), uncommitted, Map.of(), Map.of()))
        .containsExactly(Map.entry("pages", 400L), Map.entry("fingerprints", 65L));
  }

  /** A consumer's lag is 0 as soon as it has fetched, and nothing has come out by then. */
  @Test
  void shouldCountWhatIsFetchedUntilItIsCommitted() {
    TopicNames topics = SieveConfig.of(Map.of()).topics();
    TopicPartition pages = new TopicPartition("pages", 0);
    TopicPartition elsewhere = new TopicPartition("pages", 7);
    TopicPartition fingerprints = new TopicPartition("fingerprints", 0);
    add("pages", 0, 5);
    add("fingerprints", 0, 0);
    Map<TopicPartition, Long> open = Map.of(pages, 2L, fingerprints, 30L);
    assertThat(
            Lag.of(
                metrics,
                topics,
                open,
                Map.of(pages, 99L),
                Map.of(pages, 40L, elsewhere, 9L),
                Map.of()))
        .containsExactly(Map.entry("pages", 47L), Map.entry("fingerprints", 0L));
    assertThat(Lag.of(metrics, topics, open, Map.of(), Map.of(pages, 0L), Map.of()))
        .containsExactly(Map.entry("pages", 7L), Map.entry("fingerprints", 30L));
  }

  /** A consumer that holds enough records of a partition does not fetch, and knows of no more. */
  @Test
  void shouldCountWhatIsWrittenAndNotFetched() {
    TopicNames topics = SieveConfig.of(Map.of()).topics();
    TopicPartition fingerprints = new TopicPartition("fingerprints", 0);
    TopicPartition elsewhere = new TopicPartition("fingerprints", 1);
    add("fingerprints", 0, 4);
    assertThat(
            Lag.of(
                metrics,
                topics,
                Map.of(),
                Map.of(),
                Map.of(fingerprints, 1_000L),
                Map.of(fingerprints, 900L, elsewhere, 70L)))
        .containsExactly(Map.entry("fingerprints", 1_900L));
    assertThat(Lag.of(metrics, topics, Map.of(), Map.of(), Map.of(), Map.of(fingerprints, 3L)))
        .containsExactly(Map.entry("fingerprints", 4L));
  }

  private void add(String topic, int partition, double lag) {
    MetricName name =
        new MetricName(
            "records-lag",
            "consumer-fetch-manager-metrics",
            "",
            Map.of("topic", topic, "partition", String.valueOf(partition)));
    metrics.put(
        name,
        new Metric() {
          @Override
          public MetricName metricName() {
            return name;
          }

          @Override
          public Object metricValue() {
            return lag;
          }
        });
  }
}
