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
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.IndexRestore;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A lane in which leaders expire and are forgotten, in one thread: its verdicts, and its changelog.
 */
final class RetentionTopologyTest {

  private static final byte[] SCOPE = "global".getBytes(UTF_8);
  private static final int PAGES = 800;
  private static final long START = 1_700_000_000_000L;

  @TempDir Path folder;

  private static SieveConfig config(String revisit) {
    return SieveConfig.of(
        Map.of(
            "detector", "simhash",
            "index.retention", "20s",
            "dedup.revisit", revisit,
            "index.memory.bytes", "65536"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"match", "readmit"})
  void shouldDecideAsALinearScanWhereLeadersExpire(String revisit) throws Exception {
    SieveConfig config = config(revisit);
    List<byte[]> lane = lane(config, 7);
    List<Verdict> expected = scan(config, lane, lane.size());
    try (TopologyTestDriver driver = driver(config)) {
      List<Verdict> verdicts = decide(driver, lane);
      assertThat(verdicts).hasSameSizeAs(expected);
      for (int i = 0; i < verdicts.size(); i++) {
        assertThat(verdicts.get(i).withoutSearch()).isEqualTo(expected.get(i).withoutSearch());
      }
      assertThat(verdicts.stream().anyMatch(v -> v.newVersionOf() != null))
          .isEqualTo(revisit.equals("readmit"));
    }
  }

  @Test
  void shouldRestoreFromACompactedChangelogWhatTheLaneKnew() throws Exception {
    SieveConfig config = config("match");
    List<byte[]> lane = lane(config, 8);
    int stopped = PAGES / 2;
    List<TestRecord<byte[], byte[]>> changelog;
    try (TopologyTestDriver driver = driver(config)) {
      decide(driver, lane.subList(0, stopped));
      changelog =
          driver
              .createOutputTopic(
                  "crawlsieve-index-changelog",
                  new ByteArrayDeserializer(),
                  new ByteArrayDeserializer())
              .readRecordsToList();
    }
    List<Verdict> expected = scan(config, lane, lane.size());
    long deleted = changelog.stream().filter(record -> record.value() == null).count();
    assertThat(deleted).as("leaders deleted").isGreaterThan(100);
    assertThat(mentions(changelog.stream(), "h1.example.org")).isTrue();
    assertThat(
            mentions(
                compacted(changelog, changelog.size(), true).stream()
                    .map(left -> new TestRecord<>(left.key, left.value)),
                "h1.example.org"))
        .isFalse();
    // compacted nowhere, in part and everywhere; with the deletions and without
    SplittableRandom random = new SplittableRandom(1);
    for (int upTo : new int[] {0, changelog.size() / 3, changelog.size() - 1, changelog.size()}) {
      for (boolean deletions : new boolean[] {true, false}) {
        List<KeyValue<byte[], byte[]>> left = compacted(changelog, upTo, deletions);
        try (TableIndex restored =
            TableIndex.open(folder.resolve(upTo + "-" + deletions), config.index())) {
          IndexRestore restore = new IndexRestore(restored, "changelog-0");
          for (int from = 0; from < left.size(); ) {
            int to = Math.min(left.size(), from + 1 + random.nextInt(300));
            restore.restoreAll(left.subList(from, to));
            from = to;
          }
          restored.endRestore();
          assertThat(restored.expired()).isGreaterThanOrEqualTo(deleted);
          Decider decider = decider(config, restored);
          List<Verdict> rest = new ArrayList<>();
          for (int i = stopped; i < lane.size(); i++) {
            decide(decider, i, lane.get(i)).ifPresent(rest::add);
          }
          assertThat(rest)
              .extracting(Verdict::withoutSearch)
              .isEqualTo(
                  expected.subList(expected.size() - rest.size(), expected.size()).stream()
                      .map(Verdict::withoutSearch)
                      .toList());
        }
      }
    }
  }

  private static boolean mentions(Stream<TestRecord<byte[], byte[]>> records, String text) {
    return records.anyMatch(
        record -> record.value() != null && new String(record.value(), UTF_8).contains(text));
  }

  /** Keeps only the latest record of each key up to an index, as Kafka compacts. */
  private static List<KeyValue<byte[], byte[]>> compacted(
      List<TestRecord<byte[], byte[]>> changelog, int upTo, boolean deletions) {
    Map<Bytes, Integer> latest = new HashMap<>();
    for (int i = 0; i < upTo; i++) {
      latest.put(Bytes.wrap(changelog.get(i).key()), i);
    }
    List<KeyValue<byte[], byte[]>> left = new ArrayList<>();
    for (int i = 0; i < changelog.size(); i++) {
      TestRecord<byte[], byte[]> record = changelog.get(i);
      boolean gone =
          i < upTo
              && (latest.get(Bytes.wrap(record.key())) != i
                  || (record.value() == null && !deletions));
      if (!gone) {
        left.add(KeyValue.pair(record.key(), record.value()));
      }
    }
    return left;
  }

  private static Decider decider(SieveConfig config, LeaderIndex index) {
    return new Decider(index, config.detector().name(), config.verdictHash());
  }

  private static List<Verdict> scan(SieveConfig config, List<byte[]> lane, int pages) {
    Decider decider =
        decider(config, new LinearScanIndex(Detector.of(config.detector()), config.rule()));
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      decide(decider, i, lane.get(i)).ifPresent(verdicts::add);
    }
    return verdicts;
  }

