package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the output of a sieve, which passes; then faults are planted in it, which the check must
 * report.
 */
final class ChaosCheckIT {

  private static final int PAGES = 40;
  private static final int BAD = 7;

  @TempDir Path folder;
  private SieveConfig config;
  private Map<String, String> settings;

  @Test
  void shouldTellEveryFaultThatIsPlanted() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      settings = OneBroker.settings(broker, folder, Map.of());
      config = SieveConfig.of(settings);
      Topics.create(config);
      try (KafkaProducer<byte[], byte[]> producer = new Connection(config).pageProducer(Map.of())) {
        for (int number = 0; number < PAGES; number++) {
          send(producer, config.topics().pages(), number, value(number));
        }
        sieve();
        assertThat(check(Map.of())).isEmpty();

        // A bad page counts as one to be routed, and a good page as one that is not.
        assertThat(check(Map.of("page " + BAD, Poison.odd("planted", new byte[0]))))
            .containsOnlyKeys("poison");
        assertThat(check(Map.of("page 1", Poison.bad("planted", new byte[0], "any"))))
            .containsOnlyKeys("poison");

        // This page is never sieved, since no instance runs.
        send(producer, config.topics().pages(), PAGES, value(1));
        assertThat(check(Map.of())).containsOnlyKeys("lost").containsEntry("lost", 1L);

        // One page is routed twice, and another was altered.
        ConsumerRecord<byte[], byte[]> page = records(config.topics().unique()).get(0);
        send(producer, page, page.value());
        assertThat(check(Map.of())).containsOnlyKeys("lost", "twice");
        send(producer, page, "something else".getBytes(UTF_8));
        assertThat(check(Map.of())).containsOnlyKeys("lost", "twice", "altered");
      }
    }
  }

  private void sieve() {
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      Committed.await(config, runner, PAGES, config.topics().routed().toArray(String[]::new));
    }
  }

  /** Checks everything as if there had been no faults. */
  private Map<String, Long> check(Map<String, Poison> planted) throws Exception {
    Differences differences = new Differences();
    RoutedOnce account = new RoutedOnce(differences);
    Fates fates = new Fates(differences);
    for (ConsumerRecord<byte[], byte[]> page : records(config.topics().pages())) {
      String name = new String(page.headers().lastHeader(ChaosLoad.NAME).value(), UTF_8);
      account.produced(name, Content.of(page.key(), page.value()));
    }
    Map<String, Poison> due = new HashMap<>();
    for (int number = 0; number < PAGES; number += BAD) {
      due.put("page " + number, Poison.bad("no page", value(number), "not JSON"));
    }
    due.putAll(planted);
    due.forEach(fates::due);
    new ChaosCheck(settings, account, fates, differences).check(new Stoppable());
    return differences.counts();
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    TopicSpan.of(config, topic).read(all::add, unheard -> {});
    return all;
  }

  private static byte[] value(int number) {
    return Events.bytes(
        number % BAD == 0
            ? "no page, number " + number
            : Events.url("http://a.example/" + number)
                .replace(Events.WORDS, Events.WORDS + " and " + "number ".repeat(number)));
  }

  private void send(KafkaProducer<byte[], byte[]> producer, String topic, int number, byte[] value)
      throws Exception {
    Header name = new RecordHeader(ChaosLoad.NAME, Events.bytes("page " + number));
    producer
        .send(
            new ProducerRecord<>(
                topic, null, null, Events.bytes("key " + number), value, List.of(name)))
        .get();
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, ConsumerRecord<byte[], byte[]> page, byte[] value)
      throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                page.topic(), page.partition(), null, page.key(), value, page.headers()))
        .get();
  }
}
