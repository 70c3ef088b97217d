package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.Changelogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an operator or a disk can do to the topics and offsets of a stopped sieve: a start that
 * would route pages twice, never, or wrongly is refused; after the remedy each page has come out
 * once. Each test has a generation of its own; most of the time they wait.
 */
@Execution(ExecutionMode.CONCURRENT)
final class RefusedStartIT {

  private static final int PAGES = 40;
  private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldRefuseWhenTheChangelogOfTheIndexWasDeleted() throws Exception {
    Generation sieve = decided("index-deleted", Map.of());
    String changelog = changelog(sieve, "index");
    delete(sieve, changelog);
    ensureRefused(
        sieve, changelog + "-0 does not exist", "copies would be unique", "--into PREFIX");
    assertThat(Files.exists(state(sieve).resolve(sieve.config().applicationId())))
        .as("the index on this machine")
        .isTrue();
    create(sieve, changelog, COMPACT);
    ensureRefused(sieve, changelog + "-0 does not begin with the settings");
  }

  @Test
  void shouldRefuseAChangelogThatForgetsOrHasForgottenItsBeginning() throws Exception {
    Generation sieve = decided("forgets", Map.of());
    String changelog = changelog(sieve, "index");
    for (String policy : List.of("compact,delete", "delete")) {
      set(sieve, changelog, "cleanup.policy", policy);
      ensureRefused(
          sieve,
          "topic '" + changelog + "' has cleanup.policy=" + policy + ", but needs compact",
          "kafka-configs.sh");
    }
    deleteBefore(sieve, new TopicPartition(changelog, 0), 20);
    set(sieve, changelog, "cleanup.policy", "compact");
    ensureRefused(sieve, changelog + "-0 begins at offset 20", "copies would be unique");
  }

