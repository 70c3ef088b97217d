package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.live.Watch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An instance that makes no progress reports it, names the cause, and recovers afterwards. */
final class StandstillIT {

  private static final int PAGES = 40;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  @RegisterExtension final OneBroker broker = new OneBroker();
  private SieveConfig config;
  private Generation generation;

  @BeforeEach
  void start() {
    start(broker.bootstrapServers());
  }

  private void start(String servers) {
    generation =
        Generation.of(
            Map.of(
                "bootstrap.servers",
                servers,
                "state.dir",
                folder.resolve("state").toString(),
                "partitions",
                "2",
                "replication.factor",
                "1",
                // New partitions are found after this, by default after five minutes.
                "consumer.metadata.max.age.ms",
                "1000",
                // A page for a missing topic waits no longer than this, nor does the instance.
                "producer.max.block.ms",
                "2000"));
    config = generation.config();
    Topics.create(config);
  }

  @Test
  void shouldNotBeReadyWhileBrokersAreAway() throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      awaitReady(watch);
      int port = broker.port();
      broker.stop();
      awaitReason(watch, "no Kafka broker answers at localhost:" + port);
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(watch, "/metrics").body())
          .containsPattern("crawlsieve_standstill_seconds\\{cause=\"broker\"} [1-9]")
          .contains("crawlsieve_ready 0.0");
      broker.start(port);
      awaitReady(watch);
      assertThat(get(watch, "/metrics").body())
          .containsPattern("crawlsieve_standstill_seconds\\{cause=\"broker\"} 0")
          .contains("crawlsieve_ready 1.0")
          .containsPattern("disk_free_bytes\\{path=\"[^\"]+\"} [1-9]");
    }
  }

  /** The consumers know brokers by name, and look for no others. */
  @Test
  void shouldNotBeReadyWhenAllBrokersHaveOtherNames() throws Exception {
    int other = EmbeddedBroker.freePort();
    start(broker.bootstrapServers() + ",localhost:" + other);
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      awaitReady(watch);
      broker.stop();
      broker.start(other);
      awaitReason(watch, "if all brokers have other names now, restart the instance");
      generation.produce(Crawl.pages(PAGES, 2));
    }
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      generation.awaitRouted(PAGES);
      assertThat(generation.routedOnce()).hasSize(PAGES);
    }
  }

  @Test
  void shouldNameTheTopicThatIsGoneAndGoOnWhenItIsThereAgain() throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      awaitReady(watch);
      Connection connection = new Connection(config);
      try (Admin admin = connection.admin()) {
        connection.await(admin.deleteTopics(List.of(config.topics().unique())).all());
      }
      generation.produce(Crawl.pages(PAGES, 2));
      awaitReason(
          watch, "topic 'unique' does not exist; " + Topics.CREATE + " makes the missing ones");
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
      assertThat(Topics.create(config)).containsExactly("unique");
      awaitReady(watch);
      await().until(() -> generation.routed().size() >= PAGES);
      assertThat(generation.routedOnce()).hasSize(PAGES);
      assertThat(runner.failure()).isNull();
    }
  }

  @Test
  void shouldStopAndSayWhatToDoWhenATopicThatIsReadIsGone() throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      awaitReady(watch);
      Connection connection = new Connection(config);
      try (Admin admin = connection.admin()) {
        connection.await(admin.deleteTopics(List.of(config.topics().verdicts())).all());
      }
      await().until(() -> runner.failure() != null);
      assertThat(runner.failure()).hasMessageContaining(Topics.CREATE + " makes");
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void shouldTellOfATransactionThatAnotherProducerLeavesOpen() throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run());
        KafkaProducer<byte[], byte[]> other =
            new Connection(config)
                .producer(
                    Map.of(
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        "other",
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        900_000))) {
      runner.start();
      awaitReady(watch);
      other.initTransactions();
      other.beginTransaction();
      other.send(new ProducerRecord<>("pages", 0, null, Crawl.pages(1, 3).get(0))).get();
      awaitReason(watch, "nothing of pages-0 from offset 0 on can be read: a producer has left");
      assertThat(get(watch, "/metrics").body())
          .containsPattern("crawlsieve_standstill_seconds\\{cause=\"transaction\"} [1-9]")
          .contains("crawlsieve_lag_records{topic=\"pages\"} 1.0");
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
      other.commitTransaction();
      awaitReady(watch);
      generation.awaitRouted(1);
      // Nothing of an aborted one is committed or waits.
      other.beginTransaction();
      other.send(new ProducerRecord<>("pages", 1, null, Crawl.pages(1, 4).get(0))).get();
      awaitReason(watch, "nothing of pages-1 from offset 0 on can be read");
      other.abortTransaction();
      awaitReady(watch);
      assertThat(get(watch, "/metrics").body())
          .contains("crawlsieve_lag_records{topic=\"pages\"} 0.0");
    }
    assertThat(generation.routedOnce()).hasSize(1);
  }

  /** The offsets of a transaction that nobody can end any more are pending for ever. */
  @Test
  void shouldNameTheOffsetsInATransactionWhoseStateTheBrokersHaveLost() throws Exception {
    generation.produce(Crawl.pages(PAGES, 2));
    generation.runUntilRouted(PAGES);
    Map<String, Object> lost = Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "lost");
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run());
        KafkaProducer<byte[], byte[]> other = new Connection(config).producer(lost);
        KafkaConsumer<byte[], byte[]> group =
            new KafkaConsumer<>(
                Map.of(
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
                    ConsumerConfig.GROUP_ID_CONFIG, config.applicationId()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      runner.start();
      awaitReady(watch);
      other.initTransactions();
      other.beginTransaction();
      other.sendOffsetsToTransaction(
          Map.of(new TopicPartition("fingerprints", 0), new OffsetAndMetadata(PAGES)),
          group.groupMetadata());
      broker.loseTransactions();
      generation.produce(Crawl.pages(1, 3));
      awaitReason(watch, "'abort --topic __consumer_offsets --partition ");
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldNameTheTopicsThatHaveNotGrownWithPagesAndGoOnWhenTheyHave() throws Exception {
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      awaitReady(watch);
      Connection connection = new Connection(config);
      try (Admin admin = connection.admin()) {
        connection.await(
            admin.createPartitions(Map.of("pages", NewPartitions.increaseTo(3))).all());
        awaitReason(
            watch, "have 2 partitions, they need 3, as many as 'pages' (kafka-topics.sh --alter");
        assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
        Map<String, NewPartitions> more = new HashMap<>();
        for (String topic : List.of("verdicts", "unique", "duplicate", "unjudged")) {
          more.put(topic, NewPartitions.increaseTo(3));
        }
        connection.await(admin.createPartitions(more).all());
      }
      awaitReady(watch);
      try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of())) {
        producer.send(new ProducerRecord<>("pages", 2, null, Crawl.pages(1, 5).get(0))).get();
      }
      generation.awaitRouted(1);
      assertThat(runner.failure()).isNull();
    }
    generation.produce(Crawl.pages(PAGES, 6));
    generation.runUntilRouted(1 + PAGES);
    assertThat(generation.routedOnce()).hasSize(1 + PAGES).containsKey("2@0");
  }

  @Test
  void shouldNameTheRecordWhoseWorkDoesNotEnd() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, new Hindered(watch.run(), () -> hold(end)))) {
      generation.produce(Crawl.pages(1, 2));
      runner.start();
      awaitReason(watch, "@0 of pages does not end");
      await().until(() -> get(watch, "/health/live").statusCode() == 503);
      assertThat(get(watch, "/health/live").body()).contains("@0 of pages does not end");
      end.countDown();
      awaitReady(watch);
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
      generation.awaitRouted(1);
    }
  }

  @Test
  void shouldNameTheRecordThatIsMetAgainAndAgain() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger met = new AtomicInteger();
    Runnable fence =
        () -> {
          if (end.getCount() > 0) {
            met.incrementAndGet();
            fenceProducers();
          }
        };
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, new Hindered(watch.run(), fence))) {
      generation.produce(Crawl.pages(1, 2));
      runner.start();
      awaitReason(watch, "@0 of pages was started ");
      assertThat(get(watch, "/health/ready").body()).contains("times and never committed");
      assertThat(get(watch, "/health/live").statusCode()).isEqualTo(200);
      assertThat(met.get()).isGreaterThan(1);
      end.countDown();
      awaitReady(watch);
      generation.awaitRouted(1);
      assertThat(generation.routedOnce()).hasSize(1);
    }
  }

  /** Does what the broker does with a transaction that takes too long. */
  private void fenceProducers() {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      List<String> ids =
          connection.await(admin.listTransactions().all()).stream()
              .map(TransactionListing::transactionalId)
              .toList();
      connection.await(admin.fenceProducers(ids).all());
    }
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Blocks each page while it is being processed. */
  private record Hindered(RunObserver watch, Runnable hindrance) implements RunObserver {

    @Override
    public SieveMeters meters() {
      return HookedStep.meters("fingerprint", hindrance);
    }

    @Override
    public void created(KafkaStreams streams) {
      watch.created(streams);
    }

    @Override
    public void standing(Standstill standstill) {
      watch.standing(standstill);
    }
  }

  private void awaitReady(Watch watch) {
    await().until(() -> get(watch, "/health/ready").statusCode() == 200);
  }

  private void awaitReason(Watch watch, String reason) {
    await()
        .until(
            () -> {
              HttpResponse<String> ready = get(watch, "/health/ready");
              return ready.statusCode() == 503 && ready.body().contains(reason);
            });
  }

  private HttpResponse<String> get(Watch watch, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://" + watch.address() + path)).GET().build(),
        BodyHandlers.ofString());
  }
}
