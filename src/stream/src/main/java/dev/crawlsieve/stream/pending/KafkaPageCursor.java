package dev.crawlsieve.stream.pending;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** A cursor over a topic in Kafka: fetches large batches and reads them sequentially. */
public final class KafkaPageCursor implements PageCursor {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration GIVE_UP = Duration.ofSeconds(60);

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
  private long next = -1;

  KafkaPageCursor(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    this.consumer = consumer;
    this.partition = partition;
    consumer.assign(List.of(partition));
  }

  /**
   * Returns a factory of cursors over a topic.
   *
   * @param consumers creates consumers that read committed records and belong to no group
   */
  public static PageCursor.Factory over(
      String topic, Supplier<? extends Consumer<byte[], byte[]>> consumers) {
    return partition -> new KafkaPageCursor(consumers.get(), new TopicPartition(topic, partition));
  }

  @Override
  public Record<byte[], byte[]> read(long offset) throws PageGoneException {
    boolean fetchedAlready = !fetched.isEmpty() && fetched.getLast().offset() >= offset;
    if (next < 0 || offset < next || (offset > next + PageWindows.SEEK_AHEAD && !fetchedAlready)) {
      fetched.clear();
      consumer.seek(partition, offset);
    }
    next = offset + 1;
    ConsumerRecord<byte[], byte[]> record = firstFrom(offset);
    if (record == null || record.offset() > offset) {
      throw new PageGoneException(
          "the body at %s offset %s is no longer on the topic: its retention is too short"
              .formatted(partition, offset));
    }
    fetched.remove();
    // Streams rejects a record without a timestamp. The timestamp that counts is in the verdict.
    return new Record<>(
        record.key(), record.value(), Math.max(0, record.timestamp()), record.headers());
  }

  /**
   * The first record at or after an offset, which is left in the queue; null if the topic ends
   * before that offset.
   */
  private @Nullable ConsumerRecord<byte[], byte[]> firstFrom(long offset) {
    long waited = 0;
    while (true) {
      while (!fetched.isEmpty() && fetched.peek().offset() < offset) {
        fetched.remove();
      }
      if (!fetched.isEmpty()) {
        return fetched.peek();
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        fetched.add(record);
      }
      if (fetched.isEmpty()) {
        if (consumer.position(partition) > offset || endOffset() <= offset) {
          return null;
        }
        waited += POLL.toMillis();
        if (waited >= GIVE_UP.toMillis()) {
          throw new TimeoutException(
              "no answer from " + partition + " for the body at offset " + offset);
        }
      }
    }
  }

  private long endOffset() {
    return Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
