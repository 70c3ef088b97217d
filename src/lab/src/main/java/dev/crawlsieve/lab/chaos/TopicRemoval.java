package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Deletes a topic of routed pages while instances run, and recreates it.
 *
 * <p>Everything on it is gone. The group's offsets show which pages were: a page whose verdict is
 * before them came out in the transaction that advanced them.
 */
final class TopicRemoval {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 50;

  private final SieveConfig config;
  private final RoutedOnce account;
  private final RoutedCount count;
  private final Stoppable stopping;

  TopicRemoval(SieveConfig config, RoutedOnce account, RoutedCount count, Stoppable stopping) {
    this.config = config;
    this.account = account;
    this.count = count;
    this.stopping = stopping;
  }

  /**
   * Deletes a topic, and recreates it.
   *
   * @param role {@code unique} or {@code duplicate}
   * @param millis how long it is missing
   */
  void during(String role, long millis) throws InterruptedException {
    String topic = config.topics().named(role);
    String read = config.topics().verdicts();
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      recreate(admin, connection, topic, millis);
      Map<TopicPartition, OffsetAndMetadata> offsets =
          connection.await(
              admin
                  .listConsumerGroupOffsets(config.applicationId())
                  .partitionsToOffsetAndMetadata());
      Map<Integer, Long> routed = new HashMap<>();
      offsets.forEach(
          (partition, offset) -> {
            if (partition.topic().equals(read) && offset != null) {
              routed.put(partition.partition(), offset.offset());
            }
          });
      account.removed(role, routed);
      count.anew(Set.of(topic));
    }
  }

  private void recreate(Admin admin, Connection connection, String topic, long millis)
      throws InterruptedException {
    int partitions = new TopicDescriber(admin, connection).partitions(topic).size();
    NewTopic again =
        new NewTopic(topic, partitions, config.replicationFactor())
            .configs(settings(admin, connection, topic));
    connection.await(admin.deleteTopics(List.of(topic)).all());
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (connection.await(admin.listTopics().names()).contains(topic)) {
      stopping.sleep(LOOK_MILLIS);
      if (System.nanoTime() > end) {
        throw new SieveException("the brokers do not remove the topic " + topic);
      }
    }
    stopping.sleep(millis);
    connection.await(admin.createTopics(List.of(again)).all());
  }

  private static Map<String, String> settings(Admin admin, Connection connection, String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<String, String> own = new HashMap<>();
    Config all =
        Objects.requireNonNull(
            connection.await(admin.describeConfigs(List.of(resource)).all()).get(resource));
    for (ConfigEntry entry : all.entries()) {
      if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
        own.put(entry.name(), entry.value());
      }
    }
    return own;
  }
}
