package dev.crawlsieve.stream.config;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.KafkaSettings.Answer;
import dev.crawlsieve.stream.config.KafkaSettings.Row;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks the table: of every setting of Kafka's it says what becomes of it. */
final class KafkaSettingsTest {

  private static List<Row> rows() {
    return KafkaSettings.rows();
  }

  @Test
  void shouldHaveEverySettingOfKafkaAndNoOther() {
    Map<String, Set<String>> names =
        rows().stream()
            .collect(groupingBy(Row::client, mapping(Row::name, toCollection(TreeSet::new))));
    assertThat(names.get("streams")).isEqualTo(StreamsConfig.configDef().names());
    assertThat(names.get("consumer")).isEqualTo(ConsumerConfig.configNames());
    assertThat(names.get("producer")).isEqualTo(ProducerConfig.configNames());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldDoWhatTheTableSays(Row row) {
    List<String> prefixes =
        switch (row.client()) {
          case "consumer" ->
              List.of(
                  "consumer.",
                  "streams.",
                  "streams.consumer.",
                  "streams.main.consumer.",
                  "streams.restore.consumer.",
                  "streams.global.consumer.");
          case "producer" -> List.of("producer.", "streams.", "streams.producer.");
          default -> List.of("streams.");
        };
    for (String prefix : prefixes) {
      String name = prefix + row.name();
      if (row.answer() != Answer.ALLOWED) {
        assertThat(row.why()).isNotBlank();
        assertThatThrownBy(() -> SieveConfig.of(Map.of(name, "something")))
            .isInstanceOf(SettingsException.class)
            .hasMessageStartingWith(name + " is something, but ")
            .hasMessageEndingWith(". Remove the setting");
      } else if (!prefix.equals("streams.")) { // which may be another client's, too
        SieveConfig config = SieveConfig.of(Map.of(name, "1000")); // max.block.ms is read, too
        assertThat(config.passedThrough(prefix)).containsEntry(row.name(), "1000");
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
