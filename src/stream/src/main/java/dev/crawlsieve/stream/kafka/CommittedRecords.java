package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads committed records from parts of partitions: the first, the newest, or those in a range of
 * offsets. Methods wait for open transactions there, and throw a {@link BrokerTroubleException} if
 * a partition has records that its broker does not return.
 */
public final class CommittedRecords {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long FIRST_STEP = 16;
  private static final int WIDER = 8;

  private CommittedRecords() {}

  /** A range of offsets: {@code from} inclusive, {@code to} exclusive. */
  public record Range(long from, long to) {}

  /** The first record of a partition; empty if nothing is committed there. */
  public static Optional<ConsumerRecord<byte[], byte[]>> first(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    return first(consumer, partition, record -> true);
  }

  /** The first record of a partition that meets a condition; empty if there is none. */
  public static Optional<ConsumerRecord<byte[], byte[]>> first(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    long begin = Offsets.begin(consumer, partition);
    long end = Offsets.end(consumer, partition);
    return find(consumer, Map.of(partition, new Range(begin, end)), wanted);
  }

  /** The last record of a partition; empty if nothing is committed there. */
  public static Optional<ConsumerRecord<byte[], byte[]>> last(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    long begin = Offsets.begin(consumer, partition);
    long to = Offsets.end(consumer, partition);
    AtomicReference<ConsumerRecord<byte[], byte[]>> last = new AtomicReference<>();
    for (long step = FIRST_STEP; to > begin && last.get() == null; step *= WIDER) {
      long from = Math.max(begin, to - step);
      each(consumer, Map.of(partition, new Range(from, to)), last::set);
      to = from;
    }
    return Optional.ofNullable(last.get());
  }

  /**
   * Reads the records at the last offsets of some partitions.
   *
   * @param offsets number of offsets in each partition; transaction markers take some of them
   */
  public static void newest(
      Consumer<byte[], byte[]> consumer,
      Collection<TopicPartition> partitions,
      long offsets,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Range> ranges = new HashMap<>();
    consumer
        .endOffsets(partitions)
        .forEach(
            (at, end) ->
                ranges.put(at, new Range(Math.max(Offsets.of(at, begins), end - offsets), end)));
    each(consumer, ranges, each);
  }

  /** Reads all records in ranges of offsets. */
  public static void each(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Range> ranges,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    each(consumer, ranges, PATIENCE, () -> {}, each);
  }

  /**
   * Reads all records in ranges of offsets, with a time limit other than 30 s.
   *
   * @param patience how long to wait while the brokers return nothing
   * @param check run at least every half second; what it throws ends the read
   */
  public static void each(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Range> ranges,
      Duration patience,
      Runnable check,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    find(
        consumer,
        ranges,
        patience,
        check,
        record -> {
          each.accept(record);
          return false;
        });
  }

  /**
   * Reads records in ranges of offsets until one meets a condition, and returns that one; empty if
   * none does.
   */
  public static Optional<ConsumerRecord<byte[], byte[]>> find(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Range> ranges,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    return find(consumer, ranges, PATIENCE, () -> {}, wanted);
  }

  private static Optional<ConsumerRecord<byte[], byte[]>> find(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Range> ranges,
      Duration patience,
      Runnable check,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    Map<TopicPartition, Range> left = new HashMap<>(ranges);
    left.values().removeIf(range -> range.from() >= range.to());
    consumer.assign(left.keySet());
    left.forEach((at, range) -> consumer.seek(at, range.from()));
    long reached = -1;
    for (long without = 0; !left.isEmpty(); without++) {
      check.run();
      if (without == patience.dividedBy(POLL)) {
        throw new BrokerTroubleException(
            left.keySet().iterator().next()
                + " returns no more records: is its broker healthy, and no transaction open?",
            null);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        Range range = ranges.get(new TopicPartition(record.topic(), record.partition()));
        if (range != null && record.offset() < range.to() && wanted.test(record)) {
          return Optional.of(record);
        }
      }
      long now = left.keySet().stream().mapToLong(consumer::position).sum();
      if (now != reached) { // transaction markers alone move it, too
        reached = now;
        without = -1;
      }
      if (left.entrySet().removeIf(at -> consumer.position(at.getKey()) >= at.getValue().to())) {
        consumer.assign(left.keySet());
      }
    }
    return Optional.empty();
  }
}
