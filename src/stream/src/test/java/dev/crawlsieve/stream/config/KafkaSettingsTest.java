package dev.crawlsieve.stream.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.KafkaSettings.Row;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks the table of refused settings, and the list of all others that Kafka has. */
final class KafkaSettingsTest {

  private static final Map<String, List<String>> PREFIXES =
      Map.of(
          "streams",
          List.of("streams."),
          "consumer",
          List.of(
              "consumer.",
              "streams.",
              "streams.consumer.",
              "streams.main.consumer.",
              "streams.restore.consumer.",
              "streams.global.consumer."),
          "producer",
          List.of("producer.", "streams.", "streams.producer."));

  private static List<Row> refused() {
    return KafkaSettings.rows();
  }

  private static List<String> allowed() throws IOException {
    try (InputStream list =
        KafkaSettingsTest.class.getResourceAsStream("kafka-settings-allowed.txt")) {
      return new String(list.readAllBytes(), UTF_8).lines().toList();
    }
  }

  /** A setting that is new in Kafka must be put on one of the two lists. */
  @Test
  void shouldHaveJudgedEverySettingOfKafka() throws IOException {
    List<String> kafkas = new ArrayList<>();
    StreamsConfig.configDef().names().forEach(name -> kafkas.add("streams " + name));
    ConsumerConfig.configNames().forEach(name -> kafkas.add("consumer " + name));
    ProducerConfig.configNames().forEach(name -> kafkas.add("producer " + name));
    List<String> judged = new ArrayList<>(allowed());
    refused().forEach(row -> judged.add(row.client() + " " + row.name()));
    assertThat(judged).containsExactlyInAnyOrderElementsOf(kafkas);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldRefuseUnderEveryPrefix(Row row) {
    assertThat(row.why()).isNotBlank();
    for (String prefix : PREFIXES.get(row.client())) {
      String name = prefix + row.name();
      assertThatThrownBy(() -> SieveConfig.of(Map.of(name, "something")))
          .isInstanceOf(SettingsException.class)
          .hasMessageStartingWith(name + " is something, but ")
          .hasMessageEndingWith(". Remove the setting");
    }
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void shouldPassOnUnderEveryPrefix(String row) {
    String name = row.split(" ")[1];
    for (String prefix : PREFIXES.get(row.split(" ")[0])) {
      if (!prefix.equals("streams.")) { // which may be another client's, too
        SieveConfig config = SieveConfig.of(Map.of(prefix + name, "1000")); // max.block.ms is read
        assertThat(config.passedThrough(prefix)).containsEntry(name, "1000");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "streams.group.protocol, classic",
    "streams.group.protocol, CLASSIC",
    "consumer.group.protocol, classic",
    "streams.processing.guarantee, exactly_once_v2",
    "consumer.isolation.level, read_committed",
    "consumer.enable.auto.commit, false",
    "producer.acks, -1",
    "producer.acks, all",
  })
  void shouldAcceptTheValueThatIsInForceAnyway(String name, String value) {
    assertThat(SieveConfig.of(Map.of(name, value))).isNotNull();
  }

  /** Custom settings of interceptors are legitimate, so they are named, not refused. */
  @ParameterizedTest
  @CsvSource({
    "streams.num.threads, Kafka knows no num.threads (streams.num.threads): it is passed on",
    "producer.batch.bytes, Kafka knows no batch.bytes (producer.batch.bytes): it is passed on",
    "streams.audit.url, Kafka knows no audit.url (streams.audit.url): it is passed on",
    "streams.num.stream.threads,",
    "streams.topic.retention.ms,",
    "streams.consumer.fetch.min.bytes,",
    "producer.metric.reporters.audit.url,",
  })
  void shouldNameWhatKafkaDoesNotKnow(String name, String remark) {
    assertThat(SieveConfig.of(Map.of(name, "3")).unknownToKafka())
        .isEqualTo(remark == null ? List.of() : List.of(remark));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "streams.group.protocol=streams",
        "consumer.group.protocol=consumer",
        "streams.errors.dead.letter.queue.topic.name=dead-letters"
      })
  void shouldRefuseByNameWhatLosesPages(String setting) {
    String[] parts = setting.split("=", 2);
    assertThatThrownBy(() -> SieveConfig.of(Map.of(parts[0], parts[1])))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(parts[0] + " is " + parts[1] + ", but ");
  }
}
