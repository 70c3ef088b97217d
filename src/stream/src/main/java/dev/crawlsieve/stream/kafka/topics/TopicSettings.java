package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.SieveAdmin;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Finds settings of topics under which a broker would refuse records, or delete records that have
 * not been read yet. Only settings that would lose pages are checked; how long pages and results
 * are kept is the user's choice.
 */
public final class TopicSettings {

  /** The broker setting that limits the size of a request; a batch must fit into one. */
  public static final String SOCKET_REQUEST_MAX_BYTES = "socket.request.max.bytes";

  private static final int STOCK_REQUEST_BYTES = 100 << 20;
  private static final int AROUND_A_BATCH_BYTES = 1 << 20;
  private static final List<String> LOOKED_AT =
      List.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.MAX_DECOMPRESSED_MESSAGE_BYTES_CONFIG,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
          TopicConfig.RETENTION_BYTES_CONFIG,
          TopicConfig.RETENTION_MS_CONFIG,
          TopicConfig.SEGMENT_BYTES_CONFIG);

  /** Those that limit the size of a record, in bytes. Brokers before Kafka 4.4 lack the second. */
  private static final List<String> SIZES =
      List.of(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.MAX_DECOMPRESSED_MESSAGE_BYTES_CONFIG,
          TopicConfig.SEGMENT_BYTES_CONFIG);

  private static final String UNLIMITED = String.valueOf(Long.MAX_VALUE);
  private static final String APPEND_TIME = "LogAppendTime";

  private final String topic;
  private final Config inForce;
  private final List<String> problems = new ArrayList<>();

  private TopicSettings(String topic, Config inForce) {
    this.topic = topic;
    this.inForce = inForce;
  }

  /**
   * The effective settings of some topics, including the brokers' defaults.
   *
   * @return by topic; empty if access is denied
   */
  static Map<String, Config> ofTopics(
      Admin admin, Connection connection, Collection<String> topics) {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> found = new HashMap<>();
    try {
      connection
          .await(admin.describeConfigs(resources).all())
          .forEach((resource, settings) -> found.put(resource.name(), settings));
    } catch (SieveException e) {
      if (e.getCause() == null || !(e.getCause().getCause() instanceof AuthorizationException)) {
        throw e;
      }
    }
    return found;
  }

  /** Those settings of a topic that are checked here, sorted by name. */
  static SortedMap<String, String> shown(@Nullable Config settings) {
    SortedMap<String, String> shown = new TreeMap<>();
    if (settings != null) {
      LOOKED_AT.stream()
          .map(name -> known(settings, name))
          .filter(name -> settings.get(name) != null)
          .forEach(name -> shown.put(name, value(settings, name)));
    }
    return shown;
  }

  /**
   * The problems of a topic: a sentence for each setting that would lose pages.
   *
   * @param inForce see {@link #ofTopics}; null if it is not known
   * @param replicas number of replicas of each of its partitions
   */
  static List<String> problems(
      SieveConfig config, String topic, @Nullable Config inForce, int replicas) {
    if (inForce == null) {
      return List.of();
    }
    TopicSettings check = new TopicSettings(topic, inForce);
    TopicNames topics = config.topics();
    if (topics.own().contains(topic) && !topic.equals(topics.pages())) {
      check.takesAll(new TopicPlan(config).largestRecord(topic), replicas);
      if (List.of(topics.verdicts(), topics.fingerprints()).contains(topic)
          || topics.withinLanes().contains(topic)
          || topics.wings().stream()
              .anyMatch(wing -> wing.inOnePlace() && topics.log(wing).equals(topic))) {
        check.keepsAll();
      }
    }
    if (Changelogs.names(config).contains(topic)) {
      check.compacted();
      check.takesAll(Changelogs.LARGEST_RECORD, replicas);
    }
    return check.problems;
  }

  /**
   * The warnings about a topic: a sentence for each setting that would lose pages of some kind.
   *
   * @param inForce see {@link #ofTopics}; null if it is not known
   */
  static List<String> warnings(SieveConfig config, String topic, @Nullable Config inForce) {
    if (inForce == null
        || !config.topics().routed().contains(topic)
        || !value(inForce, TopicConfig.CLEANUP_POLICY_CONFIG).contains("compact")) {
      return List.of();
    }
    return List.of(
        ("topic '%s' has %s=%s: brokers refuse records without a key there, so a page without one"
                + " stops every instance, and of pages with one key only the latest is kept")
            .formatted(
                topic,
                TopicConfig.CLEANUP_POLICY_CONFIG,
                value(inForce, TopicConfig.CLEANUP_POLICY_CONFIG)));
  }

  private void compacted() {
    String cleanup = value(inForce, TopicConfig.CLEANUP_POLICY_CONFIG);
    need(
        cleanup.equals(TopicConfig.CLEANUP_POLICY_COMPACT),
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_COMPACT,
        "what was decided would be forgotten");
  }

  /**
   * The size, in bytes, of the largest request that brokers must accept; at least their default
   * limit.
   */
  public static int largestRequest(SieveConfig config) {
    return Math.max(STOCK_REQUEST_BYTES, TopicPlan.largestSentOn(config) + AROUND_A_BATCH_BYTES);
  }

  /** The settings with which a broker accepts pages that are larger than its default limit. */
  public static Map<String, String> ofBroker(SieveConfig config) {
    return Map.of(SOCKET_REQUEST_MAX_BYTES, String.valueOf(largestRequest(config)));
  }

  private void takesAll(int largest, int replicas) {
    for (String limit : SIZES) {
      need(
          inForce.get(limit) == null || number(inForce, limit) >= largest,
          limit,
          "at least " + largest,
          "records may be that large (setting page.max.bytes)");
    }
    need(
        number(inForce, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG) <= replicas,
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
        "at most " + replicas,
        "it has no more replicas (setting replication.factor), so brokers would refuse everything");
    long ahead = PageSettings.MAX_TIME_AHEAD.toMillis();
    need(
        atArrival() || number(inForce, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG) >= ahead,
        TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
        "at least " + ahead,
        "pages may be that far ahead of the clock");
    need(
        atArrival()
            || number(inForce, TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG)
                == Long.MAX_VALUE,
        TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
        UNLIMITED,
        "brokers would refuse output for older pages");
  }

  private void keepsAll() {
    String cleanup = value(inForce, TopicConfig.CLEANUP_POLICY_CONFIG);
    need(
        !cleanup.contains("compact"),
        TopicConfig.CLEANUP_POLICY_CONFIG,
        "delete",
        "compaction would remove unread records");
    // Retention by time of arrival deletes records that have been there for long. Retention by page
    // time would delete records of old pages at once.
    need(
        atArrival()
            || !cleanup.contains("delete")
            || number(inForce, TopicConfig.RETENTION_MS_CONFIG) < 0,
        TopicConfig.RETENTION_MS_CONFIG,
        "-1, or message.timestamp.type=" + APPEND_TIME,
        "output for older pages would be removed before it is read");
  }

  private boolean atArrival() {
    return value(inForce, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).equals(APPEND_TIME);
  }

  /** The name that a broker has for a setting; brokers before Kafka 3.6 have another. */
  private static String known(Config settings, String name) {
    return settings.get(name) == null && name.startsWith("message.timestamp.")
        ? SieveAdmin.TIMESTAMP_DIFFERENCE
        : name;
  }

  private void need(boolean met, String name, String needed, String because) {
    if (!met) {
      problems.add(
          "topic '%s' has %s=%s, but needs %s: %s"
              .formatted(topic, known(inForce, name), value(inForce, name), needed, because));
    }
  }

  private static String value(Config settings, String name) {
    return settings.get(known(settings, name)).value();
  }

  private static long number(Config settings, String name) {
    return Long.parseLong(value(settings, name));
  }
}
