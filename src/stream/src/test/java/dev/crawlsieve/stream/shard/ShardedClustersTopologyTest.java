package dev.crawlsieve.stream.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.Counted;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clusters of a lane of one shard, in one thread: every record is that of one task. */
final class ShardedClustersTopologyTest {

  private static final int PAGES = ShardsTopologyTest.PAGES;
  private static final String FEATURES = "crawlsieve.features";
  private static final int TELL_EVERY = 25;
  private static final List<Features.Canonical> CANONICAL = List.of(Features.Canonical.values());

  @TempDir Path folder;

  /** What a topology has written. */
  private record Written(
      List<String> clusters, List<String> verdicts, Map<String, Long> unreadable) {}

  private static SieveConfig config(Map<String, String> more, int shards) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("clusters.enabled", "true");
    settings.put("index.shards", String.valueOf(shards));
    settings.put("index.memory.bytes", "1000000");
    return SieveConfig.of(settings);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "'canonical,https,score,oldest,shorter-url',none,match,first,3",
    "'longest,score,newest',none,readmit,policy,3",
    "'score,canonical',100s,match,policy,1",
    "'oldest,longest',20s,readmit,policy,3"
  })
  void shouldWriteTheClustersOfOneTask(
      String policy, String retention, String revisit, String keep, String bits) {
    Map<String, String> settings =
        Map.of(
            "clusters.policy", policy,
            "detector", bits.equals("1") ? "simhash" : "combined",
            "simhash.max.distance", bits,
            "index.retention", retention,
            "dedup.revisit", revisit,
            "dedup.keep", keep);
    List<TestRecord<byte[], byte[]>> lane = lane(config(settings, 0));
    Written one = decide(config(settings, 0), lane);
    Written sharded = decide(config(settings, 1), lane);
    assertThat(sharded.clusters()).isEqualTo(one.clusters());
    assertThat(sharded.verdicts()).isEqualTo(one.verdicts()).hasSize(PAGES);
    assertThat(sharded.unreadable()).isEqualTo(one.unreadable()).isNotEmpty();
    assertThat(one.clusters()).anyMatch(record -> record.contains("\"corrections\":2"));
    assertThat(one.clusters().stream().anyMatch(record -> record.endsWith(" null")))
        .isEqualTo(!retention.equals("none"));
    assertThat(one.verdicts().stream().anyMatch(verdict -> verdict.contains("\"replaces\"")))
        .isEqualTo(keep.equals("policy"));
  }

  /** Or the test above could not notice that features are lost on the way. */
  @Test
  void shouldDependOnWhatPagesDeclare() {
    SieveConfig config = config(Map.of(), 1);
    List<TestRecord<byte[], byte[]>> lane = lane(config);
    Written with = decide(config, lane);
    lane.forEach(record -> record.headers().remove(FEATURES));
    Written without = decide(config, lane);
    assertThat(without.clusters()).isNotEqualTo(with.clusters());
    assertThat(without.unreadable()).containsExactly(Map.entry("all", (long) PAGES));
  }

  @Test
  void shouldCarryNoFeaturesWithoutClusters() {
    SieveConfig clustered = config(Map.of(), 1);
    SieveConfig plain = SieveConfig.of(Map.of("index.shards", "1"));
    try (TopologyTestDriver driver = driver(plain, new SimpleMeterRegistry())) {
      pipe(driver, lane(clustered), PAGES);
      for (String topic : List.of("lookups", "found")) {
        assertThat(output(driver, topic)).hasSize(PAGES).allMatch(r -> isEmpty(r.headers()));
      }
    }
    try (TopologyTestDriver driver = driver(clustered, new SimpleMeterRegistry())) {
      pipe(driver, lane(clustered), PAGES);
      assertThat(output(driver, "found").stream().filter(r -> !isEmpty(r.headers())).count())
          .isGreaterThan(PAGES / 2);
    }
  }

  private static boolean isEmpty(Headers headers) {
    return !headers.iterator().hasNext();
  }

  private Written decide(SieveConfig config, List<TestRecord<byte[], byte[]>> lane) {
    MeterRegistry registry = new SimpleMeterRegistry();
    try (TopologyTestDriver driver = driver(config, registry)) {
      pipe(driver, lane, TELL_EVERY);
      return new Written(
          shown(output(driver, "clusters")),
          shown(output(driver, "verdicts")),
          Counted.by(registry, "crawlsieve.features.unreadable", "feature"));
    }
  }

  private static void pipe(
      TopologyTestDriver driver, List<TestRecord<byte[], byte[]>> lane, int tellEvery) {
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    for (int i = 0; i < lane.size(); i++) {
      fingerprints.pipeInput(lane.get(i));
      if (i % tellEvery == 0) {
        driver.advanceWallClockTime(Duration.ofSeconds(1));
      }
    }
  }

  private static List<String> shown(List<TestRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(
            record ->
                new String(record.key(), UTF_8)
                    + " "
                    + record.timestamp()
                    + " "
                    + (record.value() == null ? "null" : new String(record.value(), UTF_8)))
        .toList();
  }

  private TopologyTestDriver driver(SieveConfig config, MeterRegistry registry) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    SieveMeters meters = new SieveMeters(registry, config.indexTasks(), () -> Overrides.NONE);
    return new TopologyTestDriver(
        new SieveTopology(config, Wings.ALL, null, meters, new StreamThreads()).lane(), settings);
  }

  private static List<TestRecord<byte[], byte[]>> output(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /**
   * Pages that differ in what they declare; some declare nothing, or nothing that can be read. Time
   * makes a leap, with which more leaders expire than are deleted with one page.
   */
  private static List<TestRecord<byte[], byte[]>> lane(SieveConfig config) {
    SplittableRandom random = new SplittableRandom(3);
    long start = 1_700_000_000_000L;
    int leap = PAGES * 3 / 4;
    List<byte[]> fingerprints =
        ShardsTopologyTest.lane(
            config, 5, i -> start + 125L * i + (i < leap ? 0 : Duration.ofHours(1).toMillis()));
    return IntStream.range(0, PAGES)
        .mapToObj(
            i ->
                new TestRecord<>(
                    ShardsTopologyTest.SCOPE,
                    fingerprints.get(i),
                    features(random),
                    start + 1_000L * i))
        .toList();
  }

  private static Headers features(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> new RecordHeaders();
      case 1 -> new RecordHeaders().add(FEATURES, new byte[] {9, 9});
      default ->
          new RecordHeaders()
              .add(
                  FEATURES,
                  new Features(
                          CANONICAL.get(random.nextInt(3)),
                          random.nextInt(3) == 0 ? Double.NaN : random.nextInt(4) / 4.0,
                          random.nextInt(3) == 0 ? Features.UNKNOWN : random.nextInt(1_000))
                      .encode());
    };
  }
}
