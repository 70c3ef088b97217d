package dev.crawlsieve.stream.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the first committed record of a partition. */
public final class FirstRecord {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 20;

  private FirstRecord() {}

  /** The record; empty if nothing is committed there. */
  public static Optional<ConsumerRecord<byte[], byte[]>> of(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    for (int poll = 0; poll < POLLS && consumer.position(partition) < end; poll++) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        return Optional.of(record);
      }
    }
    return Optional.empty();
  }
}
