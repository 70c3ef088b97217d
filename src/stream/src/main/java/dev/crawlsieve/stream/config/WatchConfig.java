package dev.crawlsieve.stream.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** Health, and what `run --http` serves and pushes. */
final class WatchConfig {

  static final String HEALTH_PATIENCE_CONFIG = "health.patience";
  static final String HTTP_TOKEN_FILE_CONFIG = "http.token.file";
  static final String METRICS_OTLP_URL_CONFIG = "metrics.otlp.url";
  static final String METRICS_OTLP_HEADERS_FILE_CONFIG = "metrics.otlp.headers.file";

  private final Values values;

  WatchConfig(Values values) {
    this.values = values;
  }

  static void define(ConfigDef settings) {
    settings
        .define(
            HEALTH_PATIENCE_CONFIG,
            Type.STRING,
            "60s",
            ConfigDef.LambdaValidator.with(
                (name, value) -> Durations.ensure(name, value, "60s or 5m", "1s", "1d"),
                () -> "1s to 1d"),
            LOW,
            "How long `run` may make no progress before it is not ready; after five times as"
                + " long it is not live either, if a restart can help.")
        .define(
            HTTP_TOKEN_FILE_CONFIG,
            Type.STRING,
            "",
            LOW,
            "File with a token that requests to `run --http` must carry (Authorization:"
                + " Bearer TOKEN), except for health; the same on all instances.")
        .define(
            METRICS_OTLP_URL_CONFIG,
            Type.STRING,
            "",
            ConfigDef.LambdaValidator.with(
                WatchConfig::ensureHttpUrl, () -> "http or https, or empty"),
            LOW,
            "Where `run --http` also pushes its metrics by OTLP over HTTP: the whole address,"
                + " such as http://collector:4318/v1/metrics.")
        .define(
            METRICS_OTLP_HEADERS_FILE_CONFIG,
            Type.STRING,
            "",
            LOW,
            "Properties file with headers for metrics.otlp.url, such as Authorization=Bearer"
                + " TOKEN.");
  }

  /** How long an instance may make no progress before it is no longer ready. */
  public Duration healthPatience() {
    return Durations.parse(values.getString(HEALTH_PATIENCE_CONFIG));
  }

  /** The file with the token that requests over HTTP must carry; empty if they need none. */
  public Optional<Path> httpTokenFile() {
    return file(HTTP_TOKEN_FILE_CONFIG);
  }

  /** Where metrics are pushed to; empty if nowhere. */
  public Optional<URI> metricsOtlpUrl() {
    String url = values.getString(METRICS_OTLP_URL_CONFIG);
    return url.isEmpty() ? Optional.empty() : Optional.of(URI.create(url));
  }

  /** The file with the headers that metrics are pushed with; empty if there are none. */
  public Optional<Path> metricsOtlpHeadersFile() {
    return file(METRICS_OTLP_HEADERS_FILE_CONFIG);
  }

  private Optional<Path> file(String setting) {
    String file = values.getString(setting);
    return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
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
