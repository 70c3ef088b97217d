package dev.crawlsieve.stream.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.IndexRestore;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.OverrideHeader;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.internals.RecordHeaders;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lane of one shard, in one thread: the topology between enter and decide. */
public final class ShardsTopologyTest {

  public static final byte[] SCOPE = "global".getBytes(UTF_8);
  public static final int PAGES = 600;

  @TempDir Path folder;

  private static SieveConfig config(Map<String, String> more, int shards) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("index.shards", String.valueOf(shards));
    settings.put("index.memory.bytes", "1000000");
    return SieveConfig.of(settings);
  }

  @ParameterizedTest
  @CsvSource({
    "simhash,none,match",
    "combined,none,readmit",
    "sketch,20s,match",
    "simhash,20s,readmit",
    "combined,20s,match"
  })
  void shouldWriteTheVerdictsOfOneTask(String detector, String retention, String revisit) {
    Map<String, String> settings =
        Map.of("detector", detector, "index.retention", retention, "dedup.revisit", revisit);
    sameVerdicts(settings);
  }

  @Test
  void shouldWriteTheVerdictsOfOneTaskUnderOverrides() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int url = 0; url < 40; url += 2) {
      String site = "https://www.example.org/";
      String line = "{'separate':{'urls':['%s%d','%s%d']}}%n{'%s':{'url':'%s%d'}}%n";
      String action = url % 4 == 0 ? "keep" : "drop";
      lines.append(line.formatted(site, url, site, url + 1, action, site, 40 + url));
    }
    Path file =
        Files.writeString(folder.resolve("overrides.jsonl"), lines.toString().replace('\'', '"'));
    List<String> verdicts = sameVerdicts(Map.of("overrides.file", file.toString()));
    assertThat(verdicts).anyMatch(verdict -> verdict.contains("\"action\":\"keep\""));
    assertThat(verdicts).anyMatch(verdict -> verdict.contains("\"action\":\"drop\""));
  }

  /** Where pages enter the lane, not at the shards, which see them later. */
  @Test
  void shouldWriteTheVerdictsOfOneTaskThatLearnsFromASite() throws Exception {
    List<String> verdicts = sameVerdicts(Map.of(), site(config(Map.of(), 0)));
    assertThat(verdicts.subList(0, 16)).noneMatch(verdict -> verdict.contains("duplicateOf\":{"));
    assertThat(verdicts.subList(PAGES - 20, PAGES))
        .filteredOn(verdict -> verdict.contains("\"reason\":\"nothing-lost\""))
        .hasSize(10);
  }

  /** Of what was learned of sites and pages, no more is in the changelogs than of live pages. */
  @ParameterizedTest
  @CsvSource({
    "0, crawlsieve-index-changelog, crawlsieve-index-changelog",
    "1, crawlsieve-entered-changelog, crawlsieve-recent-changelog"
  })
  void shouldForgetSitesWithTheirLastPages(int shards, String changelog, String ofPages)
      throws Exception {
    Map<String, String> retention = Map.of("index.retention", "100s");
    List<byte[]> lane = sites(config(retention, 0));
    sameVerdicts(retention, lane);
    Map<String, byte[]> left = new HashMap<>();
    try (TopologyTestDriver driver = driver(config(retention, shards))) {
      lane.forEach(page -> input(driver, "fingerprints").pipeInput(SCOPE, page));
      for (String each : new TreeSet<>(List.of(changelog, ofPages))) {
        for (TestRecord<byte[], byte[]> record : output(driver, each)) {
          left.put(new String(record.key(), UTF_8), record.value());
        }
      }
    }
    left.keySet().removeIf(key -> !key.startsWith("site."));
    long pages = left.keySet().stream().filter(key -> !isSite(key)).count();
    assertThat(pages).as("dropped pages").isGreaterThan(50);
    assertThat(left.size() - pages).as("sites").isEqualTo(PAGES / 3);
    left.values().removeIf(Objects::isNull);
    long live = left.keySet().stream().filter(ShardsTopologyTest::isSite).count();
    assertThat(live).as("sites of live pages").isBetween(40L, 52L);
    assertThat(left.size() - live).as("dropped pages that are live").isBetween(1L, pages / 2);
  }

  /** Whether a key is that of a site, with its scope, and not that of a dropped page. */
  private static boolean isSite(String key) {
    return key.length() == "site..".length() + 2 * 32;
  }

  /** Also after a restore, from a changelog that has been compacted. */
  @Test
  void shouldDecideTheSameOnceSitesHaveExpired() throws Exception {
    SieveConfig config = config(Map.of("index.retention", "100s"), 0);
    List<byte[]> lane = sites(config);
    List<TestRecord<byte[], byte[]>> expected = decide(config, lane);
    Map<Bytes, byte[]> changelog = new LinkedHashMap<>();
    try (TopologyTestDriver driver = driver(config)) {
      lane.subList(0, PAGES / 2)
          .forEach(page -> input(driver, "fingerprints").pipeInput(SCOPE, page));
      for (TestRecord<byte[], byte[]> record : output(driver, "crawlsieve-index-changelog")) {
        Bytes key = Bytes.wrap(record.key());
        changelog.remove(key);
        changelog.put(key, record.value());
      }
    }
    try (TableIndex restored = TableIndex.open(folder.resolve("restored"), config.index())) {
      new IndexRestore(restored, "changelog-0")
          .restoreAll(
              changelog.entrySet().stream()
                  .map(record -> KeyValue.pair(record.getKey().get(), record.getValue()))
                  .toList());
      Decider decider = new Decider(restored, config.detector().name(), config.verdictHash());
      for (int i = PAGES / 2; i < PAGES; i++) {
        Verdict verdict =
            decider.decide(0, ComparedPage.of(new ScopeKeys().of(SCOPE), i, lane.get(i)));
        assertThat(verdict.withoutSearch())
            .isEqualTo(VerdictCodec.decode(expected.get(i).value()).withoutSearch());
      }
    }
  }

  /** Three pages of each of many sites, two seconds after those of another. */
  private static List<byte[]> sites(SieveConfig config) throws Exception {
    PageFingerprinter fingerprinter = new PageFingerprinter(config.fingerprinting());
    SplittableRandom random = new SplittableRandom(88);
    List<byte[]> lane = new ArrayList<>();
    String title = "";
    String text = "";
    for (int i = 0; i < PAGES; i++) {
      if (i % 3 == 0) {
        title = words(random, 2);
        text = words(random, 50);
      }
      String page =
          "{'url':'https://s%d.example/%s?v=%d','html':'<title>%s</title><h1>%s</h1><p>%s %s</p>'}"
              .formatted(i / 3, words(random, 1), i % 3, title, title, text, words(random, i % 3))
              .replace('\'', '"');
      lane.add(
          FingerprintCodec.encode(
              fingerprinter
                  .fingerprint(
                      null,
                      page.getBytes(UTF_8),
                      name -> null,
                      new Coordinates(0, i),
                      1_700_000_000_000L + 2_000L * (i / 3))
                  .fingerprint()));
    }
    return lane;
  }

  /**
   * Fingerprints of a shop's products, each under two names: that these are one, the site shows.
   */
  private static List<byte[]> site(SieveConfig config) throws Exception {
    PageFingerprinter fingerprinter = new PageFingerprinter(config.fingerprinting());
    SplittableRandom random = new SplittableRandom(3);
    List<byte[]> lane = new ArrayList<>();
    String text = "";
    while (lane.size() < PAGES) {
      String title = words(random, 2);
      text = lane.size() % 2 == 0 ? words(random, 150) : text;
      String page =
          "{'url':'https://shop.example/%s','html':'<title>%s</title><p>%s</p>'}"
              .formatted(words(random, 1), title, text)
              .replace('\'', '"');
      lane.add(
          FingerprintCodec.encode(
              fingerprinter
                  .fingerprint(
                      null,
                      page.getBytes(UTF_8),
                      name -> null,
                      new Coordinates(0, lane.size()),
                      1_700_000_000_000L)
                  .fingerprint()));
    }
    return lane;
  }

  private static String words(SplittableRandom random, int count) {
    return random
        .ints(count, 0, 2_000)
        .mapToObj(word -> "lamp" + Integer.toString(word, 36))
        .collect(Collectors.joining(" "));
  }

  private List<String> sameVerdicts(Map<String, String> settings) {
    return sameVerdicts(settings, lane(config(settings, 0), 5));
  }

  private List<String> sameVerdicts(Map<String, String> settings, List<byte[]> lane) {
    List<TestRecord<byte[], byte[]>> one = decide(config(settings, 0), lane);
    List<TestRecord<byte[], byte[]>> sharded = decide(config(settings, 1), lane);
    assertThat(sharded).hasSameSizeAs(one).hasSize(PAGES);
    for (int i = 0; i < PAGES; i++) {
      assertThat(new String(sharded.get(i).value(), UTF_8))
          .isEqualTo(new String(one.get(i).value(), UTF_8));
      assertThat(sharded.get(i).key()).isEqualTo(one.get(i).key());
      assertThat(sharded.get(i).timestamp()).isEqualTo(one.get(i).timestamp());
      assertThat(sharded.get(i).headers()).isEqualTo(one.get(i).headers());
    }
    return one.stream().map(record -> new String(record.value(), UTF_8)).toList();
  }

  private List<TestRecord<byte[], byte[]>> decide(SieveConfig config, List<byte[]> lane) {
    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> fingerprints = input(driver, "fingerprints");
      for (int i = 0; i < lane.size(); i++) {
        OverrideRule override =
            config.liveOverrides().now().of(FingerprintCodec.url(lane.get(i), 0)).decision();
        RecordHeaders headers = new RecordHeaders();
        if (override != null) {
          headers.add(OverrideHeader.NAME, override.toBytes());
        }
        fingerprints.pipeInput(
            new TestRecord<>(SCOPE, lane.get(i), headers, Instant.ofEpochMilli(1_000L * i)));
      }
      return output(driver, "verdicts");
    }
  }

  @Test
  void shouldSetAsideWhatItCannotRead() {
    SieveConfig config = config(Map.of(), 1);
    try (TopologyTestDriver driver = driver(config)) {
      for (String topic : List.of("fingerprints", "lookups", "leaders", "found")) {
        input(driver, topic).pipeInput(SCOPE, new byte[] {77, 1, 2});
        input(driver, topic).pipeInput(SCOPE, (byte[]) null);
      }
      lane(config, 1).forEach(page -> input(driver, "fingerprints").pipeInput(SCOPE, page));
      List<TestRecord<byte[], byte[]>> letters = output(driver, "dead-letters");
      assertThat(letters).hasSize(8);
      assertThat(letters)
          .extracting(letter -> header(letter, DeadLetters.TOPIC))
          .containsExactly(
              "fingerprints",
              "fingerprints",
              "lookups",
              "lookups",
              "leaders",
              "leaders",
              "found",
              "found");
      assertThat(header(letters.get(2), DeadLetters.REASON))
          .isEqualTo(
              "a page between shards of version 77, but this is " + ShardRecordCodec.VERSION);
      assertThat(header(letters.get(5), DeadLetters.REASON))
          .isEqualTo("an empty record of a leader between shards");
      assertThat(output(driver, "verdicts")).hasSize(PAGES);
    }
  }

  /** Verdicts go to the partition of their page: a negative one stopped the instance. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldSetAsideAFingerprintOfNoPage(int shards) {
    SieveConfig config = config(Map.of(), shards);
    byte[] stray = lane(config, 1).get(0).clone();
    stray[FingerprintCodec.AT_SOURCE_PARTITION] = -1;
    try (TopologyTestDriver driver = driver(config)) {
      input(driver, "fingerprints").pipeInput(SCOPE, stray);
      List<TestRecord<byte[], byte[]>> letters = output(driver, "dead-letters");
      assertThat(letters).hasSize(1);
      assertThat(header(letters.get(0), DeadLetters.REASON)).contains("of a page at -");
    }
  }

  /** A record that was written before, or in another lane, can be read, but has no place here. */
  @ParameterizedTest
  @ValueSource(strings = {"leaders", "found"})
  void shouldNameTheRecordThatStopsIt(String topic) {
    SieveConfig config = config(Map.of(), 1);
    ComparedPage page = ComparedPage.of(new ScopeKeys().of(SCOPE), 0, lane(config, 1).get(0));
    byte[] stray =
        topic.equals("leaders")
            ? ShardRecordCodec.encode(new DealtLeader(7, 0, page))
            : ShardRecordCodec.encode(LaneQuery.of(page, 0));
    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> input = input(driver, topic);
      assertThatThrownBy(() -> input.pipeInput(SCOPE, stray))
          .hasStackTraceContaining("the record at " + topic + "-0 offset 0: ");
    }
  }

  private static String header(TestRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  private TopologyTestDriver driver(SieveConfig config) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    settings.put(
        StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state-" + config.shards()).toString());
    return new TopologyTestDriver(new SieveTopology(config, Wings.ALL, null).lane(), settings);
  }

  private static TestInputTopic<byte[], byte[]> input(TopologyTestDriver driver, String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static List<TestRecord<byte[], byte[]>> output(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static List<byte[]> lane(SieveConfig config, long seed) {
    return lane(config, seed, i -> 1_700_000_000_000L + 125L * i);
  }

  /**
   * Fingerprints of a lane, many of them copies of others.
   *
   * @param times of the pages, by their place in the lane
   */
  public static List<byte[]> lane(SieveConfig config, long seed, IntToLongFunction times) {
    SplittableRandom random = new SplittableRandom(seed);
    List<byte[]> lane = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      int centre = random.nextInt(40);
      long content = random.nextInt(3) == 0 ? centre : 10_000 + i;
      long url = random.nextInt(80);
      lane.add(
          FingerprintCodec.encode(
              TestFingerprints.of(
                  new Coordinates(0, i),
                  times.applyAsLong(i),
                  "https://www.example.org/" + url,
                  url,
                  new ContentHash(content, ~content),
                  i,
                  new SplittableRandom(centre).nextLong() ^ 1L << random.nextInt(64),
                  sketch(centre, random),
                  500,
                  497,
                  "en",
                  Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
                  config.fingerprintHash())));
    }
    return lane;
  }

  private static short[] sketch(int centre, SplittableRandom random) {
    SplittableRandom own = new SplittableRandom(centre);
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) own.nextInt();
    }
    for (int changes = random.nextInt(30); changes > 0; changes--) {
      sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
    }
    return sketch;
  }
}
