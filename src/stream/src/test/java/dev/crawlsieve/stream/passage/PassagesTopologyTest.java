package dev.crawlsieve.stream.passage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.Schemas;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in, passages out, in one thread. */
final class PassagesTopologyTest {

  private static final String[] ANIMALS = {
    "antelope", "badger", "cormorant", "dormouse", "echidna", "flamingo", "gecko", "heron"
  };

  @TempDir Path folder;
  private FakeCursors cursors = new FakeCursors();
  private StreamThreads threads = new StreamThreads();

  private TopologyTestDriver driver(boolean enabled, String state) {
    Map<String, String> settings = new HashMap<>();
    settings.put("index.memory.bytes", "4000000");
    settings.put("passages.enabled", String.valueOf(enabled));
    settings.put("passages.pages", "3");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve(state).toString());
    cursors = new FakeCursors();
    threads = new StreamThreads();
    return new TopologyTestDriver(
        new SieveTopology(SieveConfig.of(settings), Wings.ALL, cursors, new SieveMeters(), threads)
            .get(),
        properties);
  }

  private void send(TopologyTestDriver driver, String url, String frame, String own) {
    String html =
        "<title>%1$s</title><nav><a href=/>%2$s</a></nav><h1>%1$s</h1><p>All about the %1$s: what it eats, where it sleeps"
            .formatted(own, frame);
    byte[] page =
        new ObjectMapper()
            .createObjectNode()
            .put("url", url)
            .put("html", html)
            .toString()
            .getBytes(UTF_8);
    cursors.add(new Record<>(null, page, 0));
    driver
        .createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(null, page, Instant.ofEpochSecond(1_700_000_000)));
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /** What is on the topic, compacted, once no pages came for a while. */
  private static void take(TopologyTestDriver driver, Map<String, JsonNode> known)
      throws Exception {
    for (int i = 0; i < 7; i++) {
      driver.advanceWallClockTime(Duration.ofSeconds(2));
    }
    takeNow(driver, known);
  }

  private static void takeNow(TopologyTestDriver driver, Map<String, JsonNode> known)
      throws Exception {
    for (TestRecord<byte[], byte[]> record : read(driver, "passages")) {
      String key = new String(record.key(), UTF_8);
      if (record.value() == null) {
        assertThat(known.remove(key)).as(key).isNotNull();
      } else {
        JsonNode value = new ObjectMapper().readTree(record.value());
        Schemas.named("passage").check(value);
        known.put(key, value);
      }
    }
  }

  @Test
  void shouldPublishPassagesAndWithdrawThem() throws Exception {
    Map<String, JsonNode> known = new TreeMap<>();
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (int i = 0; i < 4; i++) {
        send(driver, "https://zoo.example/" + ANIMALS[i], "Home", ANIMALS[i]);
        send(driver, "https://park.example/" + ANIMALS[i], i < 2 ? "Start" : "End", ANIMALS[i]);
      }
      take(driver, known);
      assertThat(known).hasSize(1);
      Map.Entry<String, JsonNode> home = known.entrySet().iterator().next();
      assertThat(home.getKey()).startsWith("zoo.example|");
      assertThat(home.getValue().path("text").asText()).isEqualTo("Home");
      assertThat(home.getValue().path("pages").asInt()).isEqualTo(4);

      for (int i = 0; i < 4; i++) { // the same pages, in another frame
        send(driver, "https://zoo.example/" + ANIMALS[i], "Welcome", ANIMALS[i]);
      }
      take(driver, known);
      assertThat(known.values())
          .extracting(passage -> passage.path("text").asText())
          .containsExactly("Welcome");
      assertThat(read(driver, "dead-letters")).isEmpty();
    }
  }

  /** Every site is read again at each evaluation, which must not take more than the pages do. */
  @Test
  void shouldEvaluateFewSitesWhilePagesCome() throws Exception {
    Map<String, JsonNode> known = new TreeMap<>();
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (int site = 0; site < 20; site++) {
        for (int i = 0; i < 3; i++) {
          send(driver, "https://zoo" + site + ".example/" + ANIMALS[i], "Home", ANIMALS[i]);
        }
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2)); // a pause that says nothing
      driver.advanceWallClockTime(Duration.ofSeconds(2));
      takeNow(driver, known);
      assertThat(known).hasSizeBetween(1, 5);
      take(driver, known);
      assertThat(known).hasSize(20);
    }
  }

  /** A slow instance takes none from a partition for longer than a pause lasts. */
  @Test
  void shouldEvaluateFewSitesWhileTheThreadIsBehind() throws Exception {
    Map<String, JsonNode> known = new TreeMap<>();
    TopicPartition partition = new TopicPartition("fingerprints", 0);
    var one = new ConsumerRecord<byte[], byte[]>("fingerprints", 0, 0, null, null);
    var polled = new ConsumerRecords<>(Map.of(partition, List.of(one)), Map.of());
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (int site = 0; site < 20; site++) {
        for (int i = 0; i < 3; i++) {
          send(driver, "https://zoo" + site + ".example/" + ANIMALS[i], "Home", ANIMALS[i]);
        }
      }
      for (int i = 0; i < 20; i++) {
        threads.pace().polled(polled, () -> Map.of("fingerprints", 5_000L));
        driver.advanceWallClockTime(Duration.ofSeconds(2));
      }
      takeNow(driver, known);
      assertThat(known).hasSizeBetween(1, 6);
    }
  }

  @Test
  void shouldFindTheSameInItsLogAgainInAnyOrder() throws Exception {
    Map<String, JsonNode> known = new TreeMap<>();
    List<TestRecord<byte[], byte[]>> log;
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (int site = 0; site < 2; site++) {
        for (String animal : ANIMALS) {
          String frame = animal.startsWith("d") ? "Start" : "Home";
          send(driver, "https://zoo" + site + ".example/" + animal, frame, animal);
        }
      }
      log = new ArrayList<>(read(driver, "page-blocks"));
      take(driver, known);
    }
    assertThat(known).hasSize(2);
    Collections.reverse(log);
    Map<String, JsonNode> again = new TreeMap<>();
    try (TopologyTestDriver driver = driver(true, "b")) {
      driver
          .createInputTopic("page-blocks", new ByteArraySerializer(), new ByteArraySerializer())
          .pipeRecordList(log);
      take(driver, again);
    }
    assertThat(again).isEqualTo(known);
  }

  @Test
  void shouldSendNothingOfPagesThatCannotBeCounted() throws Exception {
    Map<String, JsonNode> known = new TreeMap<>();
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (int i = 0; i < 400; i++) {
        String name = ANIMALS[i % 8] + (char) ('a' + i / 20) + (char) ('a' + i % 20);
        send(driver, "https://zoo.example/" + name, "Home", name);
      }
      assertThat(read(driver, "fingerprints")).hasSize(400);
      assertThat(read(driver, "page-blocks")).hasSizeBetween(128, 350);
      take(driver, known);
      assertThat(known.values())
          .extracting(passage -> passage.path("of").asInt())
          .containsExactly(128);
    }
  }

  @Test
  void shouldChangeNeitherFingerprintsNorVerdicts() {
    List<TestRecord<byte[], byte[]>> fingerprints;
    try (TopologyTestDriver driver = driver(false, "a")) {
      for (String animal : ANIMALS) {
        send(driver, "https://zoo.example/" + animal, "Home", animal);
      }
      fingerprints = read(driver, "fingerprints");
      assertThat(driver.producedTopicNames()).doesNotContain("page-blocks", "passages");
    }
    try (TopologyTestDriver driver = driver(true, "b")) {
      for (String animal : ANIMALS) {
        send(driver, "https://zoo.example/" + animal, "Home", animal);
      }
      List<TestRecord<byte[], byte[]>> with = read(driver, "fingerprints");
      assertThat(with).hasSize(ANIMALS.length).hasSameSizeAs(fingerprints);
      for (int i = 0; i < ANIMALS.length; i++) {
        assertThat(with.get(i).key()).isEqualTo(fingerprints.get(i).key());
        assertThat(with.get(i).value()).isEqualTo(fingerprints.get(i).value());
      }
      assertThat(read(driver, "unique")).hasSize(ANIMALS.length);
      assertThat(read(driver, "page-blocks"))
          .hasSize(ANIMALS.length)
          .allSatisfy(
              record -> assertThat(new String(record.key(), UTF_8)).isEqualTo("zoo.example"));
    }
  }

  @Test
  void shouldSetAsideWhatIsNoPagesBlocks() {
    try (TopologyTestDriver driver = driver(true, "a")) {
      driver
          .createInputTopic("page-blocks", new ByteArraySerializer(), new ByteArraySerializer())
          .pipeInput("zoo.example".getBytes(UTF_8), new byte[] {99});
      TestRecord<byte[], byte[]> letter = read(driver, "dead-letters").get(0);
      assertThat(new String(letter.headers().lastHeader(DeadLetters.STAGE).value(), UTF_8))
          .isEqualTo("learn");
    }
  }

  @Test
  void shouldLetAConsumerTakePassagesOut() throws Exception {
    KnownPassages known = new KnownPassages();
    try (TopologyTestDriver driver = driver(true, "a")) {
      for (String animal : ANIMALS) {
        send(driver, "https://zoo.example/" + animal, "Home", animal);
      }
      driver.advanceWallClockTime(Duration.ofSeconds(3));
      for (TestRecord<byte[], byte[]> record : read(driver, "passages")) {
        known.take(new String(record.key(), UTF_8), record.value());
      }
    }
    PageLines page = PageLines.of("Home\nown");
    assertThat(known.without("https://zoo.example/x", page).text()).isEqualTo("own");
  }

  @Test
  void shouldRefuseAGenerationThatReadsNoPages() {
    Map<String, String> settings =
        Map.of(
            "passages.enabled", "true",
            "topic.prefix", "b",
            "pages.topic", "pages",
            "fingerprints.topic", "fingerprints");
    assertThatThrownBy(() -> SieveConfig.of(settings))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("passages.enabled needs a generation that reads pages");
  }
}
