package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages come out although Kafka Streams commits nothing of its own accord. */
final class CommitPaceIT {

  private static final int PAGES = 40;
  private static final long NEVER_MILLIS = 900_000;

  @TempDir private Path folder;

  @Test
  void shouldCommitEachStepOfAPageSoon() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config =
          SieveConfig.of(
              OneBroker.settings(
                  broker,
                  folder,
                  // An open transaction may not be older than the interval of commits.
                  Map.of("producer.transaction.timeout.ms", String.valueOf(NEVER_MILLIS))));
      Topics.create(config);
      StreamsConfig settings =
          StreamsSettings.of(config, Map.of(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, NEVER_MILLIS));
      StreamThreads threads = new StreamThreads();
      SieveTopology topology =
          new SieveTopology(
              config,
              Wings.ALL,
              SieveTopology.cursors(config, new Connection(config)::consumer),
              new SieveMeters(),
              threads);
      try (KafkaStreams streams =
              new KafkaStreams(topology.get(), settings, new SieveClients(config, threads));
          KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
        streams.start();
        for (byte[] page : Crawl.pages(PAGES, 1)) {
          producer.send(new ProducerRecord<>(config.topics().pages(), page)).get();
        }
        Committed.await(config, PAGES, config.topics().routed().toArray(String[]::new));
        assertThat(routed(config)).isEqualTo(PAGES);
      }
    }
  }

  private static int routed(SieveConfig config) {
    return config.topics().routed().stream()
        .mapToInt(topic -> Committed.records(config, topic).size())
        .sum();
  }
}
