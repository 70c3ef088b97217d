package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes a topic of routed pages while instances run, and recreates it.
 *
 * <p>Everything on it is gone. The group's offsets show which pages were: a page that is before
 * them, or whose verdict is, came out in the transaction that advanced them.
 */
final class TopicRemoval {

  private final SieveConfig config;
  private final RoutedOnce account;
  private final RoutedCount count;
  private final TopicTool tool;

  TopicRemoval(SieveConfig config, RoutedOnce account, RoutedCount count, TopicTool tool) {
    this.config = config;
    this.account = account;
    this.count = count;
    this.tool = tool;
  }

  /**
   * Deletes a topic, and recreates it.
   *
   * @param role {@code unique}, {@code duplicate}, {@code unjudged} or {@code dead-letters}
   * @param millis how long it is missing
   */
  void during(String role, long millis) throws InterruptedException {
    String topic = config.topics().named(role);
    String read =
        Set.of(RoutedOnce.UNIQUE, RoutedOnce.DUPLICATE).contains(role)
            ? config.topics().verdicts()
            : config.topics().pages();
    tool.recreate(topic, millis);
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
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
}
