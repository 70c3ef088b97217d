package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fingerprints of synthetic pages, for a lane without pages. */
final class LaneFingerprints {

  static final byte[] SCOPE = "global".getBytes(UTF_8);

  private LaneFingerprints() {}

  static KafkaProducer<byte[], byte[]> producer(SieveConfig config) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers", config.bootstrapServers(), "linger.ms", 50, "batch.size", 1 << 18),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /**
   * A page unlike any other; always the same for the same number.
   *
   * @param offset its offset; a page that is fetched again has another
   */
  static byte[] fingerprint(SieveConfig config, int number, long offset) {
    SplittableRandom random = new SplittableRandom(number);
    long simhash = random.nextLong();
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) random.nextInt();
    }
    return FingerprintCodec.encode(
        TestFingerprints.of(
            new Coordinates(0, offset),
            1_700_000_000_000L + number,
            "https://www.example.org/section/" + number % 97 + "/page-" + number + ".html",
            random.nextLong(),
            new ContentHash(random.nextLong(), random.nextLong()),
            random.nextLong(),
            simhash,
            sketch,
            500,
            497,
            "en",
            Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
            config.fingerprintHash()));
  }
}
