package dev.crawlsieve.lab.bench;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.result.BenchSettings;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.Latencies;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.reading.TopicReader;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.StreamsSettings;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamBenchIT {

  private static final int PAGES = 400;

  @TempDir Path dir;

  private Path crawl() throws IOException {
    Path file = dir.resolve("crawl.jsonl");
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] page : Crawl.pages(PAGES, 5)) {
        out.write(page);
        out.write('\n');
      }
    }
    return file;
  }

  @Test
  void shouldHandOnEveryPageUnchangedAndMeasureIt() throws IOException {
    Path crawl = crawl();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"), 0)) {
      SieveConfig config = config(broker, "plain");
      Topics.create(config);
      MeasuredRun.Load load;
      try (PageProducer producer = new PageProducer(config)) {
        producer.produce(List.of(new InputGroup(List.of(crawl), null)), unheard -> {});
        load = new MeasuredRun.Load(PAGES, producer.bytes());
      }
      try (BenchTopics topics = BenchTopics.ofPages(config)) {
        MeasuredRun run = new MeasuredRun(config, topics, () -> {});
        for (String name : List.of("first", "again")) {
          Figures figures =
              run.run(
                  threads -> PassThrough.of(config.topics().pages(), config.topics().unique()),
                  name,
                  load,
                  0.1);
          assertThat(figures.pagesPerSecond()).isPositive();
          assertThat(figures.cpuSecondsPerThousand()).isPositive();
          assertThat(figures.brokerBytesPerPage()).isGreaterThan(100);
          assertThat(figures.stateBytesPerPage()).isZero();
          assertThat(figures.unique()).isEqualTo(PAGES);
          assertThat(figures.duplicate()).isZero();
          // The second run sees no page of the first.
          assertThat(committed(topics)).isEqualTo(PAGES);
        }
      }
      List<String> out = new ArrayList<>();
      new TopicReader(config)
          .read(
              new TopicReader.Reading("unique", false, true, false),
              line -> out.add(new String(line, UTF_8)));
      assertThat(out).containsExactlyInAnyOrderElementsOf(Files.readAllLines(crawl));
    }
  }

  /** A run that is fenced or aborted in the middle repeats part of its work. */
  @Test
  void shouldMeasureUntilEveryPageIsCommittedThoughATransactionIsAborted() throws IOException {
    Path crawl = crawl();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"), 0)) {
      SieveConfig config = config(broker, "aborted");
      Topics.create(config);
      MeasuredRun.Load load;
      try (PageProducer producer = new PageProducer(config)) {
        producer.produce(List.of(new InputGroup(List.of(crawl), null)), unheard -> {});
        load = new MeasuredRun.Load(PAGES, producer.bytes());
      }
      try (BenchTopics topics = BenchTopics.ofPages(config)) {
        AtomicInteger pages = new AtomicInteger();
        Topology topology = aborted(config.topics().pages(), config.topics().unique(), pages);
        Figures figures =
            new MeasuredRun(config, topics, () -> {}).run(threads -> topology, "aborted", load, 0);
        assertThat(committed(topics)).isEqualTo(PAGES);
        assertThat(figures.unique()).isEqualTo(PAGES);
        // The transaction did contain pages.
        assertThat(pages.get()).isGreaterThan(PAGES);
      }
    }
  }

  /** Forwards records slowly, and once loses its tasks in the middle of a transaction. */
  private static Topology aborted(String from, String to, AtomicInteger pages) {
    return slow(
        from,
        to,
        2_000_000,
        () -> {
          if (pages.incrementAndGet() == PAGES / 2) {
            throw new TaskMigratedException("given up by the test");
          }
        });
  }

  private static Topology slow(String from, String to, long nanos, Runnable afterEach) {
    Topology topology = new Topology();
    topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), from);
    topology.addProcessor(
        "slow",
        () ->
            new ContextualProcessor<byte[], byte[], byte[], byte[]>() {
              @Override
              public void process(Record<byte[], byte[]> page) {
                LockSupport.parkNanos(nanos);
                context().forward(page);
                afterEach.run();
              }
            },
        "in");
    topology.addSink("out", to, new ByteArraySerializer(), new ByteArraySerializer(), "slow");
    return topology;
  }

  @Test
  void shouldMeasureTheRateThatProducerTopologyAndConsumerKeepUpWith() throws IOException {
    Path crawl = crawl();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"), 0)) {
      SieveConfig config = config(broker, "capacity");
      // A page takes a thread 5 ms; pages that are read together are counted together.
      Topology slow = slow(config.topics().pages(), config.topics().unique(), 5_000_000, () -> {});
      double capacity =
          new PacedRun(config, () -> {})
              .capacity(threads -> slow, "capacity", List.of(crawl), PAGES, 50);
      assertThat(capacity).isBetween(1.0, 250.0 * threads(config));
    }
  }

  @Test
  void shouldTimePagesFromWhenTheyWereDue() throws IOException {
    Path crawl = crawl();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"), 0)) {
      SieveConfig config = config(broker, "paced");
      Latencies latencies =
          new PacedRun(config, () -> {})
              .latencies(
                  threads -> PassThrough.of(config.topics().pages(), config.topics().unique()),
                  "paced",
                  List.of(crawl),
                  PAGES,
                  400);
      assertThat(latencies.count()).isEqualTo(3 * PAGES / 4);
      assertThat(latencies.percentile(50)).isBetween(1L, 30_000L);
      assertThat(latencies.percentile(99)).isGreaterThanOrEqualTo(latencies.percentile(50));
      // A file with too few pages is reported; the run does not wait for more.
      assertThatThrownBy(
              () ->
                  new PacedRun(config(broker, "few"), () -> {})
                      .latencies(
                          threads -> PassThrough.of("few.pages", "few.unique"),
                          "few",
                          List.of(crawl),
                          PAGES + 1,
                          4_000))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining(PAGES + " pages were produced, not " + (PAGES + 1));
    }
  }

  @Test
  void shouldClearAwayWhenItIsStopped() throws Exception {
    List<Path> before = temporaryFolders();
    BenchSettings settings =
        new BenchSettings(
            List.of(BenchSettings.Kind.HTML),
            List.of(DetectorSettings.Kind.SIMHASH),
            100_000,
            1,
            60,
            0.3,
            1);
    AtomicReference<String> step = new AtomicReference<>("");
    StreamBench bench =
        new StreamBench(
            settings, Map.of(), List.of(new InputGroup(List.of(crawl()), null)), step::set);
    CompletableFuture<Void> running = CompletableFuture.runAsync(bench::run);
    await().until(() -> step.get().contains("warm-up"));
    bench.close();
    assertThatThrownBy(running::join).hasRootCauseMessage("stopped");
    assertThat(temporaryFolders()).isEqualTo(before);
  }

  private static long committed(BenchTopics topics) {
    try (CommittedCount committed = topics.committed()) {
      return committed.read();
    }
  }

  private static List<Path> temporaryFolders() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      // Other processes on this machine may have such threads, too.
      String own = "crawlsieve-" + ProcessHandle.current().pid() + "-";
      return all.filter(path -> path.getFileName().toString().startsWith(own)).sorted().toList();
    }
  }

  private static int threads(SieveConfig config) {
    return StreamsSettings.of(config).getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
  }

  private SieveConfig config(EmbeddedBroker broker, String prefix) {
    return SieveConfig.of(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "state.dir",
            dir.resolve("state").toString(),
            "topic.prefix",
            prefix,
            "replication.factor",
            "1"));
  }
}
