package dev.crawlsieve.stream.replay;

import dev.crawlsieve.lab.bench.PassThrough;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.TimedRun;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.Topology;

/**
 * Compares a new generation on another's log, which reads bodies through cursors, with a bare
 * pass-through of the same pages: both exactly-once, two threads, on one embedded broker,
 * alternating.
 *
 * <p>Arguments: inputs as for {@code sieve}, or the number of synthetic pages of about 30 kB on 50
 * hosts; then settings as {@code name=value}. The first of the three rounds is a warm-up.
 */
public final class IntoBenchmark {

  private static final int WORDS = 4_000;

  private IntoBenchmark() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("into-benchmark");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = new HashMap<>();
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("state.dir", folder.resolve("state").toString());
      settings.put("streams.num.stream.threads", "2");
      for (String arg : args) {
        if (arg.contains("=")) {
          settings.put(arg.split("=", 2)[0], arg.split("=", 2)[1]);
        }
      }
      SieveConfig config = SieveConfig.of(settings);
      Topics.create(config);
      List<String> inputs = Stream.of(args).filter(arg -> !arg.contains("=")).toList();
      int pages =
          inputs.get(0).matches("\\d+")
              ? makeUp(config, Integer.parseInt(inputs.get(0)))
              : produce(config, inputs);
      Topology live =
          new SieveTopology(config, SieveTopology.cursors(config, new Connection(config)::consumer))
              .get();
      double once = TimedRun.pagesPerSecond(config, live, config.applicationId(), pages, 3);
      System.out.printf("%,d pages, live %,.0f pages/s%n", pages, once);
      for (int round = 0; round < 3; round++) {
        double bare =
            TimedRun.pagesPerSecond(
                config,
                PassThrough.of(config.topics().pages(), config.topics().unique()),
                "bare-" + round,
                pages,
                1);
        double into = into(settings, round, pages);
        System.out.printf(
            "round %d: bare %,.0f pages/s; into %,.0f pages/s; ratio %.2f%n",
            round, bare, into, into / bare);
      }
    }
    System.exit(0);
  }

  private static double into(Map<String, String> settings, int round, int pages)
      throws InterruptedException {
    Map<String, String> own = new HashMap<>(settings);
    own.put("topic.prefix", "round" + round);
    own.put("pages.topic", "pages");
    own.put("fingerprints.topic", "fingerprints");
    SieveConfig config = SieveConfig.of(own);
    Topics.create(config);
    Topology topology =
        new SieveTopology(config, SieveTopology.cursors(config, new Connection(config)::consumer))
            .get();
    return TimedRun.pagesPerSecond(config, topology, config.applicationId(), pages, 2);
  }

  private static int produce(SieveConfig config, List<String> inputs) {
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(
          List.of(new InputGroup(inputs.stream().map(Path::of).toList(), null)), progress -> {});
      return (int) producer.progress().pages();
    }
  }

  private static int makeUp(SieveConfig config, int count) {
    SplittableRandom random = new SplittableRandom(7);
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(config)
            .producer(
                Map.of("linger.ms", 20, "batch.size", 512 << 10, "compression.type", "lz4"))) {
      for (int page = 0; page < count; page++) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
          text.append(Integer.toString(random.nextInt(1 << 30), 36)).append(' ');
        }
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(config.topics().pages(), Crawl.page(page, text.toString())));
      }
    }
    return count;
  }
}
