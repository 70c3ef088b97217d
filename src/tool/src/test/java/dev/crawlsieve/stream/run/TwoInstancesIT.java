package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Tries;
import dev.crawlsieve.measure.replay.QuietReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances share four partitions; each is killed once in the middle of its work and its state
 * folder deleted. Nothing may be lost or come twice, and the verdicts must be those of a sequential
 * scan of the lane, of an audit and of an instance that nobody disturbed; so must the clusters be
 * those of a plain pass.
 */
final class TwoInstancesIT {

  private static final int PARTITIONS = 4;
  private static final int THIRD = 300 + Tries.of(1_200);
  private static final int PAGES = 3 * THIRD;
  private static final List<String> POLICY = List.of("https", "canonical", "newest", "shorter-url");

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stopWhatWasStarted() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldDecideAsOneUndisturbedInstance() throws Exception {
    List<byte[]> pages = Crawl.varied(PAGES, 7);
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config = SieveConfig.of(settings(broker, "a"));
      Topics.create(config);
      Process first = start(broker, "a");
      start(broker, "b");
      produce(config, pages.subList(0, THIRD), 0);
      awaitVerdicts(config, THIRD / 3);

      produce(config, pages.subList(THIRD, 2 * THIRD), THIRD);
      awaitVerdicts(config, THIRD + THIRD / 6);
      kill(first, "a");
      Process again = start(broker, "a");
      awaitVerdicts(config, 2 * THIRD);
      assertThat(again.isAlive()).isTrue();

      produce(config, pages.subList(2 * THIRD, PAGES), 2 * THIRD);
      awaitVerdicts(config, 2 * THIRD + THIRD / 6);
      kill(processes.get(1), "b");
      awaitVerdicts(config, PAGES);
      Committed.await(config, PAGES, config.topics().unique(), config.topics().duplicate());

      everyPageIsRoutedOnceAndUntouched(config, pages);
      List<Verdict> verdicts = verdicts(config);
      assertThat(verdicts).hasSize(PAGES);
      assertThat(verdicts.stream().map(Verdict::withoutSearch)).isEqualTo(sequentialScan(config));
      assertThat(evidence(verdicts)).isEqualTo(evidence(undisturbed(broker, config)));
      assertThat(Committed.records(config, "dead-letters")).isEmpty();
      VerdictAudit.Result audit =
          new VerdictAudit(ReplaySource.topics(settings(broker, "a")), new QuietReplay()).run();
      assertThat(audit.shown()).isEmpty();
      assertThat(audit.equal()).isEqualTo(PAGES);
      clustersAreThoseOfAPlainPass(config);
    }
  }

  /** What has grown is told within a moment, and within another after a task has moved. */
  private static void clustersAreThoseOfAPlainPass(SieveConfig config) throws Exception {
    Map<String, JsonNode> expected = PlainClusters.expected(config, POLICY);
    assertThat(expected).hasSizeGreaterThan(PAGES / 9);
    await().until(() -> PlainClusters.told(config).equals(expected));
  }

  private static void everyPageIsRoutedOnceAndUntouched(SieveConfig config, List<byte[]> pages) {
    Map<String, String> produced = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> page : Committed.records(config, config.topics().pages())) {
      produced.put(page.partition() + "@" + page.offset(), new String(page.value(), UTF_8));
    }
    assertThat(produced).hasSize(pages.size());
    Map<String, String> routed = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> page : routed(config)) {
      String at = new String(page.headers().lastHeader("crawlsieve.page").value(), UTF_8);
      assertThat(routed.put(at, new String(page.value(), UTF_8))).as("twice: " + at).isNull();
    }
    assertThat(routed).isEqualTo(produced);
  }

  /** The verdicts in the order of the lane. */
  private static List<Verdict> verdicts(SieveConfig config) throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      Verdict verdict = VerdictCodec.decode(record.value());
      assertThat(record.partition()).isEqualTo(verdict.source().partition());
      verdicts.add(verdict);
    }
    verdicts.sort(Comparator.comparingLong(Verdict::laneOffset));
    return verdicts;
  }

  /** What the rule says of the lane, with an index that compares with every leader. */
  private static List<Verdict> sequentialScan(SieveConfig config) throws Exception {
    LinearScanIndex index = new LinearScanIndex(Detector.of(config.detector()));
    Decider decider = new Decider(index, config.detector().name(), config.verdictHash());
    List<Verdict> expected = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().fingerprints())) {
      ComparedPage page = ComparedPage.of(ScopeKey.NONE, record.offset(), record.value());
      Verdict verdict = decider.decide(record.partition(), page);
      expected.add(verdict.withoutSearch());
    }
    return expected;
  }

  /** The same lane under another prefix, decided by one instance that nobody disturbs. */
  private List<Verdict> undisturbed(EmbeddedBroker broker, SieveConfig config) throws Exception {
    Map<String, String> settings = settings(broker, "undisturbed");
    settings.put("topic.prefix", "again");
    SieveConfig again = SieveConfig.of(settings);
    Topics.create(again);
    try (KafkaProducer<byte[], byte[]> producer = producer(again)) {
      for (ConsumerRecord<byte[], byte[]> record :
          Committed.records(config, config.topics().fingerprints())) {
        producer.send(
            new ProducerRecord<>(again.topics().fingerprints(), 0, record.key(), record.value()));
      }
    }
    try (KafkaStreams streams =
        new KafkaStreams(
            new SieveTopology(again, Wings.ALL, null).lane(), StreamsSettings.of(again))) {
      streams.start();
      awaitVerdicts(again, PAGES);
    }
    return verdicts(again);
  }

  /** Verdicts without their place in the log, which a second log numbers anew. */
  private static List<String> evidence(List<Verdict> verdicts) {
    return verdicts.stream().map(v -> v.source() + " " + v.evidence()).toList();
  }

  private static List<ConsumerRecord<byte[], byte[]>> routed(SieveConfig config) {
    List<ConsumerRecord<byte[], byte[]>> routed =
        new ArrayList<>(Committed.records(config, config.topics().unique()));
    routed.addAll(Committed.records(config, config.topics().duplicate()));
    return routed;
  }

  private static void awaitVerdicts(SieveConfig config, int count) {
    Committed.await(config, count, config.topics().verdicts());
  }

  private static void produce(SieveConfig config, List<byte[]> pages, int from) {
    try (KafkaProducer<byte[], byte[]> producer = producer(config)) {
      for (int i = 0; i < pages.size(); i++) {
        int partition = (from + i) % PARTITIONS;
        producer.send(new ProducerRecord<>(config.topics().pages(), partition, null, pages.get(i)));
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(SieveConfig config) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", config.bootstrapServers(), "linger.ms", 20),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private Map<String, String> settings(EmbeddedBroker broker, String instance) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state-" + instance).toString());
    settings.put("partitions", String.valueOf(PARTITIONS));
    settings.put("index.memory.bytes", "150000");
    settings.put("clusters.enabled", "true");
    settings.put("clusters.policy", String.join(",", POLICY));
    settings.put("consumer.session.timeout.ms", "6000");
    settings.put("consumer.heartbeat.interval.ms", "1000");
    settings.put("producer.transaction.timeout.ms", "6000");
    return settings;
  }

  /** An instance in a process of its own, as a user runs it. */
  private Process start(EmbeddedBroker broker, String instance) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run"));
    settings(broker, instance)
        .forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    File log = folder.resolve("instance-" + instance + ".log").toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
    processes.add(process);
    return process;
  }

  /** Kills as a crash does, and loses the disk. */
  private void kill(Process process, String instance) throws Exception {
    process.destroyForcibly().waitFor();
    try (Stream<Path> files = Files.walk(folder.resolve("state-" + instance))) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
