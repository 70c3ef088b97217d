package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.Schemas;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
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

/** Validates all records of a crawl with everything switched on against {@code docs/schemas}. */
final class RecordSchemasTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGES = 600;

  @TempDir Path folder;
  private final FakeCursors cursors = new FakeCursors();
  private final Random random = new Random(20261121);

  @Test
  void shouldDescribeTheRecordsOfACrawl() throws Exception {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    Path overrides =
        Files.writeString(
            folder.resolve("overrides.jsonl"),
            """
            {"drop": {"url": "https://a.example/p7"}}
            {"keep": {"host": "b.example"}}
            """);
    SieveConfig config =
        SieveConfig.of(
            Map.of(
                "overrides.file", overrides.toString(),
                "index.memory.bytes", "4000000",
                "page.max.bytes", "20000",
                "mirrors.enabled", "true",
                "clusters.enabled", "true",
                "clusters.policy", "canonical,https,score,longest,oldest,shorter-url",
                "dedup.keep", "policy",
                "dedup.revisit", "readmit"));
    try (TopologyTestDriver driver =
        new TopologyTestDriver(new SieveTopology(config, Wings.ALL, cursors).get(), properties)) {
      TestInputTopic<byte[], byte[]> pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      for (int i = 0; i < PAGES; i++) {
        send(pages, i);
        if (i % 50 == 0) {
          driver.advanceWallClockTime(Duration.ofSeconds(2));
        }
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2));

      Set<String> kinds = new HashSet<>();
      Schemas verdict = Schemas.named("verdict");
      for (TestRecord<byte[], byte[]> record : read(driver, "verdicts")) {
        JsonNode value = JSON.readTree(record.value());
        verdict.check(value);
        kinds.add("verdict " + value.path("decision").asText() + " " + value.path("kind").asText());
        value.fieldNames().forEachRemaining(kinds::add);
      }
      Schemas cluster = Schemas.named("cluster");
      for (TestRecord<byte[], byte[]> record : read(driver, "clusters")) {
        cluster.check(JSON.readTree(record.value()));
        kinds.add("cluster");
      }
      Schemas mirror = Schemas.named("mirror");
      for (TestRecord<byte[], byte[]> record : read(driver, "mirrors")) {
        JsonNode value = JSON.readTree(record.value());
        mirror.check(value);
        kinds.add(value.path("type").asText());
      }
      Schemas letter = Schemas.named("dead-letter-headers");
      for (TestRecord<byte[], byte[]> record : read(driver, "dead-letters")) {
        JsonNode headers = added(record);
        letter.check(headers);
        kinds.add(headers.has(DeadLetters.OMITTED) ? "omitted" : "dead letter");
      }
      assertThat(kinds)
          .contains(
              "verdict unique null",
              "verdict duplicate exact",
              "verdict duplicate near",
              "verdict duplicate revisit",
              "verdict duplicate override",
              "override",
              "newVersionOf",
              "replaces",
              "cluster",
              "mirror",
              "rule",
              "dead letter",
              "omitted");
    }
  }

  @Test
  void shouldRefuseRecordsOfAnotherShape() throws Exception {
    Schemas verdict = Schemas.named("verdict");
    String unique =
        "{'url':'u','decision':'unique','kind':null,'duplicateOf':null,'match':null,"
            + "'distance':null,'similarity':null,'agreeing':null,'table':null,'compared':0,"
            + "'detector':'simhash','settings':'00c0ffee','partition':0,"
            + "'offset':1,'timestamp':2,'lane':0,'laneOffset':3}";
    assertThat(verdict.accepts(json(unique))).isTrue();
    assertThat(verdict.accepts(json(unique.replace("'kind':null", "'kind':'near'")))).isFalse();
    assertThat(verdict.accepts(json(unique.replace("unique", "duplicate")))).isFalse();
    assertThat(verdict.accepts(json(unique.replace("'compared':0,", "")))).isFalse();
    assertThat(Schemas.named("cluster").accepts(json("{'leader':{}}"))).isFalse();
    assertThat(Schemas.named("mirror").accepts(json("{'type':'other'}"))).isFalse();
    assertThat(
            Schemas.named("dead-letter-headers")
                .accepts(
                    json(
                        "{'__streams.errors.topic':'pages','__streams.errors.message':'m',"
                            + "'crawlsieve.stage':'decide','crawlsieve.reason':'m'}")))
        .isFalse();
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static JsonNode added(TestRecord<byte[], byte[]> record) {
    ObjectNode headers = JSON.createObjectNode();
    for (Header header : record.headers()) {
      if (header.key().matches("(crawlsieve|__streams)\\..*")) {
        headers.put(header.key(), new String(header.value(), UTF_8));
      }
    }
    return headers;
  }

  private void send(TestInputTopic<byte[], byte[]> pages, int i) {
    int path = random.nextInt(20);
    String site =
        List.of("http://a.example", "https://a.example", "https://b.example")
            .get(random.nextInt(3));
    String text = words(path, random.nextInt(4) == 0 ? random.nextInt(5) : 0);
    String url = site + "/p" + path + (random.nextInt(3) == 0 ? "?sid=" + i : "");
    String event =
        "{\"url\":\""
            + url
            + "\",\"html\":\""
            + (random.nextBoolean() ? "<link rel=canonical href='" + url + "'>" : "")
            + "<p>"
            + text
            + "\""
            + (random.nextBoolean() ? ",\"fetchTime\":" + (1_700_000_000L + i) : "")
            + "}";
    byte[] value =
        switch (i % 100) {
          case 98 -> new byte[] {'x'};
          case 99 -> new byte[2 << 20];
          default -> event.getBytes(UTF_8);
        };
    RecordHeaders headers = new RecordHeaders();
    if (random.nextBoolean()) {
      headers.add("score", String.valueOf(random.nextInt(9)).getBytes(UTF_8));
    }
    cursors.add(new Record<>(null, value, 0, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, Instant.ofEpochMilli(i)));
  }

  private static String words(int text, int changed) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      words.append(i < changed ? "changed" + changed : "word" + text * 1000 + i).append(' ');
    }
    return words.toString();
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
