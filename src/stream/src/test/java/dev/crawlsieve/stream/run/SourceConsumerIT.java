package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceConsumerIT {

  private static final int RECORDS = 3;

  @TempDir Path folder;

  /** What happens to a topic while an instance runs; before its start, the guard looks. */
  @Test
  void shouldStopWhereRecordsAreGoneThatItHasNotRead() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("gone"), 0)) {
      SieveConfig config = SieveConfig.of(OneBroker.settings(broker, folder, Map.of()));
      Topics.create(config);
      TopicPartition verdicts = new TopicPartition(config.topics().verdicts(), 0);
      TopicPartition pages = new TopicPartition(config.topics().pages(), 0);
      Connection connection = new Connection(config);
      try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of());
          Admin admin = connection.admin()) {
        for (TopicPartition at : List.of(verdicts, pages)) {
          producer.send(new ProducerRecord<>(at.topic(), 0, null, new byte[1])).get();
          admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(1))).all().get();
        }
      }
      assertThatThrownBy(() -> poll(config, verdicts, 0))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining(verdicts + ": this group has reached offset 0")
          .hasMessageContaining("has removed the records in between")
          .hasMessageContaining("Records that are gone");
      assertThatThrownBy(() -> poll(config, verdicts, 9))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("ends at 1: it was recreated or truncated");
      assertThatThrownBy(() -> poll(config, pages, 0))
          .as("Kafka Streams goes on at the beginning")
          .isInstanceOf(OffsetOutOfRangeException.class);
    }
  }

  private static void poll(SieveConfig config, TopicPartition at, long offset) {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            config.bootstrapServers(),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "none");
    try (Consumer<byte[], byte[]> consumer =
        new SieveClients(config, new StreamThreads()).getConsumer(settings)) {
      consumer.assign(List.of(at));
      consumer.seek(at, offset);
      await().until(() -> consumer.poll(Duration.ofSeconds(1)).count() > 0);
    }
  }

  @Test
  void shouldShowWhatItHasFetched() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config = SieveConfig.of(OneBroker.settings(broker, folder, Map.of()));
      Topics.create(config);
      TopicPartition lane = new TopicPartition(config.topics().fingerprints(), 0);
      try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
        for (int i = 0; i < RECORDS; i++) {
          producer.send(new ProducerRecord<>(lane.topic(), 0, null, new byte[] {(byte) i})).get();
        }
      }
      List<ConsumerRecord<byte[], byte[]>> shown = new ArrayList<>();
      StreamThreads threads = new StreamThreads();
      threads.want(lane, shown::addAll);
      Map<String, Object> settings =
          Map.of(
              ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
              broker.bootstrapServers(),
              ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
              "earliest");
      try (Consumer<byte[], byte[]> consumer =
          new SieveClients(config, threads).getConsumer(settings)) {
        consumer.assign(List.of(lane));
        List<ConsumerRecord<byte[], byte[]>> fetched = new ArrayList<>();
        while (fetched.size() < RECORDS) {
          consumer.poll(Duration.ofSeconds(1)).forEach(fetched::add);
        }
        assertThat(shown).containsExactlyElementsOf(fetched);
      } finally {
        threads.forget(lane);
      }
    }
  }
}
