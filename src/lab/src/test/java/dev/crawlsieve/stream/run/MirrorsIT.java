package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.sites.mirror.MirrorEvaluationTest;
import dev.crawlsieve.sites.mirror.MirrorSettings;
import dev.crawlsieve.sites.mirror.Mirrors;
import dev.crawlsieve.sites.mirror.ObservationCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.live.Watch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Learns mirrors on a real broker, from pages in four partitions; the instance is stopped and
 * restarted.
 */
final class MirrorsIT {

  private static final int PAGES = 60;

  @TempDir Path folder;

  @Test
  void shouldLearnAcrossPartitionsAndARestart() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config =
          SieveConfig.of(
              OneBroker.settings(
                  broker, folder, Map.of("partitions", "4", "mirrors.enabled", "true")));
      assertThat(Topics.create(config)).contains("observations", "mirrors");
      List<SourcePage> pages = MirrorEvaluationTest.pages(0).subList(0, PAGES);
      run(config, pages.subList(0, PAGES / 2), PAGES);
      run(config, pages.subList(PAGES / 2, PAGES), 2 * PAGES);

      List<String> expected = new ArrayList<>();
      Mirrors offline =
          new Mirrors(
              new MemoryByteMap(),
              MirrorSettings.DEFAULT,
              finding -> expected.add(finding.json().toString()));
      for (ConsumerRecord<byte[], byte[]> record :
          Committed.records(config, config.topics().log(MirrorsConfig.WING))) {
        offline.observe(ObservationCodec.decode(record.value()));
      }
      List<String> declared = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record :
          Committed.records(config, config.topics().found(MirrorsConfig.WING))) {
        declared.add(new String(record.value(), UTF_8));
      }
      assertThat(declared).isNotEmpty().isEqualTo(expected);
      JsonNode last = RecordJson.JSON.readTree(declared.get(declared.size() - 1));
      assertThat(last.path("one").asText()).isEqualTo("https://a.example/");
      assertThat(last.path("two").asText()).isEqualTo("https://b.example/copy/");
      assertThat(last.path("support").asInt()).isGreaterThan(PAGES / 2);
    }
  }

  /** Runs until all observations of these pages are processed. */
  private static void run(SieveConfig config, List<SourcePage> pages, int observations)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (SourcePage page : pages) {
        String path = page.url().substring("https://x.example".length());
        for (String root : List.of("https://a.example", "https://b.example/copy")) {
          byte[] event = PlantedVerdicts.event(new SourcePage(root + path, page.html()));
          producer.send(
              new ProducerRecord<>(config.topics().pages(), (root + path).getBytes(UTF_8), event));
        }
      }
    }
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
        SieveRunner runner = new SieveRunner(config, watch.run())) {
      runner.start();
      await()
          .until(
              () -> {
                List<ConsumerRecord<byte[], byte[]>> log =
                    Committed.records(config, config.topics().log(MirrorsConfig.WING));
                // Offsets include transaction markers.
                return log.size() == observations
                    && learned(config) > log.get(log.size() - 1).offset();
              });
      assertThat(runner.failure()).isNull();
      assertThat(get(watch, "/metrics")).contains("crawlsieve_mirrors_declared 1.0");
      JsonNode known =
          RecordJson.JSON.readTree(get(watch, "/api/mirrors?url=https://b.example/copy/x"));
      assertThat(known.at("/mirrors/0/one").asText()).isEqualTo("https://a.example/");
      assertThat(known.path("alternates")).hasSize(1);
      assertThat(known.at("/alternates/0").asText()).isEqualTo("https://a.example/x");
      assertThat(known.path("same").asText()).isEqualTo("https://b.example/copy/x");
      assertThat(known.path("answeredBy").asText()).isEqualTo(watch.address().toString());
    }
  }

  private static String get(Watch watch, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + watch.address() + path)).build(),
            BodyHandlers.ofString())
        .body();
  }

  /** The committed offset in the only partition of the log of observations. */
  private static long learned(SieveConfig config) throws Exception {
    try (org.apache.kafka.clients.admin.Admin admin = new Connection(config).admin()) {
      return admin
          .listConsumerGroupOffsets(config.applicationId())
          .partitionsToOffsetAndMetadata()
          .get()
          .entrySet()
          .stream()
          .filter(entry -> entry.getKey().topic().equals(config.topics().log(MirrorsConfig.WING)))
          .mapToLong(entry -> entry.getValue() == null ? 0 : entry.getValue().offset())
          .sum();
    }
  }
}
