package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A record that is too large to be forwarded, among eleven good pages, on a broker with default
 * settings. Brokers limit the compressed batch, so such records can reach a topic by default.
 */
final class RecordLimitsIT {

  private static final int GOOD = 11;
  private static final int BEFORE = 5;
  private static final int LARGE = 40 << 20;
  private static final String SCOPE = "scope";
  private static final byte[] URL = "http://large.example/".getBytes(UTF_8);

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  /**
   * @param omitted the parts of the record that its dead letter omits
   */
  private record Excess(
      String name,
      Map<String, String> settings,
      byte[] key,
      byte[] value,
      RecordHeaders headers,
      String reason,
      String omitted) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Excess> excesses() {
    Map<String, String> byHeader = Map.of("dedup.scope", "header:" + SCOPE);
    RecordHeaders million = new RecordHeaders();
    for (int i = 0; i < 1_000_000; i++) {
      million.add("a", null);
    }
    return Stream.of(
        new Excess(
            "page-of-5-mb",
            Map.of("page.max.bytes", "65536"),
            URL,
            event(5 << 20),
            new RecordHeaders(),
            "must be at most 65536",
            "value"),
        new Excess(
            "page-of-40-mb",
            Map.of(),
            URL,
            event(LARGE),
            new RecordHeaders(),
            "must be at most 16777216",
            "value"),
        new Excess(
            "key-of-40-mb",
            Map.of(),
            large(LARGE),
            event(10),
            new RecordHeaders(),
            "must be at most 1048576",
            "key"),
        new Excess(
            "header-of-40-mb",
            Map.of(),
            URL,
            event(10),
            headers("large", large(LARGE)),
            "must be at most 1048576",
            "headers"),
        new Excess(
            "header-name-of-40-mb",
            Map.of(),
            URL,
            event(10),
            headers("a".repeat(LARGE), null),
            "must be at most 1048576",
            "headers"),
        new Excess(
            "all-of-20-mb",
            Map.of(),
            large(20 << 20),
            event(20 << 20),
            headers("large", large(20 << 20)),
            "must be at most 16777216",
            "key,value,headers"),
        new Excess(
            "scope-of-1.1-mb",
            byHeader,
            URL,
            event(10),
            headers(SCOPE, large(1_100_000)),
            "must be at most 1048576",
            "headers"),
        new Excess(
            "scope-of-200-kb",
            byHeader,
            URL,
            event(10),
            headers(SCOPE, large(200_000)),
            "must be at most 131072",
            null),
        new Excess(
            "a-million-headers",
            Map.of(),
            URL,
            event(10),
            million,
            "must be at most 10000",
            "headers"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("excesses")
  void shouldSetAsideWhatIsTooLargeAndSendOnTheRest(Excess excess) throws Exception {
    Map<String, String> settings = new HashMap<>(excess.settings());
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("topic.prefix", excess.name());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("partitions", "1");
    settings.put("index.memory.bytes", "2000000");
    SieveConfig config = SieveConfig.of(settings);
    Topics.create(config);
    RecordMetadata at = produce(config, excess);
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      Committed.await(
          config,
          runner,
          GOOD + 1,
          config.topics().unique(),
          config.topics().duplicate(),
          config.topics().deadLetters());
      assertThat(routed(config)).isEqualTo(GOOD);
    }
    assertThat(letters(config))
        .singleElement()
        .satisfies(letter -> checkLetter(letter, excess, at));
  }

  private static void checkLetter(
      ConsumerRecord<byte[], byte[]> letter, Excess excess, RecordMetadata at) throws Exception {
    List<String> omitted =
        excess.omitted() == null ? List.of() : Arrays.asList(excess.omitted().split(","));
    assertThat(header(letter, DeadLetters.OMITTED)).isEqualTo(excess.omitted());
    assertThat(letter.key()).isEqualTo(omitted.contains("key") ? null : excess.key());
    assertThat(letter.value()).isEqualTo(omitted.contains("value") ? null : excess.value());
    if (!omitted.isEmpty()) {
      assertThat(header(letter, DeadLetters.KEY_BYTES)).isEqualTo("" + excess.key().length);
      assertThat(header(letter, DeadLetters.VALUE_BYTES)).isEqualTo("" + excess.value().length);
      assertThat(header(letter, DeadLetters.HEADERS_COUNT))
          .isEqualTo("" + excess.headers().toArray().length);
      assertThat(header(letter, DeadLetters.VALUE_SHA256)).isEqualTo(sha256(excess.value()));
      assertThat(header(letter, DeadLetters.KEY_SHA256)).isEqualTo(sha256(excess.key()));
    }
    assertThat(header(letter, DeadLetters.TOPIC)).isEqualTo(at.topic());
    assertThat(header(letter, DeadLetters.PARTITION)).isEqualTo("" + at.partition());
    assertThat(header(letter, DeadLetters.OFFSET)).isEqualTo("" + at.offset());
    assertThat(header(letter, DeadLetters.STAGE)).isEqualTo("fingerprint");
    assertThat(header(letter, DeadLetters.REASON)).contains(excess.reason());
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return RecordJson.header(letter, name);
  }

  private static int routed(SieveConfig config) {
    return Committed.records(config, config.topics().unique()).size()
        + Committed.records(config, config.topics().duplicate()).size();
  }

  private static List<ConsumerRecord<byte[], byte[]>> letters(SieveConfig config) {
    return Committed.records(config, config.topics().deadLetters());
  }

  /** Produces good pages, the record, good pages; returns the record's metadata. */
  private static RecordMetadata produce(SieveConfig config, Excess excess) throws Exception {
    List<byte[]> good = Crawl.pages(GOOD, 21);
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd",
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 * LARGE,
            ProducerConfig.BUFFER_MEMORY_CONFIG, 4L * LARGE);
    String topic = config.topics().pages();
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(settings)) {
      RecordMetadata at = null;
      for (int i = 0; i < GOOD; i++) {
        if (i == BEFORE) {
          at =
              producer
                  .send(
                      new ProducerRecord<>(
                          topic, 0, excess.key(), excess.value(), excess.headers()))
                  .get();
        }
        RecordHeaders scope = headers(SCOPE, "good".getBytes(UTF_8));
        producer.send(new ProducerRecord<>(topic, 0, (byte[]) null, good.get(i), scope)).get();
      }
      return at;
    }
  }

  private static RecordHeaders headers(String name, byte[] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(name, value);
    return headers;
  }

  private static byte[] large(int bytes) {
    byte[] large = new byte[bytes];
    Arrays.fill(large, (byte) 'a');
    return large;
  }

  private static byte[] event(int bytes) {
    return ("{\"url\":\"http://large.example/\",\"text\":\"" + "a".repeat(bytes) + "\"}")
        .getBytes(UTF_8);
  }
}
