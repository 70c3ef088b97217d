package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.topology.OverrideHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A generation on a broker, for tests: what goes in, what is there, what should be. */
public record Generation(SieveConfig config) {

  public static Generation of(Map<String, String> settings) {
    return new Generation(SieveConfig.of(settings));
  }

  public void produce(List<byte[]> pages) {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (byte[] page : pages) {
        producer.send(new ProducerRecord<>(config.topics().pages(), page));
      }
    }
  }

  /** Runs until so many pages are routed. */
  public void runUntilRouted(int pages) {
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(pages);
    }
  }

  public void awaitRouted(int pages) {
    Committed.await(config, pages, config.topics().unique(), config.topics().duplicate());
  }

  /** The same, and throws what the runner has failed with. */
  public void awaitRouted(SieveRunner runner, int pages) {
    Committed.await(config, runner, pages, config.topics().unique(), config.topics().duplicate());
  }

  public List<ConsumerRecord<byte[], byte[]>> routed() {
    List<ConsumerRecord<byte[], byte[]>> routed =
        new ArrayList<>(Committed.records(config, config.topics().unique()));
    routed.addAll(Committed.records(config, config.topics().duplicate()));
    return routed;
  }

  /** Pages by their place, as produced. */
  public Map<String, String> pages() {
    Map<String, String> pages = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> page : Committed.records(config, config.topics().pages())) {
      pages.put(page.partition() + "@" + page.offset(), new String(page.value(), UTF_8));
    }
    return pages;
  }

  /** Routed pages by their place; each must have come once, and to the partition it came from. */
  public Map<String, String> routedOnce() {
    Map<String, String> routed = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> page : routed()) {
      String at = new String(page.headers().lastHeader("crawlsieve.page").value(), UTF_8);
      assertThat(at).startsWith(page.partition() + "@");
      assertThat(routed.put(at, new String(page.value(), UTF_8))).as("twice: " + at).isNull();
    }
    return routed;
  }

  /** Verdicts by the place of their fingerprint in the log; each must have come once. */
  public Map<String, Verdict> verdicts() throws Exception {
    Map<String, Verdict> verdicts = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      Verdict verdict = VerdictCodec.decode(record.value());
      assertThat(verdict.source().partition()).isEqualTo(record.partition());
      assertThat(verdicts.put(verdict.lane() + "@" + verdict.laneOffset(), verdict)).isNull();
    }
    return verdicts;
  }

  /** What the rule says of its log, lane by lane, with an index that compares with every leader. */
  public Map<String, Verdict> scanned() throws Exception {
    Map<String, Verdict> ran = verdicts();
    Map<Integer, Decider> lanes = new HashMap<>();
    Map<String, Verdict> scanned = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().fingerprints())) {
      Decider decider =
          lanes.computeIfAbsent(
              record.partition(),
              lane ->
                  new Decider(
                      new LinearScanIndex(Detector.of(config.detector()), config.rule()),
                      config.detector().name(),
                      config.verdictHash()));
      Verdict scan =
          decider.decide(
              record.partition(),
              ComparedPage.of(new ScopeKeys().of(record.key()), record.offset(), record.value())
                  .overriddenBy(OverrideHeader.read(OverrideHeader.stored(record.headers()))));
      String at = record.partition() + "@" + record.offset();
      Verdict stream = ran.get(at);
      // Which table found it, and among how many, is the tables' own affair.
      boolean same = stream != null && stream.withoutSearch().equals(scan.withoutSearch());
      scanned.put(at, same ? stream : scan);
    }
    return scanned;
  }

  /** Ends of its topics and offsets of its group: what nobody else may touch. */
  public Map<TopicPartition, String> footprint() {
    Connection connection = new Connection(config);
    Map<TopicPartition, String> footprint = new HashMap<>();
    try (Admin admin = connection.admin();
        Consumer<byte[], byte[]> consumer = connection.consumer()) {
      TopicDescriber describer = new TopicDescriber(admin, connection);
      for (String topic : config.topics().all()) {
        List<TopicPartition> partitions =
            IntStream.range(0, describer.partitions(topic).size())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer
            .endOffsets(partitions)
            .forEach((partition, end) -> footprint.put(partition, "end " + end));
      }
      connection
          .await(
              admin
                  .listConsumerGroupOffsets(config.applicationId())
                  .partitionsToOffsetAndMetadata())
          .forEach(
              (partition, offset) ->
                  footprint.merge(partition, " committed " + offset.offset(), String::concat));
    }
    return footprint;
  }
}
