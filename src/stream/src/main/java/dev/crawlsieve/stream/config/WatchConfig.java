package dev.crawlsieve.stream.config;

/** Settings of health checks, and of what {@code run --http} serves. */
final class WatchConfig {

  static final String HEALTH_PATIENCE_CONFIG = "health.patience";
  static final String HTTP_TOKEN_FILE_CONFIG = "http.token.file";

  private WatchConfig() {}

  static void define(Definitions settings) {
    settings
        .define(HEALTH_PATIENCE_CONFIG, "60s", Durations.between("1s", "1d", "60s or 5m"))
        .define(HTTP_TOKEN_FILE_CONFIG, "");
  }
}
