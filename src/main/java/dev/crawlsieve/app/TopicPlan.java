package dev.crawlsieve.app;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.config.TopicNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** What each topic should be. */
final class TopicPlan {

  /** Room for a record's key and headers beside the largest page. */
  static final int HEADROOM_BYTES = 1 << 20;

  private final SieveConfig config;

  TopicPlan(SieveConfig config) {
    this.config = config;
  }

  /** Largest record that {@code pages} takes, in bytes. */
  static int largestPageRecord(SieveConfig config) {
    return config.page().maxBytes() + HEADROOM_BYTES;
  }

  /** Every topic's number of partitions, by name. */
  Map<String, Integer> partitions() {
    Map<String, Integer> partitions = new LinkedHashMap<>();
    TopicNames topics = config.topics();
    for (String topic : topics.all()) {
      partitions.put(topic, topics.copartitioned().contains(topic) ? config.partitions() : 1);
    }
    partitions.put(topics.fingerprints(), config.lanes());
    if (topics.clustered()) {
      partitions.put(topics.clusters(), config.partitions());
    }
    return partitions;
  }

  /** A topic as it is to be made. */
  NewTopic newTopic(String name) {
    short copies = config.replicationFactor();
    return new NewTopic(
            name,
            Optional.of(partitions().get(name)),
            copies < 1 ? Optional.empty() : Optional.of(copies))
        .configs(settings(name));
  }

  private Map<String, String> settings(String name) {
    TopicNames topics = config.topics();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
    if (name.equals(topics.clusters())) {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    } else if (name.equals(topics.fingerprints())) {
      settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
    } else if (name.equals(topics.pages())) {
      settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "" + largestPageRecord(config));
    } else if (name.equals(topics.mirrors())) {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    } else if (!name.equals(topics.verdicts()) && !name.equals(topics.observations())) {
      // A page that just fits into pages goes out with more headers than it came with.
      settings.put(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "" + (largestPageRecord(config) + HEADROOM_BYTES));
    }
    return settings;
  }
}
