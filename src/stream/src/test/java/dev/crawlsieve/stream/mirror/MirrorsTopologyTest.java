package dev.crawlsieve.stream.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StoredByteMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in, mirrors out, in one thread. */
final class MirrorsTopologyTest {

  @TempDir Path folder;
  private final FakeCursors cursors = new FakeCursors();

  private Topology topology(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("mirrors.enabled", "true");
    return new SieveTopology(SieveConfig.of(all), Wings.ALL, cursors).get();
  }

  private TopologyTestDriver driver() {
    return driver(Map.of("index.memory.bytes", "4000000"));
  }

  private TopologyTestDriver driver(Map<String, String> settings) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    return new TopologyTestDriver(topology(settings), properties);
  }

  private static List<JsonNode> mirrors(TopologyTestDriver driver) throws Exception {
    List<JsonNode> mirrors = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : read(driver, "mirrors")) {
      mirrors.add(new ObjectMapper().readTree(record.value()));
      assertThat(new String(record.key(), UTF_8)).startsWith("mirror|https://a.example/|");
    }
    return mirrors;
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  @Test
  void shouldDeclareAndWithdrawMirrors() throws Exception {
    try (TopologyTestDriver driver = driver()) {
      TestInputTopic<byte[], byte[]> pages = pages(driver);
      for (int i = 0; i < 9; i++) {
        send(pages, "https://a.example/p" + i, "a" + i);
        send(pages, "https://b.example/x/p" + i, "a" + i);
      }
      List<JsonNode> declared = mirrors(driver);
      assertThat(declared).hasSize(1);
      assertThat(declared.get(0).path("two").asText()).isEqualTo("https://b.example/x/");
      assertThat(declared.get(0).path("state").asText()).isEqualTo("declared");
      assertThat(new KnownOf(driver).alternates("https://b.example/x/y"))
          .containsExactly("https://a.example/y");

      for (int i = 0; i < 6; i++) {
        send(pages, "https://b.example/x/p" + i, "changed" + i);
      }
      List<JsonNode> withdrawn = mirrors(driver);
      assertThat(withdrawn).hasSize(1);
      assertThat(withdrawn.get(0).path("state").asText()).isEqualTo("withdrawn");
      assertThat(read(driver, "dead-letters")).isEmpty();
    }
  }

  @Test
  void shouldLearnNothingFromWhatIsComparedByItsBytes() {
    Map<String, String> settings =
        Map.of("index.memory.bytes", "4000000", "accept.bytes", "image/*");
    try (TopologyTestDriver driver = driver(settings)) {
      for (int i = 0; i < 9; i++) {
        String image =
            "{\"url\":\"https://%s/%s.png\",\"contentType\":\"image/png\",\"bodyBase64\":\"AAA%s\"}";
        pages(driver).pipeInput(image.formatted("a.example", i, i).getBytes(UTF_8));
        pages(driver).pipeInput(image.formatted("b.example", i, i).getBytes(UTF_8));
      }
      assertThat(read(driver, "duplicate")).hasSize(9);
      assertThat(driver.producedTopicNames()).doesNotContain("observations", "mirrors");
    }
  }

  @Test
  void shouldSetAsideWhatIsNoObservation() {
    try (TopologyTestDriver driver = driver()) {
      driver
          .createInputTopic("observations", new ByteArraySerializer(), new ByteArraySerializer())
          .pipeInput(new byte[0], new byte[] {99});
      TestRecord<byte[], byte[]> letter = read(driver, "dead-letters").get(0);
      assertThat(new String(letter.headers().lastHeader(DeadLetters.STAGE).value(), UTF_8))
          .isEqualTo("learn");
    }
  }

  /** Everything known, from the driver's store. */
  private record KnownOf(TopologyTestDriver driver) {
    List<String> alternates(String url) {
      return new dev.crawlsieve.sites.mirror.KnownMirrors(
              StoredByteMap.reader(driver.getKeyValueStore(MirrorsConfig.WING.store())))
          .alternates(url);
    }
  }

  private TestInputTopic<byte[], byte[]> pages(TopologyTestDriver driver) {
    return driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void send(TestInputTopic<byte[], byte[]> pages, String url, String content) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append(content).append("word").append(i).append(' ');
    }
    byte[] page =
        ("{\"url\":\"" + url + "\",\"contentType\":\"text/plain\",\"text\":\"" + text + "\"}")
            .getBytes(UTF_8);
    cursors.add(new Record<>(null, page, 0));
    pages.pipeInput(new TestRecord<>(null, page));
  }
}
