package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.folder.RocksLibrary;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicPlan;
import dev.crawlsieve.stream.topology.CommitPace;
import dev.crawlsieve.stream.topology.StoreMemory;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.streams.StreamsConfig;

/** Translates the settings into those of Kafka Streams. */
public final class StreamsSettings {

  /** Brokers accept requests of up to 100 MiB unless {@code socket.request.max.bytes} is set. */
  private static final int LARGEST_REQUEST_BYTES = 96 << 20;

  /** If bodies come over a network, a few slow ones may be read within one transaction. */
  private static final int REMOTE_TRANSACTION_TIMEOUT_MILLIS = 60_000;

  /**
   * How long a dead instance's tasks wait for another instance. For an instance with a name in the
   * group, it is how long the instance may be away, and stays at Kafka's default of 45 s.
   */
  private static final int SESSION_TIMEOUT_MILLIS = 10_000;

  /**
   * The group of metrics that must not be read: they ask RocksDB, and Kafka Streams (4.4.0) closes
   * a store without waiting for readers of its metrics. RocksDB then reads memory that is freed,
   * which ends the process.
   */
  static final String STORE_METRICS = "stream-state-metrics";

  private StreamsSettings() {}

  /**
   * @throws SettingsException if Kafka Streams refuses a value or a combination of values
   */
  public static StreamsConfig of(SieveConfig config) {
    return of(config, Map.of());
  }

  /**
   * @param more settings for the objects that this instance passes to Kafka Streams
   * @throws SettingsException if Kafka Streams refuses a value or a combination of values
   */
  public static StreamsConfig of(SieveConfig config, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(config.passedThrough("streams."));
    settings.putAll(more);
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir());
    settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) config.replicationFactor());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    // After a crash, stores continue from their last commit instead of being restored from scratch.
    settings.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    RocksLibrary.load(); // before Kafka Streams does
    settings.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreMemory.class);
    settings.merge(
        JmxReporter.EXCLUDE_CONFIG,
        ".*type=" + STORE_METRICS + ",.*",
        (given, ours) -> "(" + given + ")|" + ours);
    // No step depends on the order between topics. By default, a task with records of one topic
    // waits while another topic has records that are not fetched yet, and formats a message each
    // time.
    settings.putIfAbsent(
        StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    settings.putIfAbsent(
        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, CommitPace.BEHIND_EVERY.toMillis());
    // A literal, since the constant has been deprecated from the beginning; without the setting,
    // Kafka Streams warns at every start.
    settings.putIfAbsent("processing.exception.handler.global.enabled", true);
    int largest = TopicPlan.largestSentOn(config);
    producer(
        settings,
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Math.max(largest, Math.min(2 * largest, LARGEST_REQUEST_BYTES)));
    producer(settings, ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(64L << 20, 4L * largest));
    Connection.COMPRESSION.forEach((name, value) -> producer(settings, name, value));
    producer(settings, ProducerConfig.BATCH_SIZE_CONFIG, 512 << 10);
    if (config.bodyRefs().remote()) {
      producer(
          settings, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, REMOTE_TRANSACTION_TIMEOUT_MILLIS);
    }
    // By default, a client that reaches no broker starts again from bootstrap.servers and forgets
    // which topics exist. If it rejoins its group before it has fetched them again, Kafka Streams
    // takes the topics for deleted, and the instance ends (4.3.1).
    settings.putIfAbsent(
        StreamsConfig.consumerPrefix(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG),
        MetadataRecoveryStrategy.NONE.name);
    if (!hasInstanceId(config)) {
      // Heartbeats have their own thread, so only a pause of the whole process delays them.
      settings.putIfAbsent(
          StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
          SESSION_TIMEOUT_MILLIS);
    }
    config
        .passedThrough("producer.")
        .forEach((name, value) -> settings.put(StreamsConfig.producerPrefix(name), value));
    config
        .passedThrough("consumer.")
        .forEach((name, value) -> settings.put(StreamsConfig.consumerPrefix(name), value));
    try {
      Connection.ensureSends(settings, StreamsConfig.PRODUCER_PREFIX, largest);
      return new StreamsConfig(settings);
    } catch (ConfigException e) {
      throw new SettingsException("Kafka Streams rejected the settings: " + e.getMessage(), e);
    }
  }

  /**
   * Whether {@link CommitPace} requests commits; otherwise, only Kafka Streams commits, at the
   * interval of its setting.
   */
  static boolean isPaced(SieveConfig config) {
    return !config.passedThrough("streams.").containsKey(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
  }

  /** Whether the instance has a name in its group, which identifies it after a restart. */
  static boolean hasInstanceId(SieveConfig config) {
    String name = ConsumerConfig.GROUP_INSTANCE_ID_CONFIG;
    return config.passedThrough("consumer.").containsKey(name)
        || config.passedThrough("streams.").containsKey(name)
        || config.passedThrough("streams.").containsKey(StreamsConfig.MAIN_CONSUMER_PREFIX + name);
  }

  private static void producer(Map<String, Object> settings, String name, Object value) {
    settings.putIfAbsent(StreamsConfig.producerPrefix(name), value);
  }
}
