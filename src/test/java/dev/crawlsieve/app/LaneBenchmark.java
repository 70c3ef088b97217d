package dev.crawlsieve.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.app.watch.Watch;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.fingerprint.ContentHash;
import dev.crawlsieve.fingerprint.Coordinates;
import dev.crawlsieve.fingerprint.Fingerprint;
import dev.crawlsieve.fingerprint.FingerprintCodec;
import dev.crawlsieve.http.HttpAddress;
import dev.crawlsieve.topology.SieveTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;

/**
 * The index lane alone inside the topology, beside a bare pass-through of the same fingerprints,
 * and watched ({@code run --http}) beside not watched: all exactly-once, one thread, on one
 * embedded broker, the records already in the topic.
 *
 * <p>Arguments: the number of leaders (1,000,000), then settings as {@code name=value}.
 * RATIONALE.md says how to run a benchmark.
 */
public final class LaneBenchmark {

  private static final double NEAR_DUPLICATES = 0.3;

  private LaneBenchmark() {}

  public static void main(String[] args) throws Exception {
    int leaders = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    Map<String, String> settings = new HashMap<>();
    for (int i = 1; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    Path folder = Files.createTempDirectory("lane-benchmark");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("state.dir", folder.resolve("state").toString());
      settings.put("partitions", "1");
      settings.put("streams.num.stream.threads", "1");
      settings.putIfAbsent("index.expected.leaders", String.valueOf(leaders));
      SieveConfig config = SieveConfig.of(settings);
      Topics.create(config);
      int pages = produce(config, leaders);
      System.out.printf("%,d fingerprints, %,d leaders%n", pages, leaders);
      Topology bare =
          TimedRun.passThrough(config.topics().fingerprints(), config.topics().unique());
      double passed = TimedRun.pagesPerSecond(config, bare, "bare", pages, 1);
      double lane =
          TimedRun.pagesPerSecond(config, new SieveTopology(config, null).lane(), "lane", pages, 1);
      System.out.printf("ratio lane / bare %.2f%n", lane / passed);
      compareWatched(config, pages);
    }
    System.exit(0);
  }

  /** The lane while its work is counted, and once more without, in turn. */
  private static void compareWatched(SieveConfig config, int pages) throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"))) {
      for (int i = 1; i <= 2; i++) {
        Topology counted = new SieveTopology(config, null, watch.meters()).lane();
        double watched = TimedRun.pagesPerSecond(config, counted, "watched-" + i, pages, 1);
        Topology alone = new SieveTopology(config, null).lane();
        double lane = TimedRun.pagesPerSecond(config, alone, "lane-" + i, pages, 1);
        System.out.printf("ratio watched / lane %.2f%n", watched / lane);
      }
    }
  }

  private static int produce(SieveConfig config, int leaders) {
    SplittableRandom random = new SplittableRandom(42);
    Map<String, Object> client =
        Map.of(
            "bootstrap.servers", config.bootstrapServers(), "linger.ms", 50, "batch.size", 1 << 18);
    long[] simhashes = new long[leaders];
    int kept = 0;
    int pages = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      while (kept < leaders) {
        long simhash = random.nextLong();
        if (kept > 0 && random.nextDouble() < NEAR_DUPLICATES) {
          simhash = simhashes[random.nextInt(kept)];
          for (int bits = random.nextInt(4); bits > 0; bits--) {
            simhash ^= 1L << random.nextInt(64);
          }
        } else {
          simhashes[kept++] = simhash;
        }
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(
                    config.topics().fingerprints(),
                    "global".getBytes(UTF_8),
                    fingerprint(config, pages++, simhash, random)));
      }
    }
    return pages;
  }

  private static byte[] fingerprint(
      SieveConfig config, int number, long simhash, SplittableRandom random) {
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) random.nextInt();
    }
    return FingerprintCodec.encode(
        new Fingerprint(
            new Coordinates(0, number),
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
