package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The setting of what {@code run --http} serves, and the patience of its health checks. */
final class WatchConfig {

  static final String HTTP_TOKEN_FILE_CONFIG = "http.token.file";

  private static final String MAX_BLOCK_CONFIG = "producer." + ProducerConfig.MAX_BLOCK_MS_CONFIG;
  private static final long MAX_BLOCK_DEFAULT_MILLIS = 60_000;
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
  private static final Duration MOST_PATIENCE = Duration.ofDays(1);

  private WatchConfig() {}

  static void define(Definitions settings) {
    settings.define(HTTP_TOKEN_FILE_CONFIG, "");
  }

  /** As long as a producer waits for its brokers, within bounds. */
  static Duration patience(Values values) {
    Object given = values.originals().getOrDefault(MAX_BLOCK_CONFIG, MAX_BLOCK_DEFAULT_MILLIS);
    try {
      Duration patience = Duration.ofMillis(Long.parseLong(String.valueOf(given).strip()));
      return Collections.max(
          List.of(LEAST_PATIENCE, Collections.min(List.of(MOST_PATIENCE, patience))));
    } catch (NumberFormatException e) {
      throw new SettingsException(
          MAX_BLOCK_CONFIG + " is '" + given + "', must be a whole number of milliseconds", e);
    }
  }
}
