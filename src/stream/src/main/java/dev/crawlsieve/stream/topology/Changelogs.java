package dev.crawlsieve.stream.topology;

import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.Wing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Names and topic settings of the changelogs of stores; the user's own settings take precedence.
 */
public final class Changelogs {

  /** The record limit of topics that hold no pages, in bytes; includes the batch. */
  public static final int LARGEST_RECORD = 1_048_588;

  /** The largest value of {@code max.decompressed.message.bytes}, at which it limits nothing. */
  public static final String ANY_SIZE = String.valueOf(Integer.MAX_VALUE - 8);

  // Records carry page times. Segments roll by size alone: with rolling by time, pages whose times
  // alternate between two years would close a segment at every other record. Segments are small
  // because compaction leaves the active one alone.
  private static final Map<String, String> ALL =
      Map.of(
          TopicConfig.SEGMENT_BYTES_CONFIG,
          String.valueOf(64 << 20),
          TopicConfig.SEGMENT_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE),
          TopicConfig.MAX_DECOMPRESSED_MESSAGE_BYTES_CONFIG,
          ANY_SIZE,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          String.valueOf(LARGEST_RECORD),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE),
          TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE));

  private Changelogs() {}

  /** Name of the topic from which a generation's store is restored. */
  public static String name(SieveConfig config, String store) {
    return config.applicationId() + "-" + store + "-changelog";
  }

  /** Names of all topics from which a generation's stores are restored. */
  public static List<String> names(SieveConfig config) {
    return names(config, config.indexTasks().stores(), config.topics().wings());
  }

  /**
   * Names of the topics from which a generation's stores could be restored if everything were
   * enabled.
   */
  public static List<String> possible(SieveConfig config) {
    return names(config, IndexTasks.STORES, Wing.all());
  }

  private static List<String> names(SieveConfig config, List<String> lanes, List<Wing> wings) {
    return Stream.concat(lanes.stream(), wings.stream().map(Wing::store).sorted())
        .map(store -> name(config, store))
        .toList();
  }

  /**
   * Settings of the index's changelog. Where leaders expire, tombstones are kept only briefly: no
   * restore needs them, since the lane's time says what has expired.
   */
  public static Map<String, String> index(SieveConfig config) {
    Map<String, String> settings = new HashMap<>(ALL);
    if (config.rule().expires()) {
      settings.put(
          TopicConfig.DELETE_RETENTION_MS_CONFIG, String.valueOf(Duration.ofHours(1).toMillis()));
    }
    return given(config, settings);
  }

  /** Settings of any other store's changelog. */
  public static Map<String, String> other(SieveConfig config) {
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
