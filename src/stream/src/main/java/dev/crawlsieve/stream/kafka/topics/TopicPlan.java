package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** Number of partitions and the settings that each topic needs. */
public final class TopicPlan {

  /**
   * Bytes reserved for the headers that are added to a record, and for the batch that contains it.
   */
  private static final int ADDED_BYTES = 1 << 20;

  /**
   * Small, since neither compaction nor the deletion of records that were read touches a topic's
   * newest segment.
   */
  private static final String SMALL_SEGMENT_BYTES = String.valueOf(64 << 20);

  private static final String FOR_EVER = "-1";
  private static final String UNLIMITED = String.valueOf(Long.MAX_VALUE);

  private final SieveConfig config;

  TopicPlan(SieveConfig config) {
    this.config = config;
  }

  /** Largest record that is forwarded, in bytes: a page with the headers that were added to it. */
  public static int largestSentOn(SieveConfig config) {
    return config.page().maxRecordBytes() + ADDED_BYTES;
  }

  /** Number of partitions of every topic, by name. */
  Map<String, Integer> partitions() {
    Map<String, Integer> partitions = new LinkedHashMap<>();
    TopicNames topics = config.topics();
    for (String topic : topics.all()) {
      partitions.put(topic, topics.copartitioned().contains(topic) ? config.partitions() : 1);
    }
    topics.spread().forEach(topic -> partitions.put(topic, config.partitions()));
    partitions.putAll(ofLanes());
    return partitions;
  }

  /** Number of partitions of the log of fingerprints and of each topic within lanes, by name. */
  Map<String, Integer> ofLanes() {
    TopicNames topics = config.topics();
    Map<String, Integer> partitions = new LinkedHashMap<>();
    topics.withinLanes().forEach(topic -> partitions.put(topic, config.indexTasks().count()));
    partitions.put(topics.decidedOn(), config.lanes());
    partitions.put(topics.fingerprints(), config.lanes());
    return partitions;
  }

  /** The definition from which a topic is created. */
  NewTopic newTopic(String name) {
    short copies = config.replicationFactor();
    return new NewTopic(
            name,
            Optional.of(partitions().getOrDefault(name, 1)),
            copies < 1 ? Optional.empty() : Optional.of(copies))
        .configs(settings(name));
  }

  /**
   * The settings with which a topic is created. Records carry the times of pages, which may be in
   * any year. So no record is deleted or refused because of its time, and no time closes a segment.
   */
  private Map<String, String> settings(String name) {
    TopicNames topics = config.topics();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
    settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(largestRecord(name)));
    // A larger record of another producer is not refused there, but becomes a dead letter.
    settings.put(TopicConfig.MAX_DECOMPRESSED_MESSAGE_BYTES_CONFIG, Changelogs.ANY_SIZE);
    settings.put(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, UNLIMITED);
    settings.put(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, UNLIMITED);
    settings.put(TopicConfig.SEGMENT_MS_CONFIG, UNLIMITED);
    if (List.of(topics.resentLetters(), topics.producedPages()).contains(name)
        || topics.wings().stream().anyMatch(wing -> topics.found(wing).equals(name))) {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
      settings.put(TopicConfig.SEGMENT_BYTES_CONFIG, SMALL_SEGMENT_BYTES);
    } else {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
      settings.put(TopicConfig.RETENTION_MS_CONFIG, FOR_EVER);
    }
    if (topics.withinLanes().contains(name)) {
      settings.put(TopicConfig.SEGMENT_BYTES_CONFIG, SMALL_SEGMENT_BYTES);
    }
    return settings;
  }

  /** The smallest {@code max.message.bytes} that a topic may have. */
  int largestRecord(String name) {
    TopicNames topics = config.topics();
    if (name.equals(topics.pages())) {
      return config.page().maxRecordBytes();
    }
    return topics.routed().contains(name) ? largestSentOn(config) : Changelogs.LARGEST_RECORD;
  }
}
