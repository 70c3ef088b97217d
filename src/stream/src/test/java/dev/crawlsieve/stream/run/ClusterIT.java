package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of docker-compose.yml on three brokers. */
class ClusterIT {

  /** Settings that locate the brokers, which the test sets itself. */
  private static final List<String> PLACES =
      List.of("listener", "node.id", "log.dirs", "quorum.voters", "process.roles");

  @TempDir Path dir;

  @Test
  void shouldMakeTopicsAndTakePagesWithTheComposeFilesSettings() throws IOException {
    ComposeFile compose = ComposeFile.read();
    Map<String, String> brokers = compose.brokerSettings("kafka-1");
    brokers.keySet().removeIf(name -> PLACES.stream().anyMatch(name::contains));
    assertThat(brokers).containsKeys("min.insync.replicas", "default.replication.factor");
    try (EmbeddedCluster cluster = EmbeddedCluster.start(dir.resolve("brokers"), 3, brokers)) {
      Map<String, String> settings = compose.sieveSettings("topics");
      settings.put("bootstrap.servers", cluster.bootstrapServers());
      SieveConfig config = SieveConfig.of(settings);

      assertThat(Topics.create(config)).hasSize(7);
      assertThat(Topics.check(config)).isEqualTo(config.partitions());
      assertThat(Topics.describe(config))
          .allSatisfy(topic -> assertThat(topic.replication()).isEqualTo(3));

      Path pages =
          Files.writeString(
              dir.resolve("pages.jsonl"), "{\"url\":\"http://a.example/\",\"text\":\"words\"}\n");
      try (PageProducer producer = new PageProducer(config)) {
        producer.produce(List.of(new InputGroup(List.of(pages), null)), progress -> {});
      }
      assertThat(Committed.records(config, config.topics().pages())).hasSize(1);
      // The page, and the end of its transaction.
      assertThat(Topics.describe(config).get(0).offsets()).isEqualTo(2);
    }
  }
}
