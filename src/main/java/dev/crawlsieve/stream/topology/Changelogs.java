package dev.crawlsieve.stream.topology;

import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Settings that the changelogs of stores are made with; those of the user come before them. */
final class Changelogs {

  // Records have the times of pages. A segment ends by its size alone: by time, pages of two years
  // in turn would end one at every other record. It is small, since compaction leaves the newest.
  private static final Map<String, String> ALL =
      Map.of(
          TopicConfig.SEGMENT_BYTES_CONFIG,
          String.valueOf(64 << 20),
          TopicConfig.SEGMENT_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE),
          TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE));

  private Changelogs() {}

  /**
   * That of the index. Where leaders expire deletions are not kept for long: no restore needs them,
   * as the lane's time says what has expired.
   */
  static Map<String, String> index(SieveConfig config) {
    Map<String, String> settings = new HashMap<>(ALL);
    if (config.rule().expires()) {
      settings.put(
          TopicConfig.DELETE_RETENTION_MS_CONFIG, String.valueOf(Duration.ofHours(1).toMillis()));
    }
    return given(config, settings);
  }

  /** That of any other store. */
  static Map<String, String> other(SieveConfig config) {
    return given(config, ALL);
  }

  private static Map<String, String> given(SieveConfig config, Map<String, String> settings) {
    Map<String, Object> given = config.passedThrough("streams.");
    Map<String, String> all = new HashMap<>();
    settings.forEach(
        (name, value) ->
            all.put(
                name, String.valueOf(given.getOrDefault(StreamsConfig.topicPrefix(name), value))));
    return all;
  }
}
