package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.topology.StreamThreads;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the records of an instance, and abandons its transaction if a broker does not answer in
 * time or no longer knows the transaction: all tasks then resume from their last commit, with a
 * producer that aborts what was open.
 *
 * <p>Without this, Kafka Streams 4.3.1 treats a time-out as corruption of one task's state. It then
 * commits the other tasks, in a transaction that also holds the faulty task's records or that can
 * only be aborted, which ends the client; and if a rebalance comes before the task is revived, the
 * records it was processing are not read again ({@code TaskManager.handleCorruption}, {@code
 * handleTasksPendingInitialization}): pages are routed twice, or never.
 */
final class SieveProducer extends KafkaProducer<byte[], byte[]> {

  private final StreamThreads threads;

  SieveProducer(Map<String, Object> settings, StreamThreads threads) {
    super(settings, new ByteArraySerializer(), new ByteArraySerializer());
    this.threads = threads;
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    return super.send(
        record,
        (written, failure) ->
            callback.onCompletion(written, isUndone(failure) ? givenUp(failure) : failure));
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    try {
      super.sendOffsetsToTransaction(offsets, group);
    } catch (TimeoutException | InvalidTxnStateException e) {
      throw givenUp(e);
    }
  }

  @Override
  public void commitTransaction() {
    try {
      super.commitTransaction();
      threads.pace().committed();
    } catch (TimeoutException | InvalidTxnStateException e) {
      throw givenUp(e);
    }
  }

  /**
   * Whether the transaction is lost but nothing else; a coordinator that has moved may report this,
   * too.
   */
  private static boolean isUndone(Exception failure) {
    return failure instanceof RetriableException || failure instanceof InvalidTxnStateException;
  }

  /** An exception to which Kafka Streams responds by closing all tasks and the producer. */
  private static ProducerFencedException givenUp(Exception late) {
    ProducerFencedException givenUp =
        new ProducerFencedException(
            "the transaction is aborted and its input read again: " + late.getMessage());
    givenUp.initCause(late);
    return givenUp;
  }
}
