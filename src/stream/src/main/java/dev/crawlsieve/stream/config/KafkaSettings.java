package dev.crawlsieve.stream.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.SettingsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Says which settings of Kafka's clients are passed on, set by the program, or refused, by the
 * table of all of them in {@code kafka-settings.txt}.
 */
final class KafkaSettings {

  private static final String FILE = "kafka-settings.txt";
  private static final String ALL = "all";
  private static final String CONSUMER = "consumer";
  private static final String PRODUCER = "producer";
  private static final String STREAMS = "streams";

  /** Prefixes within {@code streams.}, and the client that each belongs to. */
  private static final Map<String, String> WITHIN =
      Map.of(
          StreamsConfig.CONSUMER_PREFIX, CONSUMER,
          StreamsConfig.MAIN_CONSUMER_PREFIX, CONSUMER,
          StreamsConfig.RESTORE_CONSUMER_PREFIX, CONSUMER,
          StreamsConfig.GLOBAL_CONSUMER_PREFIX, CONSUMER,
          StreamsConfig.PRODUCER_PREFIX, PRODUCER);

  /** The rows by client and name. */
  private static final Map<String, Row> ROWS = new HashMap<>();

  /** How a setting is treated. */
  enum Answer {
    /** It is passed on. */
    ALLOWED,
    /** The program sets it itself. */
    OURS,
    /** It is refused, since it would break a guarantee. */
    REFUSED
  }

  /**
   * A row of the table.
   *
   * @param client {@code streams}, {@code consumer} or {@code producer}
   * @param harmless values that are accepted nevertheless
   * @param why why other values are not accepted; empty for a setting that is allowed
   */
  record Row(String client, String name, Answer answer, Set<String> harmless, String why) {}

  static {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(KafkaSettings.class.getResourceAsStream(FILE)), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          add(line.split(" ", 5));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private KafkaSettings() {}

  private static void add(String[] columns) {
    Answer answer = Answer.valueOf(columns[1].toUpperCase(Locale.ROOT));
    boolean allowed = answer == Answer.ALLOWED;
    List<String> clients =
        columns[0].equals(ALL) ? List.of(CONSUMER, PRODUCER) : List.of(columns[0]);
    for (String client : clients) {
      Row row =
          new Row(
              client,
              columns[2],
              answer,
              allowed ? Set.of() : Set.of(columns[3].split(",")),
              allowed ? "" : columns[4]);
      if (ROWS.put(client + " " + row.name(), row) != null) {
        throw new IllegalStateException(FILE + " has " + client + " " + row.name() + " twice");
      }
    }
  }

  /** All rows. */
  static List<Row> rows() {
    return List.copyOf(ROWS.values());
  }

  /**
   * Rejects a setting that the program sets itself, or that would break a guarantee.
   *
   * @param name the name with its prefix
   * @throws SettingsException if it is such a setting
   */
  static void check(String name, String value) {
    for (Row row : named(name)) {
      if (row.answer() != Answer.ALLOWED
          && row.harmless().stream().noneMatch(value.strip()::equalsIgnoreCase)) {
        throw new SettingsException(
            "%s is %s, but %s. Remove the setting".formatted(name, value, row.why()));
      }
    }
  }

  /** The rows for a name; a name without a client's prefix is for all clients that know it. */
  private static List<Row> named(String name) {
    String rest = name.substring(name.indexOf('.') + 1);
    List<String> clients = List.of(name.substring(0, name.indexOf('.')));
    if (name.startsWith(STREAMS + ".")) {
      clients = List.of(STREAMS, CONSUMER, PRODUCER);
      for (Map.Entry<String, String> prefix : WITHIN.entrySet()) {
        if (rest.startsWith(prefix.getKey())) {
          rest = rest.substring(prefix.getKey().length());
          clients = List.of(prefix.getValue());
          break;
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    for (String client : clients) {
      Row row = ROWS.get(client + " " + rest);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }
}
