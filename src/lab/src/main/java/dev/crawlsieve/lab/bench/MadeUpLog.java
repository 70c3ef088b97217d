package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Fills the log of fingerprints with synthetic ones. */
final class MadeUpLog {

  private static final int TELL_EVERY = 10_000;

  private final SieveConfig config;
  private final GrowthSettings growth;
  private final Stoppable work;
  private final Consumer<String> progress;

  /**
   * @param work asked often whether to continue
   * @param progress receives descriptions of the current step
   */
  MadeUpLog(SieveConfig config, GrowthSettings growth, Stoppable work, Consumer<String> progress) {
    this.config = config;
    this.growth = growth;
    this.work = work;
    this.progress = progress;
  }

  /**
   * Produces all of them.
   *
   * @throws SieveException if the broker rejects one
   */
  MeasuredRun.Load produce() {
    MadeUpPages source =
        new MadeUpPages(growth, config.detector().maxDistance(), config.fingerprintHash());
    AtomicReference<Exception> failure = new AtomicReference<>();
    long pages = 0;
    long bytes = 0;
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      while (source.originals() < growth.leaders()) {
        byte[] next = FingerprintCodec.encode(source.next());
        producer.send(
            new ProducerRecord<>(config.topics().fingerprints(), source.scope(), next),
            (metadata, e) -> failure.compareAndSet(null, e));
        bytes += next.length;
        if (++pages % TELL_EVERY == 0) {
          work.ensureGoingOn();
          progress.accept(String.format(Locale.ROOT, "%,d fingerprints produced", pages));
        }
      }
      producer.flush();
    }
    if (failure.get() != null) {
      throw new SieveException(
          "the broker refused a fingerprint: " + failure.get().getMessage(), failure.get());
    }
    return new MeasuredRun.Load(pages, bytes);
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new Connection(config)
        .producer(
            Map.of(
                ProducerConfig.LINGER_MS_CONFIG, 50, ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10));
  }
}
