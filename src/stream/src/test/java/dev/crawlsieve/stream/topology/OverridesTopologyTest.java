package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where pages go that an override decides on, and what their headers say. */
final class OverridesTopologyTest {

  @TempDir Path folder;
  private final FakeCursors cursors = new FakeCursors();

  @Test
  void shouldRouteByOverridesAndSaySoInHeaders() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("overrides.jsonl"),
            """
            {"drop": {"host": "spam.example"}}
            {"keep": {"host": "shop.example"}}
            {"separate": {"hosts": ["a.example", "b.example"]}}
            """);
    SieveConfig config = config(file, 0);
    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      send(pages, "http://www.spam.example/");
      send(pages, "http://a.example/");
      send(pages, "http://shop.example/");
      send(pages, "http://b.example/");
      send(pages, "http://c.example/");

      List<TestRecord<byte[], byte[]>> verdicts = read(driver, "verdicts");
      assertThat(decode(verdicts.get(0)).route()).isEqualTo(Verdict.Route.DUPLICATE);
      assertThat(decode(verdicts.get(2)).overridden().match().url()).isEqualTo("http://a.example/");
      assertThat(decode(verdicts.get(3)).overridden()).isNull();
      assertThat(decode(verdicts.get(4)).duplicateOf().url()).isEqualTo("http://a.example/");

      List<TestRecord<byte[], byte[]>> unique = read(driver, "unique");
      assertThat(unique).hasSize(3);
      assertThat(header(unique.get(0), "crawlsieve.override")).isNull();
      assertThat(header(unique.get(1), "crawlsieve.override")).isEqualTo("keep host shop.example");
      List<TestRecord<byte[], byte[]>> duplicate = read(driver, "duplicate");
      assertThat(duplicate).hasSize(2);
      assertThat(header(duplicate.get(0), "crawlsieve.override"))
          .isEqualTo("drop host spam.example");
      assertThat(header(duplicate.get(0), "crawlsieve.kind")).isEqualTo("override");
      assertThat(header(duplicate.get(0), "crawlsieve.duplicate.of")).isNull();
      assertThat(header(duplicate.get(1), "crawlsieve.duplicate.of"))
          .isEqualTo("http://a.example/");
      assertThat(read(driver, "dead-letters")).isEmpty();
    }
  }

  /** A change counts from a position in the log on, and all who read the log agree. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldFollowTheFileFromAPositionInTheLogOn(int shards) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("overrides.jsonl"),
            """
            {"separate": {"hosts": ["a.example", "b.example"]}}
            {"drop": {"host": "spam.example"}}
            """);
    SieveConfig config = config(file, shards);
    List<Verdict> verdicts = new ArrayList<>();
    List<TestRecord<byte[], byte[]>> log;
    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      for (String host : List.of("a", "spam", "shop", "b")) {
        send(pages, "http://" + host + ".example/");
      }
      read(driver, "verdicts").forEach(verdict -> verdicts.add(decode(verdict)));
      assertThat(verdicts.get(1).overridden().rule().line()).isEqualTo(2);
      assertThat(verdicts.get(2).kind()).isEqualTo(Verdict.Kind.EXACT);

      Path next =
          Files.writeString(
              folder.resolve("next"),
              """
              {"keep": {"host": "shop.example"}}
              {"separate": {"hosts": ["a.example", "b.example"]}}
              """);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
      while (verdicts.get(verdicts.size() - 1).overridden() == null) {
        send(pages, "http://shop.example/" + verdicts.size());
        read(driver, "verdicts").forEach(verdict -> verdicts.add(decode(verdict)));
      }
      for (String host : List.of("shop", "spam", "c")) {
        send(pages, "http://" + host + ".example/after");
      }
      read(driver, "verdicts").forEach(verdict -> verdicts.add(decode(verdict)));
      log = read(driver, "fingerprints");
      assertThat(read(driver, "dead-letters")).isEmpty();
    }
    int changed = verdicts.size() - 4;
    assertThat(verdicts.get(changed - 1).kind()).isEqualTo(Verdict.Kind.EXACT);
    assertThat(verdicts.get(changed).overridden().rule().text())
        .isEqualTo("keep host shop.example");
    assertThat(verdicts.get(changed).overridden().rule().line()).isEqualTo(1);
    assertThat(verdicts.get(changed + 1).overridden().match().url()).isEqualTo("http://a.example/");
    assertThat(verdicts.get(changed + 2).kind()).isEqualTo(Verdict.Kind.EXACT);
    assertThat(header(log.get(changed), "crawlsieve.override"))
        .isEqualTo("1 keep host shop.example");
    assertThat(header(log.get(changed + 2), "crawlsieve.override")).isNull();

    Decider scan =
        new Decider(
            new LinearScanIndex(Detector.of(config.detector()), config.rule()),
            config.detector().name(),
            config.verdictHash());
    for (int i = 0; i < log.size(); i++) {
      TestRecord<byte[], byte[]> record = log.get(i);
      ComparedPage page =
          ComparedPage.of(new ScopeKeys().of(record.key()), i, record.value())
              .overriddenBy(OverrideHeader.read(OverrideHeader.stored(record.headers())));
      assertThat(verdicts.get(i).withoutSearch()).isEqualTo(scan.decide(0, page).withoutSearch());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldSetAsideAFingerprintWithAnUnreadableOverride(int shards) throws Exception {
    SieveConfig config = config(Files.createFile(folder.resolve("none")), shards);
    try (TopologyTestDriver driver = driver(config)) {
      send(
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer()),
          "http://a.example/");
      TestRecord<byte[], byte[]> logged = read(driver, "fingerprints").get(0);
      for (String override : List.of("", "1 keep host", "1 hide host a", "x keep host a")) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(OverrideHeader.NAME, override.getBytes(UTF_8));
        driver
            .createInputTopic("fingerprints", new ByteArraySerializer(), new ByteArraySerializer())
            .pipeInput(new TestRecord<>(logged.key(), logged.value(), headers, Instant.EPOCH));
      }
      assertThat(read(driver, "dead-letters"))
          .hasSize(4)
          .allMatch(letter -> header(letter, DeadLetters.REASON).contains("unreadable override"));
    }
  }

  private static SieveConfig config(Path file, int shards) {
    return SieveConfig.of(
        Map.of(
            "overrides.file",
            file.toString(),
            "index.memory.bytes",
            "4000000",
            "index.shards",
            String.valueOf(shards),
            "clusters.enabled",
            "true"));
  }

  private TopologyTestDriver driver(SieveConfig config) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    return new TopologyTestDriver(new SieveTopology(config, Wings.ALL, cursors).get(), properties);
  }

  private void send(TestInputTopic<byte[], byte[]> pages, String url) {
    String event =
        "{\"url\":\"" + url + "\",\"text\":\"" + "the same words again ".repeat(30) + "\"}";
    byte[] value = event.getBytes(UTF_8);
    RecordHeaders headers = new RecordHeaders();
    cursors.add(new Record<>(null, value, 0, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, Instant.ofEpochMilli(1_000)));
  }

  private static Verdict decode(TestRecord<byte[], byte[]> record) {
    try {
      return VerdictCodec.decode(record.value());
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
