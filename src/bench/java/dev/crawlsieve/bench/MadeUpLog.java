package dev.crawlsieve.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.work.SieveException;
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
   * @param each receives each fingerprint in its stored form
   * @throws SieveException if the broker rejects one
   */
  MeasuredRun.Load produce(Consumer<byte[]> each) {
    byte[] scope = "global".getBytes(UTF_8);
    MadeUpFingerprints source =
        new MadeUpFingerprints(growth, config.detector().maxDistance(), config.fingerprintHash());
    AtomicReference<Exception> failure = new AtomicReference<>();
    long pages = 0;
    long bytes = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(config)
            .producer(
                Map.of(
                    ProducerConfig.LINGER_MS_CONFIG,
                    50,
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    256 << 10))) {
      for (byte[] next = source.next(); next != null; next = source.next()) {
        var unused =
            producer.send(
                new ProducerRecord<>(config.topics().fingerprints(), scope, next),
                (metadata, e) -> failure.compareAndSet(null, e));
        each.accept(next);
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
}
