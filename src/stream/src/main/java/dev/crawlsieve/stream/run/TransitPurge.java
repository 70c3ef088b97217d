package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.DeleteRecordsResult;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Deletes records that were read from the topics within lanes, periodically, on its own thread.
 * Kafka Streams does the same for repartition topics.
 *
 * <p>A record is deleted only once the group's committed offset is beyond it. Its outcome was
 * committed in the same transaction, so no instance will ever read it again.
 */
final class TransitPurge {

  private final SieveConfig config;
  private final Connection connection;
  private final KafkaStreams streams;
  private final LazyAdmin admin;
  private final PeriodicWork work;
  private final Map<TopicPartition, Long> purged = new HashMap<>();

  /**
   * @param every {@code streams.repartition.purge.interval.ms}
   */
  TransitPurge(SieveConfig config, KafkaStreams streams, Duration every) {
    this.config = config;
    this.connection = new Connection(config);
    this.streams = streams;
    this.admin = new LazyAdmin(config);
    this.work = new PeriodicWork("crawlsieve-purge", every, this::purge, admin::close);
  }

  PeriodicWork work() {
    return work;
  }

  /** Deletes records; those that cannot be deleted now are deleted the next time. */
  private void purge() {
    Map<TopicPartition, Long> read = read();
    read.entrySet().removeIf(at -> at.getValue() <= purged.getOrDefault(at.getKey(), 0L));
    if (read.isEmpty()) {
      return;
    }
    Map<TopicPartition, RecordsToDelete> deleted = new HashMap<>();
    read.forEach((at, offset) -> deleted.put(at, RecordsToDelete.beforeOffset(offset)));
    DeleteRecordsResult result = admin.get().deleteRecords(deleted);
    result
        .lowWatermarks()
        .forEach(
            (at, done) -> {
              connection.await(done).lowWatermark();
              purged.put(at, read.get(at));
            });
  }

  /** The group's offsets in the partitions that this instance reads. */
  private Map<TopicPartition, Long> read() {
    List<String> topics = config.topics().withinLanes();
    Set<TopicPartition> here = new HashSet<>();
    streams
        .metadataForLocalThreads()
        .forEach(one -> one.activeTasks().forEach(task -> here.addAll(task.topicPartitions())));
    here.removeIf(at -> !topics.contains(at.topic()));
    if (here.isEmpty()) {
      return new HashMap<>();
    }
    Map<TopicPartition, Long> read =
        new TopicDescriber(admin.get(), connection).committed(config.applicationId());
    read.keySet().retainAll(here);
    return read;
  }
}
