package dev.crawlsieve.stream.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.LaneClusters;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.Counted;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.stream.topology.StreamThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When and how the lane publishes clusters; the ITs cover restarts. */
final class ClustersTopologyTest {

  private static final String TEXT = "some words that many pages have";

  @TempDir Path folder;
  private final FakeCursors cursors = new FakeCursors();
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> pages;
  private long produced;

  @AfterEach
  void close() {
    if (driver != null) {
      driver.close();
    }
  }

  @Test
  void shouldTellOfGrowthOnceInAWhile() throws Exception {
    start(Map.of());
    send("http://a.example/", "");
    send("http://b.example/longer", "");
    send("http://c.example/longer", "");
    assertThat(read("clusters")).isEmpty();

    driver.advanceWallClockTime(Duration.ofSeconds(1));
    List<TestRecord<byte[], byte[]>> told = read("clusters");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).key()).asString(UTF_8).isEqualTo("0@0");
    JsonNode cluster = new ObjectMapper().readTree(told.get(0).value());
    assertThat(cluster.path("size").asLong()).isEqualTo(3);
    assertThat(cluster.path("preferred")).isEqualTo(cluster.path("leader"));
    assertThat(cluster.path("corrections").asInt(-1)).isZero();
    assertThat(cluster.path("replaced").isNull()).isTrue();
    assertThat(cluster.path("members")).hasSize(3);
    assertThat(cluster.path("members").get(2).path("url").asText())
        .isEqualTo("http://c.example/longer");

    driver.advanceWallClockTime(Duration.ofSeconds(5));
    assertThat(read("clusters")).isEmpty();
  }

  @Test
  void shouldTellNothingOfPagesThatNothingCopies() {
    start(Map.of());
    send("http://a.example/", "");
    pages.pipeInput(null, event("http://b.example/", "", "other words"));
    driver.advanceWallClockTime(Duration.ofSeconds(5));
    assertThat(read("clusters")).isEmpty();
  }

  @Test
  void shouldTellOfACorrectionAtOnce() throws Exception {
    start(Map.of());
    send("http://a.example/", "");
    send("https://b.example/longer", "");
    JsonNode cluster = only(read("clusters"));
    assertThat(cluster.path("preferred").path("url").asText())
        .isEqualTo("https://b.example/longer");
    assertThat(cluster.path("replaced")).isEqualTo(cluster.path("leader"));
    assertThat(cluster.path("by").asText()).isEqualTo("https");

    send("http://c.example/", "<link rel=canonical href='http://c.example/'>");
    cluster = only(read("clusters"));
    assertThat(cluster.path("replaced").path("url").asText()).isEqualTo("https://b.example/longer");
    assertThat(cluster.path("by").asText()).isEqualTo("canonical");
    assertThat(cluster.path("corrections").asInt()).isEqualTo(2);
    driver.advanceWallClockTime(Duration.ofSeconds(5));
    assertThat(read("clusters")).isEmpty();

    // A correction includes changes whose publication was pending.
    send("http://d.example/", "");
    send("https://e.example/", "<link rel=canonical href='/'>");
    assertThat(only(read("clusters")).path("size").asLong()).isEqualTo(5);
    driver.advanceWallClockTime(Duration.ofSeconds(5));
    assertThat(read("clusters")).isEmpty();
  }

  @Test
  void shouldLeaveVerdictsAndRoutesAsTheyAreUnlessThePolicyKeeps() throws Exception {
    start(Map.of());
    send("http://a.example/", "");
    send("https://b.example/", "");
    assertThat(read("unique")).hasSize(1);
    assertThat(read("duplicate")).hasSize(1);
    for (TestRecord<byte[], byte[]> verdict : read("verdicts")) {
      assertThat(verdict.value()).asString(UTF_8).doesNotContain("replaces");
    }
  }

  @Test
  void shouldKeepABetterPageInThePlaceOfTheOne() throws Exception {
    start(Map.of("dedup.keep", "policy"));
    send("http://a.example/", "");
    send("http://b.example/longer", "");
    send("https://c.example/", "");

    List<TestRecord<byte[], byte[]>> unique = read("unique");
    assertThat(unique).hasSize(2);
    assertThat(header(unique.get(0), "crawlsieve.replaces")).isNull();
    assertThat(header(unique.get(1), "crawlsieve.decision")).isEqualTo("duplicate");
    assertThat(header(unique.get(1), "crawlsieve.duplicate.page")).isEqualTo("0@0");
    assertThat(header(unique.get(1), "crawlsieve.replaces")).isEqualTo("http://a.example/");
    assertThat(header(unique.get(1), "crawlsieve.replaces.page")).isEqualTo("0@0");
    assertThat(header(unique.get(1), "crawlsieve.replaces.by")).isEqualTo("https");
    assertThat(read("duplicate")).hasSize(1);
    List<TestRecord<byte[], byte[]>> verdicts = read("verdicts");
    Verdict last = VerdictCodec.decode(verdicts.get(2).value());
    assertThat(last.decision()).isEqualTo(Verdict.Decision.DUPLICATE);
    assertThat(last.replaces().source()).isEqualTo(new Coordinates(0, 0));
    assertThat(verdicts.get(1).value()).asString(UTF_8).doesNotContain("replaces");
  }

  @Test
  void shouldCompareScoresAndTimesAndCountWhatCannotBeRead() throws Exception {
    start(Map.of("clusters.policy", "score,oldest"));
    send("http://a.example/", "", "2026-01-02T00:00:00Z", null);
    send("http://b.example/", "", "2026-01-01T23:00:00-05:00", "much");
    assertThat(read("clusters")).isEmpty();
    send("http://c.example/", "", "", " 0.25 ");
    assertThat(only(read("clusters")).path("by").asText()).isEqualTo("score");
    send("http://d.example/", "", "2026-01-01T23:00:00+05:00", "0.25");
    assertThat(only(read("clusters")).path("by").asText()).isEqualTo("oldest");
    send("http://e.example/", "<link rel=canonical href='mailto:a@b'>", "", "NaN");

    assertThat(read("unique")).hasSize(1);
    assertThat(read("dead-letters")).isEmpty();
    assertThat(unreadable()).isEqualTo(Map.of("score", 2L, "canonical", 1L));
  }

  /** The length is in the fingerprint, so that a log without features has it, too. */
  @Test
  void shouldPreferTheLongestMainText() throws Exception {
    start(Map.of("clusters.policy", "longest,https", "dedup.keep", "policy"));
    sendWords("http://a.example/", 120);
    sendWords("https://b.example/", 118);
    assertThat(read("clusters")).isEmpty();
    sendWords("http://c.example/", 125);
    JsonNode cluster = only(read("clusters"));
    assertThat(cluster.path("preferred").path("url").asText()).isEqualTo("http://c.example/");
    assertThat(cluster.path("by").asText()).isEqualTo("longest");
    assertThat(cluster.path("members"))
        .extracting(page -> page.path("tokens").asInt())
        .containsExactly(120, 118, 125);
    sendWords("https://d.example/", 125);
    assertThat(only(read("clusters")).path("by").asText()).isEqualTo("https");
    assertThat(read("unique")).hasSize(3);
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    start(
        Map.of(
            "clusters.policy", "longest",
            "topic.prefix", "next",
            "pages.topic", "pages",
            "fingerprints.topic", "fingerprints"));
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.forEach(record -> record.headers().remove("crawlsieve.features"));
    log.forEach(fingerprints::pipeInput);
    assertThat(only(read("next.clusters")).path("preferred").path("url").asText())
        .isEqualTo("http://c.example/");
  }

  private void sendWords(String url, int count) {
    byte[] value = event(url, "", words(count));
    cursors.add(new Record<>(null, value, produced));
    pages.pipeInput(null, value, produced++);
  }

  private static String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append("word").append(i).append(' ');
    }
    return words.toString();
  }

  @Test
  void shouldTakeALogThatSaysNothingOfItsPages() throws Exception {
    start(Map.of());
    send("http://a.example/", "");
    send("https://b.example/", "");
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    start(
        Map.of(
            "topic.prefix", "next", "pages.topic", "pages", "fingerprints.topic", "fingerprints"));
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.get(0).headers().remove("crawlsieve.features");
    log.forEach(fingerprints::pipeInput);
    assertThat(only(read("next.clusters")).path("by").asText()).isEqualTo("https");
    assertThat(unreadable()).isEqualTo(Map.of("all", 1L));
  }

  @Test
  void shouldForgetAClusterWithATombstone() {
    start(Map.of());
    int copies = ClusterSettings.MEMBERS_MAX + 1;
    for (int i = 0; i < copies; i++) {
      send("http://" + i + ".example/", "");
    }
    pages.pipeInput(null, event("http://b.example/", "", "other words"));
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(ClustersConfig.WING.store());
    List<Record<byte[], byte[]>> told = new ArrayList<>();
    LaneClusters clusters =
        new LaneClusters(
            SieveConfig.of(Map.of("clusters.enabled", "true")).clusters(),
            new StoredByteMap(store),
            0,
            (key, value, timestamp) -> told.add(new Record<>(key, value, timestamp)));

    clusters.forget(new Coordinates(0, 0), 77);
    clusters.forget(new Coordinates(0, copies), 78);
    clusters.forget(new Coordinates(0, 1), 79);
    clusters.tell();

    assertThat(told).hasSize(1);
    assertThat(told.get(0).key()).asString(UTF_8).isEqualTo("0@0");
    assertThat(told.get(0).value()).isNull();
    assertThat(told.get(0).timestamp()).isEqualTo(77);
    try (var left = store.all()) {
      assertThat(left).isExhausted();
    }
  }

  @Test
  void shouldForgetTheClustersOfPagesThatExpire() throws Exception {
    start(Map.of("index.retention", "1s"));
    send("http://a.example/", "");
    send("https://b.example/", "");
    assertThat(only(read("clusters")).path("size").asInt()).isEqualTo(2);

    produced = 60_000; // lane time follows within a few records
    for (int i = 0; i < 20; i++) {
      send("http://a.example/", "");
    }
    List<TestRecord<byte[], byte[]>> told = read("clusters");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).key()).asString(UTF_8).isEqualTo("0@0");
    assertThat(told.get(0).value()).isNull();
  }

  @Test
  void shouldGoOnWithWhatIsToBeTold() throws Exception {
    start(Map.of());
    send("http://a.example/", "");
    send("http://b.example/longer", "");
    List<Record<byte[], byte[]>> told = new ArrayList<>();
    LaneClusters clusters =
        new LaneClusters(
            SieveConfig.of(Map.of("clusters.enabled", "true")).clusters(),
            new StoredByteMap(driver.getKeyValueStore(ClustersConfig.WING.store())),
            0,
            (key, value, timestamp) -> told.add(new Record<>(key, value, timestamp)));

    clusters.tell();
    clusters.tell();
    assertThat(told).hasSize(1);
    assertThat(new ObjectMapper().readTree(told.get(0).value()).path("size").asInt()).isEqualTo(2);
  }

  private Map<String, Long> unreadable() {
    return Counted.by(registry, "crawlsieve.features.unreadable", "feature");
  }

  private void start(Map<String, String> settings) {
    SieveConfig config = config(settings);
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(
        StreamsConfig.STATE_DIR_CONFIG,
        folder.resolve("state" + config.applicationId()).toString());
    SieveMeters meters = new SieveMeters(registry, config.indexTasks(), () -> Overrides.NONE);
    driver =
        new TopologyTestDriver(
            new SieveTopology(config, Wings.ALL, cursors, meters, new StreamThreads()).get(),
            properties);
    if (config.topics().ownLog()) {
      pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
    }
  }

  private static SieveConfig config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("clusters.enabled", "true");
    all.putIfAbsent("index.memory.bytes", "4000000");
    return SieveConfig.of(all);
  }

  private void send(String url, String head) {
    send(url, head, "", null);
  }

  private void send(String url, String head, String fetchTime, String rank) {
    RecordHeaders headers = new RecordHeaders();
    if (rank != null) {
      headers.add("score", rank.getBytes(UTF_8));
    }
    byte[] value = event(url, head, TEXT, fetchTime);
    cursors.add(new Record<>(null, value, produced, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, produced++));
  }

  private static byte[] event(String url, String head, String text) {
    return event(url, head, text, "");
  }

  private static byte[] event(String url, String head, String text, String fetchTime) {
    String time = fetchTime.isEmpty() ? "" : ",\"fetchTime\":\"" + fetchTime + "\"";
    String html = "<head>" + head + "</head><p>" + text;
    return ("{\"url\":\"" + url + "\"" + time + ",\"html\":\"" + html + "\"}").getBytes(UTF_8);
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static JsonNode only(List<TestRecord<byte[], byte[]>> told) throws IOException {
    assertThat(told).hasSize(1);
    return new ObjectMapper().readTree(told.get(0).value());
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }
}
