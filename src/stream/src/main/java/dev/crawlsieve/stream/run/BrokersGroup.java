package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import dev.crawlsieve.stream.topology.Changelogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** A generation's consumer group and its topics as the brokers know them. */
final class BrokersGroup implements OffsetGuard.Group, AutoCloseable {

  /** After a move, a coordinator answers only once it has read its part of the offsets topic. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SieveConfig config;
  private final Connection connection;
  private final LazyAdmin admin;
  private final TopicDescriber describer;
  private final Map<String, Set<TopicPartition>> partitions = new LinkedHashMap<>();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final NewestResults newest;

  BrokersGroup(SieveConfig config, LazyAdmin admin) {
    this.config = config;
    this.connection = new Connection(config);
    this.admin = admin;
    this.describer = new TopicDescriber(admin.get(), connection);
    List<String> topics = new ArrayList<>(config.topics().all());
    topics.addAll(Changelogs.names(config));
    for (String topic : topics) {
      int count = describer.partitions(topic).size();
      if (count > 0) {
        partitions.put(
            topic,
            IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toUnmodifiableSet()));
      }
    }
    this.consumer = connection.consumer(Connection.TO_THE_END);
    this.newest = new NewestResults(config, consumer, partitions);
  }

  @Override
  public Set<TopicPartition> partitions(String topic) {
    return partitions.getOrDefault(topic, Set.of());
  }

  @Override
  public Map<TopicPartition, Long> begins(Set<TopicPartition> of) {
    return describer.offsets(of, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  @Override
  public Map<TopicPartition, Long> ends(Set<TopicPartition> of) {
    return describer.offsets(of, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /**
   * {@inheritDoc}
   *
   * <p>For partitions that are requested by name, the admin client (4.3.1) maps those without an
   * offset to null, and leaves out those whose offset is pending, with a warning in its log. Kafka
   * Streams commits each offset with metadata, the partition's time; other tools commit no
   * metadata.
   */
  @Override
  public Map<TopicPartition, Optional<Committed>> committed(Set<TopicPartition> of) {
    Map<TopicPartition, Optional<Committed>> committed = new HashMap<>();
    connection
        .await(
            admin
                .get()
                .listConsumerGroupOffsets(
                    Map.of(
                        config.applicationId(),
                        new ListConsumerGroupOffsetsSpec().topicPartitions(List.copyOf(of))),
                    new ListConsumerGroupOffsetsOptions()
                        .requireStable(true)
                        .timeoutMs((int) PATIENCE.toMillis()))
                .partitionsToOffsetAndMetadata(config.applicationId()))
        .forEach((at, offset) -> committed.put(at, Optional.ofNullable(offset).map(this::known)));
    return committed;
  }

  private Committed known(OffsetAndMetadata offset) {
    return new Committed(offset.offset(), offset.metadata().isEmpty());
  }

  @Override
  public Map<TopicPartition, Long> pending() {
    return describer
        .offsetsOf(config.applicationId())
        .map(Set::of)
        .map(describer::open)
        .orElse(Map.of());
  }

  @Override
  public Results results(Map<TopicPartition, Committed> byHand) {
    return newest.read(byHand, Changelogs.name(config, IndexTasks.INDEX_STORE));
  }

  @Override
  public Optional<Long> withoutResult(TopicPartition at, long from, long to) {
    return newest.without(at, from, to);
  }

  @Override
  public Optional<Long> lastWithResult(TopicPartition at, long from) {
    return newest.lastWith(at, from);
  }

  /**
   * {@inheritDoc}
   *
   * <p>One of the lane's newest leaders always remains. Pages that overrides drop are never kept.
   */
  @Override
  public boolean hasDecided(int lane) {
    String changelog = Changelogs.name(config, IndexTasks.RECENT_STORE);
    return partitions.containsKey(changelog)
        && CommittedRecords.first(consumer, new TopicPartition(changelog, lane)).isPresent();
  }

  @Override
  public void ensureState(
      Map<TopicPartition, Committed> read, Results results, Set<Integer> begun) {
    new StateGuard(config, consumer, partitions, this::ends, read, results).check(begun);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
