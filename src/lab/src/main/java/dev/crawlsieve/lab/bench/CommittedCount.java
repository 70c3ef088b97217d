package dev.crawlsieve.lab.bench;

import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the committed records of some topics, reading each record once.
 *
 * <p>A producer's counters measure something else: they count a record when it goes into a request,
 * and once more if its transaction is aborted, and they are lost with a producer that was fenced.
 */
public final class CommittedCount implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(20);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Map<String, Long> counts = new HashMap<>();

  /** Starts at the beginning of topics that exist. */
  public CommittedCount(Connection connection, List<String> topics) {
    consumer = connection.consumer();
    topics.forEach(topic -> partitions.addAll(Offsets.partitions(consumer, topic)));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /**
   * Reads on to the current end of committed records, and returns how many records there are up to
   * it.
   */
  public long read() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
        counts.merge(next.topic(), 1L, Long::sum);
      }
    }
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of records of a topic read so far. */
  public long of(String topic) {
    return counts.getOrDefault(topic, 0L);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
