package dev.crawlsieve.stream.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.sweep.SettingsGrid;
import dev.crawlsieve.core.sweep.Sweep;
import dev.crawlsieve.core.sweep.SweptSetting;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Compares replays of synthetic fingerprints with one setting and with many, and a consumer that
 * only reads them: 55 % of the pages are new, 15 % exact copies and 30 % near copies of all
 * degrees.
 *
 * <p>Arguments: the number of pages (1,000,000), then the number of rounds (2). CONTRIBUTING.md
 * explains how to run a benchmark.
 */
public final class ReplayBenchmark {

  private ReplayBenchmark() {}

  public static void main(String[] args) throws Exception {
    int pages = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Path folder = Files.createTempDirectory("replay-benchmark");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = new HashMap<>();
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("partitions", "1");
      SieveConfig config = SieveConfig.of(settings);
      Topics.create(config);
      produce(config, pages);
      for (int round = 1; round <= rounds; round++) {
        System.out.printf("round %d%n", round);
        double read = reading(config);
        SettingsGrid usual = SettingsGrid.USUAL;
        run(
            config,
            "simhash 3",
            new SettingsGrid("simhash", null, Map.of(Threshold.DISTANCE, "3")),
            1,
            read);
        run(
            config,
            "sketch 0.65",
            new SettingsGrid("sketch", null, Map.of(Threshold.SIMILARITY, "0.65")),
            1,
            read);
        run(config, "combined", new SettingsGrid("combined", null, Map.of()), 1, read);
        run(
            config,
            "simhash 0..7",
            new SettingsGrid("simhash", null, Map.of(Threshold.DISTANCE, "0..7")),
            8,
            read);
        run(config, "usual sweep", usual, 100, read);
        run(
            config,
            "40 settings",
            new SettingsGrid(
                "combined",
                null,
                Map.of(Threshold.DISTANCE, "2..5", Threshold.SIMILARITY, "0.5..0.95:0.05")),
            40,
            read);
      }
    }
    System.exit(0);
  }

  private static double reading(SieveConfig config) {
    AtomicLong records = new AtomicLong();
    long start = System.nanoTime();
    TopicSpan.of(config, config.topics().fingerprints())
        .read(next -> records.incrementAndGet(), progress -> {});
    double rate = records.get() / ((System.nanoTime() - start) / 1e9);
    System.out.printf("%-14s %,9.0f pages/s%n", "plain consumer", rate);
    return rate;
  }

  private static void run(
      SieveConfig config, String name, SettingsGrid grid, int most, double read) {
    List<SweptSetting> settings = new ArrayList<>(grid.settings(config.detector(), false));
    if (!name.equals("usual sweep") && settings.size() > most) {
      settings.remove(0); // the configured one, which is always included
    }
    FingerprintLog log = FingerprintLog.of(config);
    long before = used();
    Sweep sweep = new Sweep(settings, RuleSettings.DEFAULT, log.ranges());
    long start = System.nanoTime();
    log.read(sweep::page, progress -> {});
    double seconds = (System.nanoTime() - start) / 1e9;
    double rate = sweep.pages() / seconds;
    long after = used();
    System.out.printf(
        "%-14s %,9.0f pages/s, ratio %.2f, %d settings, %,.0f decisions/s, %,d MB of at most %,d"
            + " MB, %.1f candidates a page, %,d leaders%n",
        name,
        rate,
        rate / read,
        settings.size(),
        rate * settings.size(),
        (after - before) >> 20,
        Sweep.bytes(settings, log.ranges()) >> 20,
        (double) sweep.compared() / sweep.pages(),
        sweep.leaders());
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void produce(SieveConfig config, int pages) {
    SplittableRandom random = new SplittableRandom(42);
    Map<String, Object> client =
        Map.of(
            "bootstrap.servers", config.bootstrapServers(), "linger.ms", 50, "batch.size", 1 << 18);
    Fingerprint[] made = new Fingerprint[Math.min(pages, 100_000)];
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int page = 0; page < pages; page++) {
        double kind = page == 0 ? 1 : random.nextDouble();
        Fingerprint earlier = made[random.nextInt(Math.min(Math.max(page, 1), made.length))];
        Fingerprint next =
            kind < 0.15
                ? fingerprint(page, earlier.simhash(), earlier.sketch(), earlier.content(), config)
                : kind < 0.45 ? near(earlier, page, random, config) : fresh(page, random, config);
        if (page < made.length || random.nextInt(10) == 0) {
          made[page < made.length ? page : random.nextInt(made.length)] = next;
        }
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(
                    config.topics().fingerprints(),
                    "global".getBytes(UTF_8),
                    FingerprintCodec.encode(next)));
      }
    }
  }

  private static Fingerprint fresh(int page, SplittableRandom random, SieveConfig config) {
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) random.nextInt();
    }
    return fingerprint(
        page,
        random.nextLong(),
        sketch,
        new ContentHash(random.nextLong(), random.nextLong()),
        config);
  }

  private static Fingerprint near(
      Fingerprint earlier, int page, SplittableRandom random, SieveConfig config) {
    double change = random.nextDouble() * 0.6;
    long simhash = earlier.simhash();
    for (int bits = (int) (change * 24); bits > 0; bits--) {
      simhash ^= 1L << random.nextInt(64);
    }
    short[] sketch = earlier.sketch().clone();
    for (int i = 0; i < sketch.length; i++) {
      if (random.nextDouble() < change) {
        sketch[i] = (short) random.nextInt();
      }
    }
    ContentHash content = new ContentHash(random.nextLong(), random.nextLong());
    return fingerprint(page, simhash, sketch, content, config);
  }

  private static Fingerprint fingerprint(
      int page, long simhash, short[] sketch, ContentHash content, SieveConfig config) {
    return new Fingerprint(
        new Coordinates(0, page),
        1_700_000_000_000L + page,
        "https://www.example.org/section/" + page % 97 + "/page-" + page + ".html",
        page,
        content,
        page,
        simhash,
        sketch,
        500,
        497,
        "en",
        Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
        config.fingerprintHash());
  }
}
