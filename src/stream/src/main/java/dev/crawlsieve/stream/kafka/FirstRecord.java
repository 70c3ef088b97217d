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
  private static final int POLLS_WITHOUT_PROGRESS = 20;

  private FirstRecord() {}

  /**
   * The record; empty if nothing is committed there.
   *
   * @throws BrokerTroubleException if the partition has records, but does not return them
   */
  public static Optional<ConsumerRecord<byte[], byte[]>> of(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    return of(consumer, partition, Optional::of);
  }

  /**
   * What the first record says from which anything can be read; empty if there is none.
   *
   * @throws BrokerTroubleException if the partition has records, but does not return them
   */
  public static <T> Optional<T> of(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Function<ConsumerRecord<byte[], byte[]>, Optional<T>> reading) {
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    long place = consumer.position(partition);
    for (int without = 0; place < end; without++) {
      if (without == POLLS_WITHOUT_PROGRESS) {
        throw LastRecords.silent(partition);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        Optional<T> read = reading.apply(record);
        if (read.isPresent()) {
          return read;
        }
      }
      long now = consumer.position(partition);
      if (now > place) {
        place = now;
        without = -1;
      }
    }
    return Optional.empty();
  }
}
