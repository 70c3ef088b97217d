package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The committed records of one partition, in order, up to what was its end at the beginning. */
final class PartitionCursor implements AutoCloseable {

  // A lane of many shards has as many of these open at once, so each holds little.
  private static final int FETCH_BYTES = 1 << 20;
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final TopicPartition at;
  private final Consumer<byte[], byte[]> consumer;
  private final long end;
  private final Stall stall = new Stall(PATIENCE);
  private Iterator<ConsumerRecord<byte[], byte[]>> polled =
      List.<ConsumerRecord<byte[], byte[]>>of().iterator();

  /**
   * @param from offset to start at; -1 for the partition's first
   */
  PartitionCursor(Connection connection, TopicPartition at, long from) {
    this.at = at;
    this.consumer =
        connection.consumer(
            Map.of(
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES,
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                FETCH_BYTES));
    try {
      consumer.assign(List.of(at));
      if (from < 0) {
        consumer.seekToBeginning(List.of(at));
      } else {
        consumer.seek(at, from);
      }
      end = consumer.endOffsets(List.of(at)).get(at);
    } catch (KafkaException e) {
      consumer.close();
      throw failed(e);
    }
  }

  /** The next record, or null after the last. */
  ConsumerRecord<byte[], byte[]> next() {
    try {
      while (!polled.hasNext()) {
        long position = consumer.position(at);
        if (position >= end) {
          return null;
        }
        if (stall.stands(position)) {
          throw new SieveException("'" + at + "' returns no more records: is its broker healthy?");
        }
        polled = consumer.poll(POLL).records(at).iterator();
      }
    } catch (KafkaException e) {
      throw failed(e);
    }
    ConsumerRecord<byte[], byte[]> next = polled.next();
    return next.offset() < end ? next : null;
  }

  private SieveException failed(KafkaException e) {
    return new SieveException("'" + at + "' cannot be read: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
