package dev.crawlsieve.stream.kafka.topics;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.run.SieveRunner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that reject records, or do not keep them until they are read. */
final class TopicSettingsIT {

  private static final int GOOD = 11;
  private static final long YEAR_9999 = 253_402_300_799_000L;
  private static final long STOCK_AFTER_MAX_MS = 3_600_000;
  private static final String WEEK = "604800000";

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @ParameterizedTest(name = "{0} {1}={2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "verdicts | retention.ms | 604800000 | but needs -1, or"
            + " message.timestamp.type=LogAppendTime",
        "fingerprints | retention.ms | 0 | but needs -1, or message.timestamp.type=LogAppendTime",
        "lookups | retention.ms | 604800000 | but needs -1, or"
            + " message.timestamp.type=LogAppendTime",
        "leaders | cleanup.policy | compact | but needs delete",
        "found | retention.ms | 0 | but needs -1, or message.timestamp.type=LogAppendTime",
        "verdicts | cleanup.policy | compact | but needs delete",
        "unique | max.message.bytes | 1048588 | but needs at least 18874368",
        "dead-letters | max.message.bytes | 18874367 | setting page.max.bytes",
        "fingerprints | max.message.bytes | 1000 | but needs at least 1048588",
        "unique | max.decompressed.message.bytes | 18874367 | but needs at least 18874368",
        "verdicts | max.decompressed.message.bytes | 1000 | but needs at least 1048588",
        "duplicate | segment.bytes | 1048576 | but needs at least 18874368",
        "unique | min.insync.replicas | 2 | but needs at most 1",
        "duplicate | message.timestamp.after.max.ms | 1799999 | ahead of the clock",
        "unique | message.timestamp.before.max.ms | 1000 | but needs 9223372036854775807"
      })
  void shouldRefuseToRunOnATopicThatWouldCostPages(
      String topic, String name, String value, String needed) {
    Generation sieve =
        generation("refused-" + (topic + name + value).hashCode(), Map.of("index.shards", "2"));
    Topics.create(sieve.config());
    assertThatCode(() -> Topics.check(sieve.config())).doesNotThrowAnyException();
    String full = sieve.config().topics().pages().replace("pages", topic);
    set(sieve, full, Map.of(name, value));
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      assertThatThrownBy(runner::start)
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("topic '" + full + "' has " + name + "=" + value)
          .hasMessageContaining(needed)
          .hasMessageContaining("kafka-configs.sh");
    }
  }

  @Test
  void shouldTakeATopicThatForgetsByTheTimeOfArrival() {
    Generation sieve = generation("arrival", Map.of());
    Topics.create(sieve.config());
    set(
        sieve,
        sieve.config().topics().verdicts(),
        Map.of("message.timestamp.type", "LogAppendTime", "retention.ms", WEEK));
    assertThatCode(() -> Topics.check(sieve.config())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"verdicts,retention.ms," + WEEK, "unique,cleanup.policy,compact"})
  void shouldShowWhatIsWrongWithATopic(String plain, String name, String value) {
    Generation sieve = generation("shown-" + plain, Map.of());
    Topics.create(sieve.config());
    String full = sieve.config().topics().named(plain);
    set(sieve, full, Map.of(name, value));
    assertThat(Topics.describe(sieve.config()))
        .filteredOn(topic -> !topic.problems().isEmpty())
        .singleElement()
        .satisfies(
            topic -> {
              assertThat(topic.name()).isEqualTo(full);
              assertThat(topic.settings()).containsEntry(name, value);
              assertThat(topic.problems().get(0)).contains(name + "=" + value);
            });
  }

  /**
   * Only the topic of pages accepts any timestamp; the others are as created by an older release.
   */
  @Test
  void shouldGoOnAfterAPageOfTheFarFuture() {
    Generation sieve = generation("future", Map.of("index.retention", "30d"));
    Topics.create(sieve.config());
    for (String topic : sieve.config().topics().own()) {
      if (!topic.equals(sieve.config().topics().pages())) {
        set(
            sieve,
            topic,
            Map.of("message.timestamp.after.max.ms", String.valueOf(STOCK_AFTER_MAX_MS)));
      }
    }
    List<byte[]> good = Crawl.pages(GOOD + 1, 31);
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(sieve.config()).producer(Map.of())) {
      for (int i = 0; i < GOOD; i++) {
        send(producer, sieve, good.get(i), null);
        if (i == 4) {
          send(producer, sieve, good.get(GOOD), YEAR_9999);
          send(producer, sieve, "no page".getBytes(UTF_8), YEAR_9999);
        }
      }
    }
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      awaitRouted(runner, sieve, GOOD + 1);
    }
    assertThat(Committed.records(sieve.config(), sieve.config().topics().deadLetters())).hasSize(1);
    assertThat(sieve.routedOnce()).hasSize(GOOD + 1);
  }

  /** A topic whose settings are changed while the sieve runs. */
  @ParameterizedTest
  @ValueSource(strings = {"max.message.bytes", "max.decompressed.message.bytes"})
  void shouldNameTheRecordThatABrokerRefusesAndSendItAgainLater(String limit) {
    Generation sieve = generation("changed-" + limit.length(), Map.of());
    Topics.create(sieve.config());
    String unique = sieve.config().topics().unique();
    String room = String.valueOf(TopicPlan.largestSentOn(sieve.config()));
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      sieve.produce(Crawl.pages(GOOD, 32));
      awaitRouted(runner, sieve, GOOD);
      set(sieve, unique, Map.of(limit, "20000"));
      sieve.produce(List.of(Crawl.page(GOOD, noise(40_000))));
      await().until(() -> runner.failure() != null);
      assertThat(runner.failure())
          .hasMessageContaining("record to topic " + unique)
          .hasMessageContaining(limit);
    }
    set(sieve, unique, Map.of(limit, room));
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      awaitRouted(runner, sieve, GOOD + 1);
    }
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }

  @ParameterizedTest
  @CsvSource({
    "verdicts,the pages of these verdicts would never come out",
    "fingerprints,nothing would be decided on these pages"
  })
  void shouldStopWhereRecordsAreGoneThatWereNotRead(String topic, String lost) throws Exception {
    Generation sieve = generation("gone-" + topic, Map.of());
    Topics.create(sieve.config());
    sieve.produce(Crawl.pages(GOOD, 33));
    sieve.runUntilRouted(GOOD);
    TopicPartition gone =
        new TopicPartition(sieve.config().topics().pages().replace("pages", topic), 0);
    remove(sieve, gone, 3);
    ensureRefused(
        sieve, gone + ": this group has reached offset ", "has removed the records in between");
    ensureRefused(sieve, lost, "docs/operations.md");
  }

  @Test
  void shouldGoOnWherePagesAreGone() throws Exception {
    Generation sieve = generation("gone-pages", Map.of());
    Topics.create(sieve.config());
    sieve.produce(Crawl.pages(GOOD, 34));
    sieve.runUntilRouted(GOOD);
    remove(sieve, new TopicPartition(sieve.config().topics().pages(), 0), 3);
    sieve.produce(Crawl.pages(GOOD + 2, 35).subList(GOOD, GOOD + 2));
    sieve.runUntilRouted(GOOD + 2);
    assertThat(sieve.routedOnce()).hasSize(GOOD + 2);
  }

  private static void ensureRefused(Generation sieve, String first, String second) {
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      assertThatThrownBy(runner::start)
          .isInstanceOf(SieveException.class)
          .hasMessageContaining(first)
          .hasMessageContaining(second);
    }
  }

  private static void awaitRouted(SieveRunner runner, Generation sieve, int pages) {
    sieve.awaitRouted(runner, pages);
  }

  /** Adds records that were never read, and deletes everything in the partition. */
  private static void remove(Generation sieve, TopicPartition from, int more) throws Exception {
    Connection connection = new Connection(sieve.config());
    try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of());
        Admin admin = connection.admin()) {
      for (int i = 0; i < more; i++) {
        producer
            .send(new ProducerRecord<>(from.topic(), from.partition(), null, "?".getBytes(UTF_8)))
            .get();
      }
      admin.deleteRecords(Map.of(from, RecordsToDelete.beforeOffset(-1))).all().get();
    }
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, Generation sieve, byte[] page, Long time) {
    producer.send(new ProducerRecord<>(sieve.config().topics().pages(), 0, time, null, page));
  }

  /** Words that compress badly. */
  private static String noise(int characters) {
    Random random = new Random(5);
    StringBuilder noise = new StringBuilder();
    while (noise.length() < characters) {
      noise.append(Long.toString(random.nextLong() >>> 1, 36)).append(' ');
    }
    return noise.toString();
  }

  private static void set(Generation sieve, String topic, Map<String, String> settings) {
    Connection connection = new Connection(sieve.config());
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    List<AlterConfigOp> changes =
        settings.entrySet().stream()
            .map(
                each ->
                    new AlterConfigOp(
                        new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
            .toList();
    try (Admin admin = connection.admin()) {
      connection.await(admin.incrementalAlterConfigs(Map.of(resource, changes)).all());
      await()
          .until(
              () -> {
                var now = TopicSettings.ofTopics(admin, connection, List.of(topic)).get(topic);
                return settings.entrySet().stream()
                    .allMatch(each -> now.get(each.getKey()).value().equals(each.getValue()));
              });
    }
  }

  private static Generation generation(String prefix, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("topic.prefix", prefix);
    all.put("state.dir", folder.resolve("state-" + prefix).toString());
    // An instance that fails does not leave its group; the next one need not wait 45 s for that.
    all.putIfAbsent("consumer.session.timeout.ms", "10000");
    all.put("partitions", "1");
    all.put("index.memory.bytes", "2000000");
    return Generation.of(all);
  }
}
