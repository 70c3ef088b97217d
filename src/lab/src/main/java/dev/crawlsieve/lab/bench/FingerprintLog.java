package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends to the log of fingerprints. */
final class FingerprintLog implements AutoCloseable {

  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private long pages;
  private long bytes;

  FingerprintLog(SieveConfig config) {
    topic = config.topics().fingerprints();
    producer =
        new Connection(config)
            .producer(
                Map.of(
                    ProducerConfig.LINGER_MS_CONFIG,
                    50,
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    256 << 10));
  }

  /**
   * Appends a fingerprint.
   *
   * @param timestamp in milliseconds; null for now
   * @param fingerprint in its stored form
   */
  void add(byte[] scope, Long timestamp, byte[] fingerprint) {
    var unused =
        producer.send(
            new ProducerRecord<>(topic, null, timestamp, scope, fingerprint),
            (metadata, e) -> failure.compareAndSet(null, e));
    pages++;
    bytes += fingerprint.length;
  }

  /** How many were appended. */
  long pages() {
    return pages;
  }

  /**
   * Waits until all are on the broker.
   *
   * @throws SieveException if the broker rejects one
   */
  MeasuredRun.Load end() {
    producer.flush();
    if (failure.get() != null) {
      throw new SieveException(
          "the broker refused a fingerprint: " + failure.get().getMessage(), failure.get());
    }
    return new MeasuredRun.Load(pages, bytes);
  }

  @Override
  public void close() {
    producer.close();
  }
}
