package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.work.Causes;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.BrokerRefusal;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.DealtTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Writes records in transactions. All runs for a generation have one transactional id, so that a
 * new run ends the one before.
 */
final class TransactedRecords implements AutoCloseable {

  private static final int BATCH = 10_000;
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final KafkaProducer<byte[], byte[]> producer;
  private long written;

  TransactedRecords(SieveConfig config) {
    Map<String, Object> settings = new HashMap<>(Connection.COMPRESSION);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, new DealtTopics(config).held());
    producer = new Connection(config).producer(settings);
    try {
      producer.initTransactions();
      producer.beginTransaction();
    } catch (KafkaException e) {
      producer.close(CLOSING);
      throw failed(e);
    }
  }

  void write(ProducerRecord<byte[], byte[]> record) {
    try {
      var unused = producer.send(record); // whether it arrives shows when it is committed
      if (++written % BATCH == 0) {
        commit();
      }
    } catch (KafkaException e) {
      throw failed(e);
    }
  }

  /** Commits what has been written. */
  void commit() {
    try {
      producer.commitTransaction();
      producer.beginTransaction();
    } catch (KafkaException e) {
      throw failed(e);
    }
  }

  private static SieveException failed(KafkaException e) {
    if (Causes.any(e, ProducerFencedException.class)
        || Causes.any(e, InvalidProducerEpochException.class)) {
      return new SieveException("another 'reshard' has started and takes the place of this one", e);
    }
    String refusal = BrokerRefusal.sentence(e);
    return new SieveException(
        refusal == null ? "the Kafka broker did not take the records: " + Causes.root(e) : refusal,
        e);
  }

  /** Rolls back what was not committed. */
  @Override
  public void close() {
    producer.close(CLOSING);
  }
}
