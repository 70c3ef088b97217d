package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceConsumerIT {

  private static final int RECORDS = 3;

  @TempDir Path folder;

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
