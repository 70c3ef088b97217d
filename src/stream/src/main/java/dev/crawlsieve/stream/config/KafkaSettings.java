package dev.crawlsieve.stream.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Refuses settings of Kafka's clients that the program sets itself, or that would break a promise,
 * by the table in {@code kafka-settings.txt}.
 */
final class KafkaSettings {

  private static final String FILE = "kafka-settings.txt";

  /** The prefixes under which a client's settings are given. */
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

  private static final List<Row> ROWS = read();

  /**
   * A row of the table.
   *
   * @param client {@code streams}, {@code consumer} or {@code producer}
   * @param harmless values that are accepted nevertheless
   * @param why why other values are not accepted
   */
  record Row(String client, String name, Set<String> harmless, String why) {

    /** The names by which the setting can be given. */
    List<String> names() {
      return Objects.requireNonNull(PREFIXES.get(client)).stream()
          .map(prefix -> prefix + name)
          .toList();
    }
  }

  private KafkaSettings() {}

  private static List<Row> read() {
    try (InputStream table =
        Objects.requireNonNull(KafkaSettings.class.getResourceAsStream(FILE), FILE)) {
      return new String(table.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 4))
          .map(row -> new Row(row[0], row[1], Set.of(row[2].split(",")), row[3]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All rows. */
  static List<Row> rows() {
    return ROWS;
  }

  /**
   * Rejects a setting that the program sets itself, or that would break a promise.
   *
   * @param name the name with its prefix
   * @throws SettingsException if it is such a setting
   */
  static void check(String name, String value) {
    for (Row row : ROWS) {
      if (row.names().contains(name)
          && row.harmless().stream().noneMatch(value.strip()::equalsIgnoreCase)) {
        throw new SettingsException(
            "%s is %s, but %s. Remove the setting".formatted(name, value, row.why()));
      }
    }
  }
}
