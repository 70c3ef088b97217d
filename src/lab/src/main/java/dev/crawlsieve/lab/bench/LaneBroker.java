package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.IndexConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An embedded broker with the topics of one lane of synthetic fingerprints, for one piece of work.
 */
final class LaneBroker {

  /** Topic prefix of the lane that is measured. */
  static final String PREFIX = "crawlsieve";

  /** Per leader: fingerprints and verdicts on the broker, records and tables in the state. */
  private static final long BYTES_PER_LEADER = 4_000;

  private final GrowthSettings growth;
  private final Map<String, String> settings;

  /**
   * @param given the user's settings; those that a local run determines itself are replaced
   * @throws dev.crawlsieve.core.work.SieveException if the heap is too small for the tables
   */
  LaneBroker(GrowthSettings growth, Map<String, String> given) {
    this.growth = growth;
    settings = new HashMap<>(given);
    settings.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    settings.put(TopicsConfig.PARTITIONS_CONFIG, "1");
    settings.put(TopicsConfig.LANES_CONFIG, "1");
    settings.put("streams.num.stream.threads", "1");
    settings.putIfAbsent(
        IndexConfig.INDEX_EXPECTED_LEADERS_CONFIG, String.valueOf(growth.leaders()));
    SieveConfig config = SieveConfig.of(settings);
    IndexBench.ensureHeap(config.index().memoryBytes(), Runtime.getRuntime().maxMemory());
  }

  /** The settings of a separate lane on the broker, whose topics are created. */
  SieveConfig lane(String prefix) {
    SieveConfig config = sharded(prefix, 0);
    List<String> unused = Topics.create(config);
    return config;
  }

  /** As {@link #lane}, with shards; its topics are not created. */
  SieveConfig sharded(String prefix, int shards) {
    return SieveConfig.of(settings(prefix, shards));
  }

  /** The settings of {@link #sharded} as given. */
  Map<String, String> settings(String prefix, int shards) {
    Map<String, String> own = new HashMap<>(settings);
    own.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    own.put(IndexConfig.INDEX_SHARDS_CONFIG, String.valueOf(shards));
    return own;
  }

  /**
   * Starts the broker in a temporary folder, does the work, and cleans everything up.
   *
   * @param work notified of the beginning and of the clean-up
   * @param use the work, called with the settings for the broker
   */
  <R> R during(Stoppable work, Function<SieveConfig, R> use) {
    work.begin();
    Path temporary = Folders.temporary();
    try {
      DiskRoom.ensure(temporary, BYTES_PER_LEADER * growth.leaders(), "--leaders");
      settings.put(TopicsConfig.STATE_DIR_CONFIG, temporary.resolve("state").toString());
      try (EmbeddedBroker broker = EmbeddedBroker.start(temporary.resolve("broker"), 0)) {
        settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return use.apply(lane(PREFIX));
      }
    } finally {
      try {
        Folders.remove(temporary);
      } finally {
        work.cleared();
      }
    }
  }
}
