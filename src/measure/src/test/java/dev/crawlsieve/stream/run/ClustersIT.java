package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.measure.replay.QuietReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters on a real broker: several lanes, a clean stop, pages kept by the policy. */
final class ClustersIT {

  private static final int PAGES = 2_000;
  private static final List<String> POLICY =
      List.of("score", "canonical", "https", "oldest", "shorter-url");

  @TempDir Path folder;

  @Test
  void shouldTellAndKeepWhatAPlainPassWould() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = settings(broker);
      Generation live = Generation.of(settings);
      SieveConfig config = live.config();
      Topics.create(config);
      assertThat(cleanupPolicy(config)).isEqualTo("compact");
      List<byte[]> pages = Crawl.varied(PAGES, 3);
      produce(config, pages.subList(0, 900));
      live.runUntilRouted(900);
      produce(config, pages.subList(900, PAGES));
      Map<String, JsonNode> expected;
      try (SieveRunner runner = new SieveRunner(config)) {
        runner.start();
        live.awaitRouted(PAGES);
        expected = PlainClusters.expected(config, POLICY);
        assertThat(expected).hasSizeGreaterThan(100);
        await().until(() -> PlainClusters.told(config).equals(expected));
      }

      assertThat(live.routedOnce()).isEqualTo(live.pages());
      keptAndNotReplacedIsPreferred(config, expected);
      VerdictAudit.Result audit =
          new VerdictAudit(ReplaySource.topics(settings), new QuietReplay()).run();
      assertThat(audit.shown()).isEmpty();
      assertThat(audit.equal()).isEqualTo(PAGES);

      Map<String, String> other = new HashMap<>(settings);
      other.put("clusters.policy", "https");
      SieveRunner refused = new SieveRunner(SieveConfig.of(other));
      assertThatThrownBy(refused::start)
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("clusters.policy was score,canonical,https,oldest,shorter-url")
          .hasMessageContaining("topic.prefix");
    }
  }

  /** Reading {@code unique} and removing replaced pages leaves the best page of every cluster. */
  private static void keptAndNotReplacedIsPreferred(
      SieveConfig config, Map<String, JsonNode> clusters) throws Exception {
    Set<String> kept = new HashSet<>();
    List<String> replaced = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> page :
        Committed.records(config, config.topics().unique())) {
      kept.add(new String(page.headers().lastHeader("crawlsieve.page").value(), UTF_8));
      Header replaces = page.headers().lastHeader("crawlsieve.replaces.page");
      if (replaces != null) {
        replaced.add(new String(replaces.value(), UTF_8));
      }
    }
    assertThat(replaced).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    assertThat(kept).containsAll(replaced);
    kept.removeAll(replaced);

    Set<String> best = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      Verdict verdict = VerdictCodec.decode(record.value());
      if (verdict.decision() == Verdict.Decision.UNIQUE) {
        best.add(verdict.source().toString());
      }
    }
    clusters.forEach(
        (leader, cluster) -> {
          JsonNode preferred = cluster.path("preferred");
          best.remove(leader);
          best.add(preferred.path("partition").asInt() + "@" + preferred.path("offset").asLong());
        });
    assertThat(kept).isEqualTo(best);
  }

  private static String cleanupPolicy(SieveConfig config) throws Exception {
    ConfigResource topic =
        new ConfigResource(ConfigResource.Type.TOPIC, config.topics().found(ClustersConfig.WING));
    try (Admin admin = new Connection(config).admin()) {
      return admin
          .describeConfigs(List.of(topic))
          .all()
          .get()
          .get(topic)
          .get("cleanup.policy")
          .value();
    }
  }

  private static void produce(SieveConfig config, List<byte[]> pages) {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (int i = 0; i < pages.size(); i++) {
        ProducerRecord<byte[], byte[]> page =
            new ProducerRecord<>(config.topics().pages(), pages.get(i));
        page.headers().add("crawl", (i % 7 == 0 ? "shop" : "news").getBytes(UTF_8));
        if (i % 3 > 0) {
          page.headers().add("score", ("" + i % 5 / 4.0).getBytes(UTF_8));
        }
        producer.send(page);
      }
    }
  }

  private Map<String, String> settings(EmbeddedBroker broker) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("partitions", "4");
    settings.put("replication.factor", "1");
    settings.put("lanes", "2");
    settings.put("dedup.scope", "header:crawl");
    settings.put("clusters.enabled", "true");
    settings.put("clusters.policy", String.join(",", POLICY));
    settings.put("dedup.keep", "policy");
    return settings;
  }
}
