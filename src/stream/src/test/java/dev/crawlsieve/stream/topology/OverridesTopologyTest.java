package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    SieveConfig config =
        SieveConfig.of(
            Map.of(
                "overrides.file", file.toString(),
                "index.memory.bytes", "4000000",
                "clusters.enabled", "true"));
    try (TopologyTestDriver driver =
        new TopologyTestDriver(new SieveTopology(config, Wings.ALL, cursors).get(), properties)) {
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

  private void send(TestInputTopic<byte[], byte[]> pages, String url) {
    String event =
        "{\"url\":\"" + url + "\",\"text\":\"" + "the same words again ".repeat(30) + "\"}";
    byte[] value = event.getBytes(UTF_8);
    RecordHeaders headers = new RecordHeaders();
    cursors.add(new Record<>(null, value, 0, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, Instant.ofEpochMilli(1_000)));
  }

  private static Verdict decode(TestRecord<byte[], byte[]> record) throws Exception {
    return VerdictCodec.decode(record.value());
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