  private static Optional<Verdict> decide(Decider decider, int offset, byte[] record) {
    Optional<Forgetting> asked = Forgetting.read(record);
    asked.ifPresent(decider::forget);
    return asked.isPresent()
        ? Optional.empty()
        : Optional.of(decider.decide(0, record(offset, record)));
  }

  private static ComparedPage record(int offset, byte[] fingerprint) {
    return ComparedPage.of(new ScopeKeys().of(SCOPE), offset, fingerprint);
  }

  private List<Verdict> decide(TopologyTestDriver driver, List<byte[]> lane) throws Exception {
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    lane.forEach(fingerprint -> fingerprints.pipeInput(SCOPE, fingerprint));
    List<Verdict> verdicts = new ArrayList<>();
    for (TestRecord<byte[], byte[]> verdict :
        driver
            .createOutputTopic("verdicts", new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readRecordsToList()) {
      verdicts.add(VerdictCodec.decode(verdict.value()));
    }
    return verdicts;
  }

  private TopologyTestDriver driver(SieveConfig config) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    return new TopologyTestDriver(new SieveTopology(config, Wings.ALL, null).lane(), settings);
  }

  /**
   * Pages an eighth of a second apart, most of them near one of several centres, with few URLs;
   * then for a while only copies of one page; and some timestamps are late or far ahead. One of
   * three hosts is forgotten, the last time before the middle.
   */
  private static List<byte[]> lane(SieveConfig config, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    List<byte[]> lane = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      boolean copies = i % 400 > 280 && i % 400 < 360;
      long centre = copies ? 0 : random.nextInt(4) == 0 ? i : random.nextInt(160);
      long simhash = new SplittableRandom(centre).nextLong() ^ 1L << random.nextInt(64);
      long time = START + 125L * i;
      if (random.nextInt(40) == 0) {
        time += random.nextInt(2) == 0 ? -30_000 : 1_000_000_000L;
      }
      long content = random.nextInt(3) == 0 ? centre : 10_000 + i;
      long url = random.nextInt(120);
      lane.add(
          FingerprintCodec.encode(
              TestFingerprints.of(
                  new Coordinates(0, i),
                  time,
                  "https://h" + url % 3 + ".example.org/" + url,
                  url,
                  new ContentHash(content, ~content),
                  i,
                  simhash,
                  new short[0],
                  500,
                  497,
                  "en",
                  Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
                  config.fingerprintHash())));
    }
    for (int at : new int[] {PAGES * 3 / 4, PAGES / 2 - 6, PAGES / 3, 100}) {
      List<byte[]> steps = new ArrayList<>();
      Forgetting.host("h1.example.org", PAGES).forEach(step -> steps.add(step.stored()));
      lane.addAll(at, steps);
    }
    return lane;
  }
}
