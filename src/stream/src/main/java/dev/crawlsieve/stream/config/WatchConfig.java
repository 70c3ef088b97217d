package dev.crawlsieve.stream.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Health, and what `run --http` serves and pushes. */
final class WatchConfig {

  static final String HEALTH_PATIENCE_CONFIG = "health.patience";
  static final String HTTP_TOKEN_FILE_CONFIG = "http.token.file";
  static final String METRICS_OTLP_URL_CONFIG = "metrics.otlp.url";
  static final String METRICS_OTLP_HEADERS_FILE_CONFIG = "metrics.otlp.headers.file";

  private WatchConfig() {}

  static void define(Definitions settings) {
    settings
        .define(HEALTH_PATIENCE_CONFIG, "60s", Durations.between("1s", "1d", "60s or 5m"))
        .define(HTTP_TOKEN_FILE_CONFIG, "")
        .define(
            METRICS_OTLP_URL_CONFIG,
            "",
            ConfigDef.LambdaValidator.with(
                WatchConfig::ensureHttpUrl, () -> "http or https, or empty"))
        .define(METRICS_OTLP_HEADERS_FILE_CONFIG, "");
  }

  /** Without a user's name and password, which would be shown. */
  private static void ensureHttpUrl(String name, Object value) {
    if (((String) value).isEmpty()) {
      return;
    }
    URI url;
    try {
      url = new URI((String) value);
    } catch (URISyntaxException e) {
      throw new ConfigException(name, value, "must be a URL");
    }
    if (!List.of("http", "https").contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
        || url.getHost() == null
        || url.getPort() == 0
        || url.getPort() > 65_535
        || url.getRawFragment() != null) {
      throw new ConfigException(
          name, value, "must be an http or https URL such as http://collector:4318/v1/metrics");
    }
    if (url.getRawUserInfo() != null) {
      throw new ConfigException(
          name + " must not hold a password; use " + METRICS_OTLP_HEADERS_FILE_CONFIG);
    }
  }
}
