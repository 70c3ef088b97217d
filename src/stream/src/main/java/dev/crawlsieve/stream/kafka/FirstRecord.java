package dev.crawlsieve.stream.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the first committed records of a partition. */
public final class FirstRecord {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 20;

  private FirstRecord() {}

  /** The record; empty if nothing is committed there. */
  public static Optional<ConsumerRecord<byte[], byte[]>> of(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    return of(consumer, partition, Optional::of);
  }

  /** What the first record says from which anything can be read; empty if there is none. */
  public static <T> Optional<T> of(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Function<ConsumerRecord<byte[], byte[]>, Optional<T>> reading) {
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    for (int poll = 0; poll < POLLS && consumer.position(partition) < end; poll++) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        Optional<T> read = reading.apply(record);
        if (read.isPresent()) {
          return read;
        }
      }
    }
    return Optional.empty();
  }
}
