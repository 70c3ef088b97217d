package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.Changelogs;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that are deleted and made again while an instance works, with four partitions each. */
@Execution(ExecutionMode.CONCURRENT)
final class RecreatedTopicIT {

  private static final int PAGES = 200;

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @ParameterizedTest
  @ValueSource(strings = {"pages", "fingerprints", "verdicts", "observations", "found", "index"})
  void shouldStopAndNotStartUntilItIsMended(String name) throws Exception {
    Generation sieve =
        generation("read-" + name, Map.of("mirrors.enabled", "true", "index.shards", "2"));
    String topic =
        name.equals("index")
            ? Changelogs.name(sieve.config(), name)
            : sieve.config().topics().named(name);
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      sieve.awaitRouted(runner, PAGES);
      recreate(sieve, topic);
      sieve.produce(Crawl.pages(PAGES, 7));
      await().until(() -> runner.failure() != null);
      // Kafka Streams may have seen first that it was gone.
      assertThat(runner.failure().getMessage())
          .containsAnyOf(topic, "an input topic")
          .containsAnyOf("was recreated", "no longer exists");
      await().until(() -> !runner.running());
    }
    assertThatThrownBy(
            () -> {
              try (SieveRunner runner = new SieveRunner(sieve.config())) {
                runner.start();
              }
            })
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(topic)
        .message()
        .containsAnyOf(
            switch (name) {
              case "pages" -> new String[] {"another topic.prefix"};
              // The instance that still ran may have filled it again.
              case "fingerprints" ->
                  new String[] {"another topic.prefix", "'replay --into PREFIX'"};
              default -> new String[] {"'replay --into PREFIX'"};
            });
  }

  /** What docs/operations.md says for those who go on without the verdicts that are lost. */
  @Test
  void shouldGoOnWhenTheOffsetsOfVerdictsAreSet() throws Exception {
    Generation sieve = generation("mended", Map.of());
    String verdicts = sieve.config().topics().verdicts();
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      sieve.awaitRouted(runner, PAGES);
      recreate(sieve, verdicts);
      await().until(() -> runner.failure() != null);
    }
    Connection connection = new Connection(sieve.config());
    Map<TopicPartition, OffsetAndMetadata> earliest = new HashMap<>();
    for (int partition = 0; partition < 4; partition++) {
      earliest.put(new TopicPartition(verdicts, partition), new OffsetAndMetadata(0));
    }
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.alterConsumerGroupOffsets(sieve.config().applicationId(), earliest).all());
    }
    sieve.produce(Crawl.pages(2 * PAGES, 5).subList(PAGES, 2 * PAGES));
    sieve.runUntilRouted(2 * PAGES);
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start(); // and says nothing of it any more
    }
  }

  @Test
  void shouldGoOnWhenAnOutputIsMadeAgain() throws Exception {
    Generation sieve = generation("written", Map.of());
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      sieve.awaitRouted(runner, PAGES);
      int unique = Committed.records(sieve.config(), sieve.config().topics().unique()).size();
      recreate(sieve, sieve.config().topics().unique());
      sieve.produce(Crawl.pages(2 * PAGES, 5).subList(PAGES, 2 * PAGES));
      sieve.awaitRouted(runner, 2 * PAGES - unique);
      assertThat(runner.failure()).isNull();
    }
    sieve.runUntilRouted(1);
  }

  @Test
  void shouldBeginAnewWhenAllIsNew() throws Exception {
    Generation sieve = generation("all", Map.of());
    sieve.runUntilRouted(PAGES);
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      List<String> own =
          connection.await(admin.listTopics().names()).stream()
              .filter(topic -> topic.startsWith("all.") || topic.startsWith("crawlsieve-all-"))
              .toList();
      connection.await(admin.deleteTopics(own).all());
      await().until(() -> !connection.await(admin.listTopics().names()).removeAll(own));
    }
    Topics.create(sieve.config());
    sieve.produce(Crawl.pages(PAGES, 5));
    sieve.runUntilRouted(PAGES);
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }

  private static Generation generation(String prefix, Map<String, String> more) {
    Map<String, String> settings =
        broker.settings(folder.resolve(prefix), Map.of("topic.prefix", prefix));
    settings.put("index.memory.bytes", "2000000");
    settings.putAll(more);
    Generation sieve = Generation.of(settings);
    Topics.create(sieve.config());
    sieve.produce(Crawl.pages(PAGES, 5));
    return sieve;
  }

  /** As a person does it with kafka-topics.sh: with the same settings. */
  private static void recreate(Generation sieve, String topic) {
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      int partitions = new TopicDescriber(admin, connection).partitions(topic).size();
      connection.await(admin.deleteTopics(List.of(topic)).all());
      await().until(() -> !connection.await(admin.listTopics().names()).contains(topic));
      if (!Topics.create(sieve.config()).contains(topic)) {
        NewTopic made =
            new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", "compact"));
        connection.await(admin.createTopics(Set.of(made)).all());
      }
    }
  }
}
