package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes a topic of routed pages while instances run, and recreates it as {@code topics create}
 * does.
 *
 * <p>Everything on it is gone. The group's offsets show which pages were: a page whose verdict is
 * before them was routed, in the transaction that advanced them.
 */
final class TopicRemoval {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

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
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      connection.await(admin.deleteTopics(List.of(topic)).all());
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (connection.await(admin.listTopics().names()).contains(topic)) {
        stopping.sleep(50);
        if (System.nanoTime() > end) {
          throw new SieveException("the brokers do not remove the topic " + topic);
        }
      }
      stopping.sleep(millis);
      List<String> unused = Topics.create(config);
      Map<TopicPartition, OffsetAndMetadata> offsets =
          connection.await(
              admin
                  .listConsumerGroupOffsets(config.applicationId())
                  .partitionsToOffsetAndMetadata());
      Map<Integer, Long> routed = new HashMap<>();
      offsets.forEach(
          (partition, offset) -> {
            if (partition.topic().equals(config.topics().verdicts()) && offset != null) {
              routed.put(partition.partition(), offset.offset());
            }
          });
      account.removed(role, routed);
      count.anew(Set.of(topic));
    }
  }
}
