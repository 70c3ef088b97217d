package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.Wings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A lane whose tables are on disk, and asked about pages that were fetched. */
final class AskedAheadTopologyTest {

  private static final byte[] SCOPE = "global".getBytes(UTF_8);
  private static final TopicPartition LANE = new TopicPartition("fingerprints", 0);
  private static final int PAGES = 2_000;
  private static final int FETCHED = 4;

  @TempDir private Path folder;

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final StreamThreads threads = new StreamThreads();

  static boolean hasCores() {
    return Runtime.getRuntime().availableProcessors() > 1; // or nothing is asked ahead
  }

  @Test
  @EnabledIf("hasCores")
  void shouldDecideAsALinearScan() throws Exception {
    SieveConfig config =
        SieveConfig.of(Map.of("detector", "simhash", "index.memory.bytes", "65536"));
    List<byte[]> lane = lane(config);
    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> fingerprints =
          driver.createInputTopic(
              LANE.topic(), new ByteArraySerializer(), new ByteArraySerializer());
      for (int from = 0; from < PAGES; from += FETCHED) {
        List<byte[]> some = lane.subList(from, from + FETCHED);
        threads.fetched(fetched(from, some));
        Thread.sleep(1); // or nobody would have begun
        some.forEach(fingerprint -> fingerprints.pipeInput(SCOPE, fingerprint));
      }
      assertThat(verdicts(driver)).isEqualTo(scan(config, lane));
      assertThat(index("leaders.on.disk")).isPositive();
      assertThat(index("lookups.ahead")).isBetween(1.0, index("lookups"));
    }
  }

  private double index(String figure) {
    return registry.get("crawlsieve.index." + figure).gauge().value();
  }

  private static List<Verdict> verdicts(TopologyTestDriver driver) throws Exception {
    TestOutputTopic<byte[], byte[]> topic =
        driver.createOutputTopic(
            "verdicts", new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<Verdict> verdicts = new ArrayList<>();
    while (!topic.isEmpty()) {
      verdicts.add(VerdictCodec.decode(topic.readValue()).withoutSearch());
    }
    return verdicts;
  }

  private static List<Verdict> scan(SieveConfig config, List<byte[]> lane) {
    List<Verdict> verdicts = new ArrayList<>();
    try (LinearScanIndex index =
        new LinearScanIndex(Detector.of(config.detector()), config.rule())) {
      Decider decider = new Decider(index, config.detector().name(), config.verdictHash());
      for (byte[] fingerprint : lane) {
        ComparedPage page =
            ComparedPage.of(new ScopeKeys().of(SCOPE), verdicts.size(), fingerprint);
        verdicts.add(decider.decide(0, page).withoutSearch());
      }
    }
    return verdicts;
  }

  /** As a consumer gives them; two that cannot be decided on, too. */
  private static ConsumerRecords<byte[], byte[]> fetched(int from, List<byte[]> some) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      records.add(new ConsumerRecord<>(LANE.topic(), 0, from + i, SCOPE, some.get(i)));
    }
    records.add(new ConsumerRecord<>(LANE.topic(), 0, PAGES, SCOPE, new byte[] {1}));
    records.add(new ConsumerRecord<>(LANE.topic(), 0, PAGES + 1L, null, null));
    return new ConsumerRecords<>(Map.of(LANE, records), Map.of());
  }

  private TopologyTestDriver driver(SieveConfig config) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    SieveMeters meters = new SieveMeters(registry);
    return new TopologyTestDriver(
        new SieveTopology(config, Wings.ALL, null, meters, threads).lane(), settings);
  }

  /** Every third page is near one before. */
  private static List<byte[]> lane(SieveConfig config) {
    SplittableRandom random = new SplittableRandom(1);
    List<Long> simhashes = new ArrayList<>();
    List<byte[]> lane = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      simhashes.add(
          random.nextInt(3) == 0 && i > 0
              ? simhashes.get(random.nextInt(i)) ^ 1L << random.nextInt(64)
              : random.nextLong());
      lane.add(
          FingerprintCodec.encode(
              TestFingerprints.of(
                  new Coordinates(0, i),
                  1_700_000_000_000L + i,
                  "https://www.example.org/" + i,
                  i,
                  new ContentHash(i, ~i),
                  i,
                  simhashes.get(i),
                  new short[0],
                  500,
                  497,
                  "en",
                  Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
                  config.fingerprintHash())));
    }
    return lane;
  }
}
