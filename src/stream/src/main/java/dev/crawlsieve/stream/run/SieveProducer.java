package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.Remedy;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of an instance, and abandons its transaction after every error that may be
 * transient ({@link BrokerErrors}). All tasks then resume from their last commit, with a new
 * producer that aborts the open transaction.
 *
 * <p>Without this, Kafka Streams 4.4.0 ends the client after an error that it does not expect, and
 * treats a time-out as corruption of one task's state. It then commits the other tasks in a
 * transaction that also holds the faulty task's records, or that can only be aborted, which ends
 * the client. And if a rebalance comes before the task is revived, the records that it was
 * processing are not read again ({@code TaskManager.handleCorruption}, {@code
 * handleTasksPendingInitialization}): pages are routed twice, or never.
 */
final class SieveProducer extends KafkaProducer<byte[], byte[]> {

  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final StreamThreads threads;
  private final Restarts restarts;
  private final Map<TopicPartition, OffsetAndMetadata> sent = new HashMap<>();

  /** The offset after the last record of this transaction, by partition. */
  private final Map<TopicPartition, Long> written = new ConcurrentHashMap<>();

  private @Nullable ProducerFencedException givenUp;

  SieveProducer(Map<String, Object> settings, StreamThreads threads, Restarts restarts) {
    super(settings, new ByteArraySerializer(), new ByteArraySerializer());
    this.threads = threads;
    this.restarts = restarts;
  }

  @Override
  public void beginTransaction() {
    sent.clear();
    written.clear();
    attempt(super::beginTransaction);
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    Callback sorted =
        (at, failure) -> {
          if (failure == null) {
            written.merge(
                new TopicPartition(at.topic(), at.partition()), at.offset() + 1, Math::max);
          }
          callback.onCompletion(at, failure != null && isGivenUp(failure) ? givenUp() : failure);
        };
    try {
      return super.send(record, sorted);
    } catch (KafkaException | IllegalStateException e) {
      // Kafka Streams looks for the reason in the cause.
      throw isGivenUp(e) ? new KafkaException(givenUp()) : e;
    }
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    attempt(() -> super.sendOffsetsToTransaction(offsets, group));
    sent.putAll(offsets);
  }

  @Override
  public void commitTransaction() {
    attempt(super::commitTransaction);
    threads.committed(sent, written);
  }

  @Override
  public void abortTransaction() {
    attempt(super::abortTransaction);
  }

  /**
   * Closes with a time limit; what is unsent by then is aborted. Offsets of a topic that was
   * recreated or deleted are sent again and again, and Kafka Streams would wait for that without
   * end.
   */
  @Override
  public void close() {
    close(CLOSE);
  }

  private void attempt(Runnable operation) {
    try {
      operation.run();
    } catch (KafkaException | IllegalStateException e) {
      throw isGivenUp(e) ? givenUp() : e;
    }
  }

  /** Whether only the transaction is lost. All later failures are consequences of that. */
  private synchronized boolean isGivenUp(Exception failure) {
    if (givenUp == null && restarts.again(failure, remedy(failure))) {
      givenUp =
          new ProducerFencedException(
              "the transaction is aborted and its input read again: " + failure.getMessage());
      givenUp.initCause(failure);
    }
    return givenUp != null;
  }

  /** An exception to which Kafka Streams responds by closing all tasks and the producer. */
  private synchronized @Nullable ProducerFencedException givenUp() {
    return givenUp;
  }

  private static Remedy remedy(Exception failure) {
    // The transaction manager is in a wrong state, perhaps because of an answer out of order.
    return failure instanceof IllegalStateException ? Remedy.RETRY : BrokerErrors.remedy(failure);
  }
}
