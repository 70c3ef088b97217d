package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.RecordedSettings;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * One instance on a real broker: lanes, clean stops, changed settings, a cache that is too small.
 */
final class SieveRunnerIT {

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();

  @Test
  void shouldDecideInSeveralLanesWithinEachHost() throws Exception {
    SieveConfig config = config(Map.of("dedup.scope", "host", "lanes", "3"));
    Topics.create(config);
    produce(config, Crawl.pages(600, 11));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 600);
    }

    Map<Integer, List<ConsumerRecord<byte[], byte[]>>> lanes = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().fingerprints())) {
      lanes.computeIfAbsent(record.partition(), lane -> new ArrayList<>()).add(record);
    }
    assertThat(lanes).hasSize(3);
    Map<String, Verdict> verdicts = verdicts(config);
    for (List<ConsumerRecord<byte[], byte[]>> lane : lanes.values()) {
      Decider decider =
          new Decider(
              new LinearScanIndex(Detector.of(config.detector())),
              config.detector().name(),
              config.verdictHash());
      for (ConsumerRecord<byte[], byte[]> record : lane) {
        Verdict ran = verdicts.get(record.partition() + "@" + record.offset());
        ComparedPage page =
            ComparedPage.of(new ScopeKeys().of(record.key()), record.offset(), record.value());
        Verdict scan = decider.decide(record.partition(), page);
        assertThat(ran.withoutSearch()).isEqualTo(scan.withoutSearch());
      }
    }
    assertThat(verdicts.values())
        .extracting(Verdict::decision)
        .contains(Verdict.Decision.DUPLICATE);
  }

  @Test
  void shouldGoOnAfterCleanStopAndRefuseOtherSettings() throws Exception {
    SieveConfig config = config(Map.of());
    Topics.create(config);
    assertThat(RecordedSettings.of(config)).isEmpty();
    List<byte[]> pages = Crawl.pages(800, 5);
    produce(config, pages.subList(0, 400));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 400);
      // From now on it may be killed: the next start knows which changelog the state is of.
      Path topics = folder.resolve("state").resolve("crawlsieve.topics");
      await().until(() -> Files.readString(topics).contains("crawlsieve-index-changelog="));
    }
    assertThat(RecordedSettings.of(config)).contains(config.decisive());

    SieveRunner group = new SieveRunner(config(Map.of("application.id", "second")));
    assertThatThrownBy(group::start)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'second' has neither an index nor offsets");

    SieveRunner other = new SieveRunner(config(Map.of("simhash.max.distance", "5")));
    assertThatThrownBy(other::start)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("simhash.max.distance was 3, now 5")
        .hasMessageContaining("topic.prefix");

    produce(config, pages.subList(400, 800));
    // Copies of the first page: found only if the index is still there.
    produce(config, List.of(pages.get(0), pages.get(0)));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 802);
      assertThat(runner.failure()).isNull();
    }
    List<Verdict> last =
        verdicts(config).values().stream()
            .filter(verdict -> verdict.url().equals("https://host0.example/page/0"))
            .toList();
    assertThat(last).hasSize(3);
    assertThat(last).filteredOn(v -> v.kind() == Verdict.Kind.REVISIT).hasSize(2);
  }

  @Test
  void shouldRefuseToRouteEverythingAgainWhenTheGroupsOffsetsAreGone() throws Exception {
    SieveConfig config = config(Map.of());
    Topics.create(config);
    produce(config, Crawl.pages(300, 3));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 300);
    }
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteConsumerGroups(List.of(config.applicationId())).all());
    }

    SieveRunner again = new SieveRunner(config);
    assertThatThrownBy(again::start)
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("fingerprints-0")
        .hasMessageContaining("offsets.retention.minutes");

    try (Admin admin = connection.admin();
        GroupProgress group = new GroupProgress(config)) {
      Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
      for (String topic : List.of("pages", "fingerprints", "verdicts")) {
        group
            .ends(topic, IsolationLevel.READ_COMMITTED)
            .forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end)));
      }
      connection.await(admin.alterConsumerGroupOffsets(config.applicationId(), ends).all());
    }
    produce(config, Crawl.pages(100, 4));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 400);
    }
  }

  @Test
  void shouldNameTheSettingWhenAnotherRunHasItsFolder() {
    SieveConfig config = config(Map.of());
    Topics.create(config);
    try (SieveRunner first = new SieveRunner(config);
        SieveRunner second = new SieveRunner(config)) {
      first.start();
      assertThatThrownBy(second::start)
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("setting state.dir")
          .hasMessageContaining("in use by another run of application.id 'crawlsieve'")
          .hasMessageContaining("--set state.dir=");
    }
  }

  @Tag("slow")
  @Test
  void shouldRouteEverythingWhenFewBodiesFitIntoMemory() throws Exception {
    SieveConfig config = config(Map.of("index.memory.bytes", "65536"));
    Topics.create(config);
    produce(config, Crawl.pages(1_000, 9));
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitRouted(config, 1_000);
    }
    assertThat(Committed.records(config, config.topics().deadLetters())).isEmpty();
  }

  /** Reading a store's metric while Kafka Streams closes the store ends the whole process. */
  @Test
  void shouldShowNoMetricsThatReadStores() throws Exception {
    SieveConfig config = config(Map.of("mirrors.enabled", "true"));
    Topics.create(config);
    produce(config, Crawl.pages(40, 5));
    AtomicReference<KafkaStreams> created = new AtomicReference<>();
    RunObserver observer =
        new RunObserver() {
          @Override
          public void created(KafkaStreams streams) {
            created.set(streams);
          }
        };
    try (SieveRunner runner = new SieveRunner(config, observer)) {
      runner.start();
      awaitRouted(config, 40);
      assertThat(created.get().metrics().keySet())
          .extracting(MetricName::group)
          .contains("stream-thread-metrics")
          .doesNotContain("stream-state-metrics");
      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      String of = ",thread-id=" + config.applicationId() + "-*,*";
      assertThat(
              beans.queryNames(
                  new ObjectName("kafka.streams:type=stream-thread-metrics" + of), null))
          .isNotEmpty();
      assertThat(
              beans.queryNames(
                  new ObjectName("kafka.streams:type=stream-state-metrics" + of), null))
          .isEmpty();
    }
  }

  private SieveConfig config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("state.dir", folder.resolve("state").toString());
    all.put("partitions", "4");
    all.put("replication.factor", "1");
    return SieveConfig.of(all);
  }

  private static void produce(SieveConfig config, List<byte[]> pages) {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (byte[] page : pages) {
        producer.send(new ProducerRecord<>(config.topics().pages(), page));
      }
    }
  }

  private static void awaitRouted(SieveConfig config, int pages) {
    Committed.await(config, pages, config.topics().unique(), config.topics().duplicate());
    assertThat(
            Committed.records(config, config.topics().unique()).size()
                + Committed.records(config, config.topics().duplicate()).size())
        .isEqualTo(pages);
  }

  /** Verdicts by the coordinates of their fingerprint in the log. */
  private static Map<String, Verdict> verdicts(SieveConfig config) throws Exception {
    Map<String, Verdict> verdicts = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      Verdict verdict = VerdictCodec.decode(record.value());
      verdicts.put(verdict.lane() + "@" + verdict.laneOffset(), verdict);
    }
    return verdicts;
  }
}
