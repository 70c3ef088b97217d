package dev.crawlsieve.app;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SieveTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.Topology;

/**
 * The whole topology over real pages beside a bare pass-through of the same pages: both
 * exactly-once, two threads, on one embedded broker, the pages already in the topic, in turn.
 *
 * <p>Arguments: inputs as for {@code sieve}, then settings as {@code name=value}. Of the three
 * rounds the first warms up.
 */
public final class PagesBenchmark {

  private PagesBenchmark() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("pages-benchmark");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = new HashMap<>();
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("state.dir", folder.resolve("state").toString());
      settings.put("partitions", "1");
      settings.put("streams.num.stream.threads", "2");
      for (String arg : args) {
        if (arg.contains("=")) {
          settings.put(arg.split("=", 2)[0], arg.split("=", 2)[1]);
        }
      }
      SieveConfig config = SieveConfig.of(settings);
      Topics.create(config);
      List<Path> inputs = Stream.of(args).filter(arg -> !arg.contains("=")).map(Path::of).toList();
      int pages;
      double megabytes;
      try (PageProducer producer = new PageProducer(config)) {
        producer.produce(List.of(new InputGroup(inputs, null)), progress -> {});
        pages = (int) producer.progress().pages();
        megabytes = producer.progress().bytes() / 1e6;
      }
      System.out.printf("%,d pages, %,.1f MB%n", pages, megabytes);
      for (int round = 0; round < 3; round++) {
        double bare =
            TimedRun.pagesPerSecond(
                config,
                TimedRun.passThrough(config.topics().pages(), config.topics().unique()),
                "bare-" + round,
                pages,
                1);
        // A generation of its own for each round: other topics behind the same pages.
        double sieve = sieve(settings, round, pages, inputs);
        System.out.printf(
            "round %d: bare %,.0f pages/s %,.1f MB/s; sieve %,.0f pages/s %,.1f MB/s; ratio %.2f%n",
            round, bare, bare * megabytes / pages, sieve, sieve * megabytes / pages, sieve / bare);
      }
    }
    System.exit(0);
  }

  private static double sieve(Map<String, String> settings, int round, int pages, List<Path> inputs)
      throws InterruptedException {
    Map<String, String> own = new HashMap<>(settings);
    own.put("topic.prefix", "round" + round);
    SieveConfig config = SieveConfig.of(own);
    Topics.create(config);
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(inputs, null)), progress -> {});
    }
    Topology topology =
        new SieveTopology(config, SieveTopology.cursors(config, new Connection(config)::consumer))
            .get();
    return TimedRun.pagesPerSecond(config, topology, "sieve-" + round, pages, 3);
  }
}
