package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.stream.kafka.LastRecords.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the first committed records of a partition. */
public final class FirstRecord {

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
   * What the first readable record says; empty if there is none.
   *
   * @throws BrokerTroubleException if the partition has records, but does not return them
   */
  public static <T> Optional<T> of(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Function<ConsumerRecord<byte[], byte[]>, Optional<T>> reading) {
    long begin = Offsets.begin(consumer, partition);
    long end = Offsets.end(consumer, partition);
    List<T> read = new ArrayList<>(1);
    boolean unused =
        LastRecords.until(
            consumer,
            Map.of(partition, new Range(begin, end)),
            record -> {
              reading.apply(record).ifPresent(read::add);
              return !read.isEmpty();
            });
    return read.stream().findFirst();
  }
}
