package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What brokers forget after a while, they may forget while an instance is away or has no work. */
final class OutageIT {

  private static final int PAGES = 40;

  @TempDir Path folder;

  @RegisterExtension
  static final OneBroker broker =
      new OneBroker(
          Map.of(
              "log.initial.task.delay.ms", "500",
              "log.retention.check.interval.ms", "500",
              "transactional.id.expiration.ms", "2000",
              "transaction.remove.expired.transaction.cleanup.interval.ms", "500",
              "producer.id.expiration.ms", "2000",
              "producer.id.expiration.check.interval.ms", "500"));

  private Generation generation;

  private void start(String prefix) throws Exception {
    generation =
        Generation.of(broker.settings(folder, Map.of("partitions", "2", "topic.prefix", prefix)));
    Topics.create(generation.config());
    generation.produce(Crawl.pages(PAGES, 1));
  }

  /** By default after a week. */
  @Test
  void shouldGoOnAfterBrokersHaveForgottenTheProducersOfAnIdleInstance() throws Exception {
    start("idle");
    try (SieveRunner runner = new SieveRunner(generation.config());
        Admin admin = new Connection(generation.config()).admin()) {
      runner.start();
      generation.awaitRouted(runner, PAGES);
      await().until(() -> admin.listTransactions().all().get().isEmpty());
      generation.produce(Crawl.pages(PAGES, 2));
      generation.awaitRouted(runner, 2 * PAGES);
      assertThat(runner.failure()).isNull();
    }
    assertThat(generation.routedOnce()).isEqualTo(generation.pages());
    assertThat(generation.verdicts()).isEqualTo(generation.scanned());
  }

  /** Missing pages are skipped: what is left is decided as if they had not been there. */
  @Test
  void shouldSkipPagesThatRetentionRemovedInTheMeantime() throws Exception {
    start("away");
    generation.runUntilRouted(PAGES);
    Map<String, String> routed = generation.routedOnce();
    generation.produce(Crawl.pages(PAGES, 2));
    retain("1");
    List<TopicPartition> pages =
        List.of(new TopicPartition("away.pages", 0), new TopicPartition("away.pages", 1));
    try (Admin admin = new Connection(generation.config()).admin()) {
      for (TopicPartition at : pages) {
        await()
            .until(
                () ->
                    offset(admin, at, OffsetSpec.earliest())
                        == offset(admin, at, OffsetSpec.latest()));
      }
    }
    retain("-1");
    generation.produce(Crawl.pages(PAGES, 3));
    generation.runUntilRouted(2 * PAGES);
    Map<String, String> all = generation.pages();
    assertThat(all).hasSize(PAGES);
    all.putAll(routed);
    assertThat(generation.routedOnce()).isEqualTo(all);
    assertThat(generation.verdicts()).isEqualTo(generation.scanned());
  }

  private void retain(String millis) throws Exception {
    ConfigResource pages = new ConfigResource(ConfigResource.Type.TOPIC, "away.pages");
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry("retention.ms", millis), AlterConfigOp.OpType.SET);
    try (Admin admin = new Connection(generation.config()).admin()) {
      admin.incrementalAlterConfigs(Map.of(pages, List.of(change))).all().get();
    }
  }

  private static long offset(Admin admin, TopicPartition at, OffsetSpec which) throws Exception {
    return admin.listOffsets(Map.of(at, which)).partitionResult(at).get().offset();
  }
}
