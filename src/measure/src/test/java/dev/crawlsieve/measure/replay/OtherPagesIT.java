package dev.crawlsieve.measure.replay;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.run.SieveRunner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A topic of pages that was mirrored, restored or made again: other pages are at its offsets. */
final class OtherPagesIT {

  private static final int PAGES = 400;

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();

  /** As a mirror does, which leaves the markers of transactions out. */
  @Test
  void shouldReadPagesAgainWhoseOffsetsHaveMoved() throws Exception {
    Generation live = live();
    List<ConsumerRecord<byte[], byte[]>> pages = Committed.records(live.config(), "pages");
    recreatePages(live.config());
    restore(live.config(), pages.stream().filter(page -> page.offset() > 0).toList());

    GenerationPlan plan = GenerationPlan.of(settings("second"), "second");
    assertThat(plan.ownLogBecause())
        .hasValueSatisfying(
            because ->
                assertThat(because)
                    .contains("'pages' was mirrored, restored or made again")
                    .contains("pages-0 offset 0 is https://host")
                    .contains(" was decided on"));
    plan.createTopics();
    Generation second = Generation.of(plan.runSettings());
    second.runUntilRouted(PAGES - 4);
    assertThat(second.routedOnce()).isEqualTo(live.pages());
    assertThat(second.verdicts()).isEqualTo(second.scanned());
    assertThat(Committed.records(second.config(), "second.dead-letters")).isEmpty();
  }

  /** Somebody who writes the settings by hand. */
  @Test
  void shouldNotStartOnALogWhosePagesAreOthers() throws Exception {
    Generation live = live();
    List<ConsumerRecord<byte[], byte[]>> pages = Committed.records(live.config(), "pages");
    recreatePages(live.config());
    restore(live.config(), pages.stream().filter(page -> page.offset() > 0).toList());

    SieveConfig third = onTheLog("third");
    assertThatThrownBy(
            () -> {
              try (SieveRunner runner = new SieveRunner(third)) {
                runner.start();
              }
            })
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(" was decided on: topic 'pages' was mirrored, restored or made again")
        .hasMessageContaining("'replay --into PREFIX'");
    assertThat(Committed.records(third, "third.verdicts")).isEmpty();
  }

  /** Where the ends are right, what is wrong in between is met page by page. */
  @Test
  void shouldSetVerdictsOnOtherPagesAsideAndStop() throws Exception {
    Generation live = live();
    List<ConsumerRecord<byte[], byte[]>> pages = Committed.records(live.config(), "pages");
    Map<Integer, Long> counts = new HashMap<>();
    pages.forEach(page -> counts.merge(page.partition(), 1L, Long::sum));
    int partition =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    long middle = counts.get(partition) / 2;
    recreatePages(live.config());
    restore(
        live.config(),
        pages.stream()
            .map(
                page ->
                    page.partition() == partition && Math.abs(page.offset() - middle) < 10
                        ? pages.get((pages.indexOf(page) + 1) % pages.size())
                        : page)
            .toList(),
        pages);

    SieveConfig fourth = onTheLog("fourth");
    try (SieveRunner runner = new SieveRunner(fourth)) {
      runner.start();
      await().until(() -> runner.failure() != null);
      assertThat(runner.failure())
          .hasMessageContaining("pages-" + partition)
          .hasMessageContaining("mirrored, restored or made again");
    }
    Map<String, String> produced = live.pages();
    new Generation(fourth)
        .routed()
        .forEach(
            page -> {
              String at = RecordJson.header(page, "crawlsieve.page");
              assertThat(at.startsWith(partition + "@") && near(at, middle)).as(at).isFalse();
              assertThat(produced).containsKey(at);
            });
    assertThat(Committed.records(fourth, "fourth.dead-letters"))
        .hasSizeLessThanOrEqualTo(10)
        .allMatch(
            letter -> RecordJson.header(letter, "crawlsieve.reason").contains("was decided on"));
  }

  private static boolean near(String at, long middle) {
    return Math.abs(Long.parseLong(at.substring(at.indexOf('@') + 1)) - middle) < 10;
  }

  private Generation live() {
    Generation live = new Generation(SieveConfig.of(settings("")));
    Topics.create(live.config());
    live.produce(Crawl.pages(PAGES, 23));
    live.runUntilRouted(PAGES);
    return live;
  }

  private SieveConfig onTheLog(String prefix) {
    Map<String, String> settings = settings(prefix);
    settings.putAll(
        Map.of(
            "topic.prefix", prefix, "pages.topic", "pages", "fingerprints.topic", "fingerprints"));
    SieveConfig config = SieveConfig.of(settings);
    Topics.create(config);
    return config;
  }

  private static void recreatePages(SieveConfig config) {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteTopics(List.of("pages")).all());
      await().until(() -> !connection.await(admin.listTopics().names()).contains("pages"));
    }
    Topics.create(config);
  }

  private static void restore(SieveConfig config, List<ConsumerRecord<byte[], byte[]>> pages)
      throws Exception {
    restore(config, pages, pages);
  }

  /**
   * Produces pages.
   *
   * @param places records whose partitions they go to
   */
  private static void restore(
      SieveConfig config,
      List<ConsumerRecord<byte[], byte[]>> pages,
      List<ConsumerRecord<byte[], byte[]>> places)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (int i = 0; i < pages.size(); i++) {
        producer.send(
            new ProducerRecord<>(
                "pages", places.get(i).partition(), pages.get(i).key(), pages.get(i).value()));
      }
    }
  }

  private Map<String, String> settings(String name) {
    return new HashMap<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "state.dir",
            folder.resolve("state" + name).toString(),
            "replication.factor",
            "1"));
  }
}
