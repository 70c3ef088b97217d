package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages with timestamps far in the future. */
final class RecordTimeTopologyTest {

  private static final long NOW = 1_790_000_000_000L;
  private static final long YEAR_9999 = 253_402_300_799_000L;
  private static final long HALF_AN_HOUR = 1_800_000;
  private static final int STRAY = 60;

  @TempDir Path folder;
  private final FakeCursors cursors = new FakeCursors();
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private long offset;

  @Test
  void shouldNotMoveLaneTimeByManyPagesOfTheFarFuture() throws Exception {
    try (TopologyTestDriver driver = driver(Map.of("index.retention", "1h"))) {
      send(driver, "the first", NOW - 1000);
      for (int i = 0; i < STRAY; i++) {
        send(driver, "stray " + i, YEAR_9999 + i);
      }
      send(driver, "the first", NOW - 500);

      List<TestRecord<byte[], byte[]>> log = read(driver, "fingerprints");
      assertThat(log).hasSize(STRAY + 2);
      for (int i = 1; i <= STRAY; i++) {
        assertThat(FingerprintCodec.decode(log.get(i).value()).timestamp()).isEqualTo(NOW);
      }
      assertThat(ahead()).isEqualTo(STRAY);
      assertThat(read(driver, "duplicate")).as("copies of a page of a second ago").hasSize(1);
      for (String topic : List.of("verdicts", "unique", "crawlsieve-index-changelog")) {
        assertThat(read(driver, topic))
            .as(topic)
            .isNotEmpty()
            .allMatch(record -> record.timestamp() <= NOW);
      }
    }
  }

  @Test
  void shouldLeaveTimesThatAreNotTooFarAheadAsTheyAre() throws Exception {
    try (TopologyTestDriver driver = driver(Map.of())) {
      List<Long> times = List.of(0L, NOW - 1, NOW, NOW + HALF_AN_HOUR);
      for (long time : times) {
        send(driver, "page of " + time, time);
      }
      assertThat(read(driver, "unique")).extracting(TestRecord::timestamp).isEqualTo(times);
      assertThat(ahead()).isZero();
      send(driver, "too far", NOW + HALF_AN_HOUR + 1);
      assertThat(read(driver, "unique")).extracting(TestRecord::timestamp).containsExactly(NOW);
    }
  }

  @Test
  void shouldSetAsideABadPageOfTheFarFutureAsOfNow() {
    try (TopologyTestDriver driver = driver(Map.of())) {
      pages(driver).pipeInput(new TestRecord<>(null, "no page".getBytes(UTF_8), null, YEAR_9999));
      assertThat(read(driver, "dead-letters"))
          .extracting(TestRecord::timestamp)
          .containsExactly(NOW);
    }
  }

  private double ahead() {
    return registry.get("crawlsieve.pages.time.ahead").counter().count();
  }

  private TopologyTestDriver driver(Map<String, String> settings) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    SieveMeters meters = new SieveMeters(registry);
    InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOW));
    return new TopologyTestDriver(
        new SieveTopology(
                new TopologySetup(
                    SieveConfig.of(settings), Wings.ALL, meters, new StreamThreads(), clock),
                cursors)
            .get(),
        properties);
  }

  private void send(TopologyTestDriver driver, String text, long time) {
    Headers headers = new RecordHeaders();
    byte[] value =
        ("{\"url\":\"http://a.example/" + offset++ + "\",\"text\":\"" + text + "\"}")
            .getBytes(UTF_8);
    cursors.add(new Record<>(null, value, time, headers));
    pages(driver).pipeInput(new TestRecord<>(null, value, headers, time));
  }

  private static TestInputTopic<byte[], byte[]> pages(TopologyTestDriver driver) {
    return driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
