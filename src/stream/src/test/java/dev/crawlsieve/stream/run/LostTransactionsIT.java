package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine was lost in the middle of a transaction that the brokers would keep open for a quarter
 * of an hour: longer than any test waits.
 */
final class LostTransactionsIT {

  private static final int PAGES = 20;

  @TempDir private Path folder;

  @Test
  void shouldNotHoldUpTheInstanceThatTakesOver() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config = SieveConfig.of(OneBroker.settings(broker, folder, Map.of()));
      Topics.create(config);
      Connection connection = new Connection(config);
      Map<String, Object> lost =
          Map.of(
              ProducerConfig.TRANSACTIONAL_ID_CONFIG,
              config.applicationId() + "-" + UUID.randomUUID() + "-1",
              ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
              900_000);
      try (KafkaProducer<byte[], byte[]> instance = connection.producer(lost);
          KafkaProducer<byte[], byte[]> crawler = connection.producer(Map.of());
          SieveRunner runner = new SieveRunner(config)) {
        instance.initTransactions();
        instance.beginTransaction();
        instance.send(new ProducerRecord<>(config.topics().fingerprints(), new byte[] {1})).get();
        for (byte[] page : Crawl.pages(PAGES, 1)) {
          crawler.send(new ProducerRecord<>(config.topics().pages(), page)).get();
        }
        runner.start();
        Committed.await(config, PAGES, config.topics().routed().toArray(String[]::new));
        assertThat(runner.failure()).isNull();
      }
    }
  }
}