  @Test
  void shouldStopWhereKeptPagesAreMissingInTheMidst() throws Exception {
    Generation sieve = decided("gap", Map.of());
    String changelog = changelog(sieve, "index");
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(sieve.config()).producer(Map.of())) {
      byte[] fourth = {0, 0, 0, 0, 0, 0, 0, 0, 3};
      producer.send(new ProducerRecord<>(changelog, 0, fourth, null)).get();
    }
    Map<String, String> elsewhere = settings("gap", Map.of());
    elsewhere.put("state.dir", folder.resolve("elsewhere").toString());
    try (SieveRunner runner = new SieveRunner(Generation.of(elsewhere).config())) {
      runner.start();
      await().until(() -> runner.failure() != null);
      assertThat(runner.failure())
          .hasMessageContaining(changelog + "-0 lacks kept pages 0 to 3")
          .hasMessageContaining("--into PREFIX");
    }
  }

  @Test
  void shouldRefuseWhenVerdictsAreAnotherTopic() throws Exception {
    Generation sieve = decided("verdicts-anew", Map.of());
    String verdicts = sieve.config().topics().verdicts();
    recreate(sieve, verdicts);
    ensureRefused(sieve, verdicts, "was recreated", "--into PREFIX", "Records that are gone");
    // what the document says for those who go on without them
    Map<TopicPartition, Long> earliest = ends(sieve, "verdicts");
    earliest.replaceAll((at, end) -> 0L);
    setOffsets(sieve, earliest);
    produceAndRoute(sieve);
  }

  @Test
  void shouldRefuseWhenPagesAreAnotherTopic() throws Exception {
    Generation sieve = decided("pages-anew", Map.of());
    String pages = sieve.config().topics().pages();
    recreate(sieve, pages);
    ensureRefused(sieve, pages + "-0", "was recreated", "topic.prefix");
    produce(sieve, 0, 2 * PAGES);
    ensureRefused(sieve, pages + "-0", "has no offset there", "replay --into PREFIX");
  }

  @Test
  void shouldRefuseWhenTheLogIsAnotherTopic() throws Exception {
    Generation sieve = decided("log-anew", Map.of());
    String log = sieve.config().topics().fingerprints();
    recreate(sieve, log);
    ensureRefused(sieve, log + "-0", "was recreated", "topic.prefix");
  }

  @Test
  void shouldRefuseAnOffsetThatWasSetBackAndGoOnFromTheOneItNames() throws Exception {
    Generation sieve = decided("back", Map.of());
    for (String topic : List.of("pages", "fingerprints", "verdicts")) {
      TopicPartition at = new TopicPartition(sieve.config().topics().named(topic), 0);
      long there = offset(sieve, at);
      setOffset(sieve, at, 3);
      long named = named(ensureRefused(sieve, at + ": the group", "routed twice"));
      // the markers of transactions follow the last record
      assertThat(named).as(topic).isBetween(there - 2, there);
      setOffset(sieve, at, named);
    }
    produceAndRoute(sieve);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pages", "fingerprints", "verdicts"})
  void shouldRefuseAnOffsetThatWasSetForwardAndGoOnFromTheOneItNames(String topic)
      throws Exception {
    Generation sieve = decided("forward-" + topic, Map.of());
    TopicPartition at = new TopicPartition(sieve.config().topics().named(topic), 0);
    long skipped = addUnread(sieve, topic);
    setOffset(sieve, at, skipped + 1);
    String message = ensureRefused(sieve, at + ": the group", "never come out", "kafka-delete");
    assertThat(named(message)).isEqualTo(skipped);
    setOffset(sieve, at, skipped);
    sieve.runUntilRouted(PAGES + 1);
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }

  /**
   * Adds the first page once more, and what the steps before a topic made of it.
   *
   * @return its offset, or that of its fingerprint or verdict
   */
  private static long addUnread(Generation sieve, String topic) throws Exception {
    TopicNames topics = sieve.config().topics();
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(sieve.config()).producer(Map.of())) {
      var like = Committed.records(sieve.config(), topics.fingerprints()).get(0);
      Coordinates first = FingerprintCodec.source(like.value());
      byte[] page =
          Committed.records(sieve.config(), topics.pages()).stream()
              .filter(one -> one.partition() == first.partition())
              .filter(one -> one.offset() == first.offset())
              .findFirst()
              .orElseThrow()
              .value();
      long place = send(producer, topics.pages(), 0, null, page);
      if (topic.equals("pages")) {
        return place;
      }
      setOffset(sieve, new TopicPartition(topics.pages(), 0), place + 1);
      long inLane =
          send(
              producer,
              topics.fingerprints(),
              0,
              like.key(),
              FingerprintCodec.moved(like.value(), new Coordinates(0, place), like.timestamp()));
      if (topic.equals("fingerprints")) {
        return inLane;
      }
      setOffset(sieve, new TopicPartition(topics.fingerprints(), 0), inLane + 1);
      var verdict =
          Committed.records(sieve.config(), topics.verdicts()).stream()
              .filter(one -> one.partition() == first.partition())
              .findFirst()
              .orElseThrow();
      ObjectNode json = (ObjectNode) RecordJson.JSON.readTree(verdict.value());
      json.put("partition", 0).put("offset", place).put("laneOffset", inLane);
      return send(
          producer, topics.verdicts(), 0, verdict.key(), RecordJson.JSON.writeValueAsBytes(json));
    }
  }

  private static long send(
      KafkaProducer<byte[], byte[]> producer, String topic, int partition, byte[] key, byte[] value)
      throws Exception {
    return producer.send(new ProducerRecord<>(topic, partition, key, value)).get().offset();
  }

  /** Set by a person, or by a mirror of groups that has nothing else of the generation. */
  @ParameterizedTest
  @ValueSource(strings = {"", "AgAAAZxGp9g="})
  void shouldRefuseAFirstRunWhoseGroupStandsBehindPages(String metadata) throws Exception {
    String prefix = "first" + metadata.length();
    Generation sieve = Generation.of(settings(prefix, Map.of()));
    Topics.create(sieve.config());
    produce(sieve, 0, PAGES);
    Connection connection = new Connection(sieve.config());
    Map<TopicPartition, OffsetAndMetadata> latest = new HashMap<>();
    ends(sieve, "pages").forEach((at, end) -> latest.put(at, new OffsetAndMetadata(end, metadata)));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.alterConsumerGroupOffsets(sieve.config().applicationId(), latest).all());
    }
    TopicPartition at = new TopicPartition(sieve.config().topics().pages(), 0);
    String message = ensureRefused(sieve, at + ": the group", "never come out", "kafka-delete");
    assertThat(named(message)).isZero();
    latest.keySet().forEach(each -> setOffset(sieve, each, 0));
    sieve.runUntilRouted(PAGES);
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }

  @Test
  void shouldSkipPagesThatWereDeletedOnPurpose() throws Exception {
    Generation sieve = decided("skipped", Map.of());
    TopicPartition at = new TopicPartition(sieve.config().topics().pages(), 0);
    long skipped = addUnread(sieve, "pages");
    deleteBefore(sieve, at, skipped + 1);
    setOffset(sieve, at, skipped + 1);
    produce(sieve, PAGES, 2 * PAGES);
    sieve.runUntilRouted(2 * PAGES);
    assertThat(sieve.routedOnce()).hasSize(2 * PAGES).doesNotContainKey("0@" + skipped);
  }

  @Test
  void shouldRefuseWhenTheChangelogOfAStoreWasDeleted() throws Exception {
    Map<String, String> all =
        Map.of(
            "clusters.enabled", "true",
            "mirrors.enabled", "true",
            "index.shards", "2",
            "index.retention", "30d");
    Generation sieve = decided("stores", all);
    Map<String, String> lost = new LinkedHashMap<>(); // what the index holds tells what others lack
    lost.put("clusters", "clusters are incomplete");
    lost.put("mirrors", "mirrors would be learned from the beginning");
    lost.put("recent", "their copies would be unique");
    lost.put("entered", "kept pages would expire later");
    lost.put("index", "their copies would be unique");
    for (Map.Entry<String, String> each : lost.entrySet()) {
      String changelog = changelog(sieve, each.getKey());
      delete(sieve, changelog);
      ensureRefused(sieve, changelog + "-0 does not exist", each.getValue(), "--into PREFIX");
      create(sieve, changelog, COMPACT);
      ensureRefused(sieve, changelog + "-0 ", each.getValue(), "--into PREFIX");
      delete(sieve, changelog);
    }
  }

  @Test
  void shouldRefuseOffsetsBetweenShardsThatAreNotAtTheEnd() throws Exception {
    Generation sieve = decided("transit", Map.of("index.shards", "2"));
    for (String topic : List.of("lookups", "found", "leaders")) {
      TopicPartition at = new TopicPartition(sieve.config().topics().named(topic), 0);
      long there = offset(sieve, at);
      setOffset(sieve, at, 2);
      long named = named(ensureRefused(sieve, at + ": the group", "decided twice"));
      assertThat(named).as(topic).isBetween(there - 2, there);
      setOffset(sieve, at, named);
    }
    produceAndRoute(sieve);
  }

  /** docs/operations.md, "After a long time away". */
  @Test
  void shouldGoOnFromOffsetsThatAreSetAsTheDocumentSays() throws Exception {
    Generation sieve = decided("away", Map.of());
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(sieve.config()).producer(Map.of())) {
      send(producer, sieve.config().topics().pages(), 0, null, "no page".getBytes(UTF_8));
    }
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      runner.start();
      Committed.await(sieve.config(), 1, sieve.config().topics().deadLetters());
    }
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteConsumerGroups(List.of(sieve.config().applicationId())).all());
    }
    ensureRefused(sieve, "has no offset there", "After a long time away");
    setOffsets(sieve, ends(sieve, "pages", "fingerprints", "verdicts"));
    produceAndRoute(sieve);
  }

  @Test
  void shouldStartTwiceBesideAnotherAndAfterTopicsAreCreatedAgain() throws Exception {
    Generation sieve = decided("again", Map.of());
    assertThat(Topics.create(sieve.config())).isEmpty();
    Map<String, String> second = settings("again", Map.of());
    second.put("state.dir", folder.resolve("second").toString());
    second.put("streams.num.standby.replicas", "1");
    try (SieveRunner one = new SieveRunner(sieve.config());
        SieveRunner two = new SieveRunner(Generation.of(second).config())) {
      one.start();
      produce(sieve, PAGES, 2 * PAGES);
      two.start();
      sieve.awaitRouted(2 * PAGES);
      assertThat(one.failure()).isNull();
      assertThat(two.failure()).isNull();
    }
    assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
  }

  /** A generation that has decided and routed some pages and is stopped. */
  private static Generation decided(String prefix, Map<String, String> more) throws Exception {
    Generation sieve = Generation.of(settings(prefix, more));
    Topics.create(sieve.config());
    produce(sieve, 0, PAGES);
    sieve.runUntilRouted(PAGES);
    return sieve;
  }

  private static Map<String, String> settings(String prefix, Map<String, String> more) {
    Map<String, String> settings =
        broker.settings(folder.resolve(prefix), Map.of("topic.prefix", prefix));
    settings.put("partitions", "2");
    settings.put("index.memory.bytes", "2000000");
    settings.put("consumer.session.timeout.ms", "10000");
    settings.putAll(more);
    return settings;
  }

  private static Path state(Generation sieve) {
    return Path.of(sieve.config().stateDir());
  }

  private static String changelog(Generation sieve, String store) {
    return Changelogs.name(sieve.config(), store);
  }

  /** Starts it; nothing may have been written or committed by that. Returns the message. */
  private static String ensureRefused(Generation sieve, String... sentence) {
    Map<TopicPartition, String> before = sieve.footprint();
    try (SieveRunner runner = new SieveRunner(sieve.config())) {
      Throwable refused = catchThrowable(runner::start);
      assertThat(refused).isInstanceOf(SieveException.class).hasMessageContainingAll(sentence);
      assertThat(sieve.footprint()).isEqualTo(before);
      return refused.getMessage();
    }
  }

  /** The offset that a message says to set. */
  private static long named(String message) {
    return Long.parseLong(message.replaceFirst("(?s).*?--to-offset (\\d+) .*", "$1"));
  }

  private static void produceAndRoute(Generation sieve) throws Exception {
    produce(sieve, PAGES, 2 * PAGES);
    sieve.runUntilRouted(2 * PAGES);
    assertThat(sieve.routedOnce()).hasSize(2 * PAGES);
  }

  /** Some pages of the crawl, to each partition in turn. */
  private static void produce(Generation sieve, int from, int to) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(sieve.config()).producer(Map.of())) {
      for (byte[] page : Crawl.pages(to, 5).subList(from, to)) {
        send(producer, sieve.config().topics().pages(), page.length % 2, null, page);
      }
    }
  }

  private static void delete(Generation sieve, String topic) {
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteTopics(List.of(topic)).all());
      await().until(() -> !admin.listTopics().names().get().contains(topic));
    }
  }

  private static void recreate(Generation sieve, String topic) {
    delete(sieve, topic);
    assertThat(Topics.create(sieve.config())).containsExactly(topic);
  }

  /** With two partitions, or one for the only lane. */
  private static void create(Generation sieve, String topic, Map<String, String> settings) {
    Connection connection = new Connection(sieve.config());
    int partitions = topic.endsWith("-index-changelog") ? Math.max(1, sieve.config().shards()) : 1;
    try (Admin admin = connection.admin()) {
      NewTopic made = new NewTopic(topic, partitions, (short) 1).configs(settings);
      connection.await(admin.createTopics(Set.of(made)).all());
      await().until(() -> admin.listTopics().names().get().contains(topic));
    }
  }

  private static void set(Generation sieve, String topic, String name, String value) {
    Connection connection = new Connection(sieve.config());
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    try (Admin admin = connection.admin()) {
      connection.await(admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all());
      await()
          .until(
              () -> {
                var now = admin.describeConfigs(List.of(resource)).all().get().get(resource);
                return now.get(name).value().equals(value);
              });
    }
  }

  private static void deleteBefore(Generation sieve, TopicPartition at, long offset) {
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(offset))).all());
    }
  }

  private static long offset(Generation sieve, TopicPartition at) {
    Connection connection = new Connection(sieve.config());
    try (Admin admin = connection.admin()) {
      return connection
          .await(
              admin
                  .listConsumerGroupOffsets(sieve.config().applicationId())
                  .partitionsToOffsetAndMetadata())
          .get(at)
          .offset();
    }
  }

  private static void setOffset(Generation sieve, TopicPartition at, long offset) {
    setOffsets(sieve, Map.of(at, offset));
  }

  /** Sets offsets of the group as kafka-consumer-groups.sh does. */
  private static void setOffsets(Generation sieve, Map<TopicPartition, Long> to) {
    Connection connection = new Connection(sieve.config());
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    to.forEach((at, offset) -> offsets.put(at, new OffsetAndMetadata(offset)));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.alterConsumerGroupOffsets(sieve.config().applicationId(), offsets).all());
    }
  }

  private static Map<TopicPartition, Long> ends(Generation sieve, String... names) {
    try (var consumer = new Connection(sieve.config()).consumer()) {
      return consumer.endOffsets(
          Stream.of(names)
              .map(sieve.config().topics()::named)
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList());
    }
  }
}
