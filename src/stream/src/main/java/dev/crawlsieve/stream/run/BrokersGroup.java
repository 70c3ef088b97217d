package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.FirstRecord;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** A generation's consumer group as the brokers know it. */
final class BrokersGroup implements OffsetGuard.Group {

  /** A coordinator that moves answers only when it has read its part of the offsets topic. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SieveConfig config;
  private final Connection connection;
  private final LazyAdmin admin;

  BrokersGroup(SieveConfig config, LazyAdmin admin) {
    this.config = config;
    this.connection = new Connection(config);
    this.admin = admin;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If partitions are asked for by name, the admin client (4.3.1) maps those without an offset
   * to null, and leaves out those whose offset is pending, with a warning in its log.
   */
  @Override
  public Map<TopicPartition, Optional<Long>> committed(Set<TopicPartition> partitions) {
    Map<TopicPartition, Optional<Long>> committed = new HashMap<>();
    connection
        .await(
            admin
                .get()
                .listConsumerGroupOffsets(
                    Map.of(
                        config.applicationId(),
                        new ListConsumerGroupOffsetsSpec()
                            .topicPartitions(List.copyOf(partitions))),
                    new ListConsumerGroupOffsetsOptions()
                        .requireStable(true)
                        .timeoutMs((int) PATIENCE.toMillis()))
                .partitionsToOffsetAndMetadata(config.applicationId()))
        .forEach(
            (at, offset) ->
                committed.put(
                    at, offset == null ? Optional.empty() : Optional.of(offset.offset())));
    return committed;
  }

  @Override
  public boolean hasVerdicts(int partition) {
    TopicPartition verdicts = new TopicPartition(config.topics().verdicts(), partition);
    try (Consumer<byte[], byte[]> consumer = connection.consumer()) {
      return FirstRecord.of(consumer, verdicts).isPresent();
    }
  }

  @Override
  public Optional<TopicPartition> firstResult() {
    TopicNames topics = config.topics();
    List<String> results =
        topics.ownLog()
            ? List.of(topics.fingerprints(), topics.verdicts())
            : List.of(topics.verdicts());
    try (Consumer<byte[], byte[]> consumer = connection.consumer()) {
      return results.stream()
          .flatMap(topic -> consumer.partitionsFor(topic).stream())
          .map(info -> new TopicPartition(info.topic(), info.partition()))
          .filter(at -> FirstRecord.of(consumer, at).isPresent())
          .findFirst();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The first page of a lane is always kept; of its newest leaders, one always remains.
   */
  @Override
  public boolean hasDecided(int lane) {
    String changelog = Changelogs.name(config, SieveTopology.RECENT_STORE);
    try (Consumer<byte[], byte[]> consumer = connection.consumer()) {
      return consumer.listTopics().containsKey(changelog)
          && FirstRecord.of(consumer, new TopicPartition(changelog, lane)).isPresent();
    }
  }
}
