package dev.crawlsieve.stream.kafka;

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

/** Reads committed records of parts of partitions: the newest, or those of a range. */
public final class LastRecords {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long FIRST_STEP = 16;
  private static final int WIDER = 8;

  private LastRecords() {}

  /** A range of offsets; its last is not part of it. */
  public record Range(long from, long to) {}

  /**
   * Reads the committed records among the last offsets of some partitions.
   *
   * @param offsets how many of each partition; markers of transactions take some, too
   * @throws BrokerTroubleException if they cannot be read
   */
  public static void read(
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
    until(
        consumer,
        ranges,
        record -> {
          each.accept(record);
          return false;
        });
  }

  /** The last committed record of a partition; empty if there is none. */
  public static Optional<ConsumerRecord<byte[], byte[]>> of(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    long begin = Offsets.begin(consumer, partition);
    long to = Offsets.end(consumer, partition);
    for (long step = FIRST_STEP; to > begin; step *= WIDER) {
      long from = Math.max(begin, to - step);
      AtomicReference<ConsumerRecord<byte[], byte[]>> last = new AtomicReference<>();
      until(
          consumer,
          Map.of(partition, new Range(from, to)),
          record -> {
            last.set(record);
            return false;
          });
      if (last.get() != null) {
        return Optional.of(last.get());
      }
      to = from;
    }
    return Optional.empty();
  }

  /**
   * Reads committed records until the wanted one. Waits for transactions that are open before the
   * end of a range.
   *
   * @return whether it came
   * @throws BrokerTroubleException if the records cannot be read, or a transaction does not end
   */
  public static boolean until(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Range> ranges,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    return until(consumer, ranges, PATIENCE, () -> {}, wanted);
  }

  /**
   * The same, with a patience other than half a minute.
   *
   * @param patience how long the brokers may return nothing
   * @param check run at least every half second; what it throws ends the read
   */
  static boolean until(
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
          return true;
        }
      }
      long now = left.keySet().stream().mapToLong(consumer::position).sum();
      if (now != reached) { // also by markers of transactions alone
        reached = now;
        without = -1;
      }
      if (left.entrySet().removeIf(at -> consumer.position(at.getKey()) >= at.getValue().to())) {
        consumer.assign(left.keySet());
      }
    }
    return false;
  }
}
