package dev.crawlsieve.stream.feed;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProduceIT {

  @RegisterExtension static final OneBroker broker = new OneBroker();
  @TempDir Path dir;

  @Test
  void shouldProduceEveryLineAsItStandsInItsOrder() throws IOException {
    SieveConfig config = config("asis", Map.of("partitions", "1"));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      lines.add("{ \"own\":" + i + ", \"url\":\"http://a.example/" + i + "\", \"text\" : \"é\" }");
    }
    lines.add("not a page event at all");
    List<ConsumerRecord<byte[], byte[]>> pages = produce(config, jsonl(lines));
    assertThat(pages).extracting(page -> new String(page.value(), UTF_8)).isEqualTo(lines);
    assertThat(new String(pages.get(7).key(), UTF_8)).isEqualTo("http://a.example/7");
    assertThat(pages.get(500).key()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"max.message.bytes", "max.decompressed.message.bytes"})
  void shouldPutAPageThatItsTopicDoesNotTakeAmongTheDeadLetters(String limit) throws IOException {
    SieveConfig config = config(limit, Map.of("partitions", "1"));
    make(limit + ".pages", Map.of(limit, "100000"));
    String noise = noise(300_000);
    List<String> lines = List.of(event("1", "small"), event("2", noise), event("3", "small"));
    List<ConsumerRecord<byte[], byte[]>> pages = produce(config, jsonl(lines));
    assertThat(pages).hasSize(2);
    ConsumerRecord<byte[], byte[]> letter =
        Committed.records(config, config.topics().deadLetters()).get(0);
    assertThat(RecordJson.header(letter, DeadLetters.STAGE)).isEqualTo("produce");
    assertThat(RecordJson.header(letter, DeadLetters.TOPIC)).isEqualTo(limit + ".pages");
    assertThat(RecordJson.header(letter, DeadLetters.REASON))
        .contains("'" + limit + ".pages'", "setting " + limit);
    assertThat(RecordJson.header(letter, InputDeadLetters.ORIGIN)).contains("pages.jsonl");
    assertThat(letter.value()).isEqualTo(Arrays.copyOf(lines.get(1).getBytes(UTF_8), 64 << 10));
    try (PageProducer again = new PageProducer(config)) {
      again.resume(
          List.of(new InputGroup(List.of(dir.resolve("pages.jsonl")), null)), progress -> {});
      assertThat(again.committedBefore()).isEqualTo(3);
    }
  }

  @Test
  void shouldNameTheBrokerThatWentAwayAndSayWhatIsCommitted() throws IOException {
    EmbeddedBroker leaving = EmbeddedBroker.start(dir.resolve("leaving"), 0);
    SieveConfig config =
        SieveConfig.of(
            Map.of(
                "bootstrap.servers",
                leaving.bootstrapServers(),
                "replication.factor",
                "1",
                "producer.delivery.timeout.ms",
                "3000",
                "producer.request.timeout.ms",
                "1000",
                "producer.max.block.ms",
                "3000"));
    Topics.create(config);
    List<String> lines = IntStream.range(0, 80).mapToObj(i -> event("p" + i, "x")).toList();
    Path file = jsonl(lines);
    try (PageProducer producer = new PageProducer(config)) {
      assertThatThrownBy(
              () ->
                  producer.produce(
                      List.of(new InputGroup(List.of(file), null)),
                      done -> {
                        if (done.pages() == 50) {
                          await().until(() -> producer.committedPages() == 50);
                          leaving.close();
                        }
                      }))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("no Kafka broker answers at " + leaving.bootstrapServers())
          .hasMessageContaining("(setting bootstrap.servers)")
          .hasMessageMatching(
              "(?s).*; at least 50 of the [5-8]\\d pages read so far are committed.*");
    } finally {
      leaving.close();
    }
  }

  @Test
  void shouldPutALineThatIsTooLongAmongTheDeadLetters() throws IOException {
    SieveConfig config = config("long", Map.of("partitions", "1", "page.max.bytes", "2000"));
    List<String> lines = List.of(event("1", "small"), event("2", noise(5_000)));
    assertThat(produce(config, jsonl(lines))).hasSize(1);
    ConsumerRecord<byte[], byte[]> letter =
        Committed.records(config, config.topics().deadLetters()).get(0);
    assertThat(RecordJson.header(letter, DeadLetters.STAGE)).isEqualTo("input");
    assertThat(RecordJson.header(letter, DeadLetters.REASON)).isNotEmpty();
    assertThat(lines.get(1).getBytes(UTF_8)).startsWith(letter.value());
  }

  @Test
  void shouldKeepWhatCameBeforeTheEndOfATruncatedInput() throws IOException {
    SieveConfig config = config("cut", Map.of("partitions", "1"));
    Topics.create(config);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      lines.add(event("" + i, noise(2_000)));
    }
    byte[] whole = gzip(String.join("\n", lines));
    Path cut = Files.write(dir.resolve("cut.jsonl.gz"), Arrays.copyOf(whole, whole.length / 2));
    Path after = jsonl(List.of(event("after", "words")));
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(List.of(cut, after), null)), progress -> {});
      assertThat(producer.damages().count()).isEqualTo(1);
      assertThat(producer.damages().first().get(0)).startsWith(cut + " ended early, after ");
    }
    ConsumerRecord<byte[], byte[]> letter =
        Committed.records(config, config.topics().deadLetters()).get(0);
    assertThat(RecordJson.header(letter, InputDeadLetters.ORIGIN)).isEqualTo(cut.toString());
    List<ConsumerRecord<byte[], byte[]>> pages = Committed.records(config, config.topics().pages());
    assertThat(pages).hasSizeBetween(50, 399);
    assertThat(pages)
        .extracting(page -> new String(page.value(), UTF_8))
        .startsWith(lines.subList(0, pages.size() - 1).toArray(String[]::new))
        .endsWith(event("after", "words"));
  }

  /** A producer was begun, and nobody closed it. */
  @Test
  void shouldBeginNoProducerOnceItIsStopped() throws IOException {
    SieveConfig config = config("stopped", Map.of("partitions", "1"));
    Topics.create(config);
    Path file = jsonl(List.of(event("1", "words")));
    try (PageProducer producer = new PageProducer(config)) {
      producer.stop();
      producer.produce(List.of(new InputGroup(List.of(file), null)), progress -> {});
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.contains(config.topics().produceTransactions()));
    assertThat(Committed.records(config, config.topics().producedPages())).isEmpty();
  }

  @Test
  void shouldSayThatTopicsAreMissing() {
    assertThatThrownBy(() -> new PageProducer(config("none", Map.of())))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'none.pages'")
        .hasMessageContaining("crawlsieve topics create");
  }

  private List<ConsumerRecord<byte[], byte[]>> produce(SieveConfig config, Path input) {
    Topics.create(config);
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(List.of(input), null)), progress -> {});
    }
    return Committed.records(config, config.topics().pages());
  }

  private Path jsonl(List<String> lines) throws IOException {
    return Files.writeString(dir.resolve("pages.jsonl"), String.join("\n", lines) + "\n");
  }

  private static String event(String name, String text) {
    return "{\"url\":\"http://a.example/" + name + "\",\"text\":\"" + text + "\"}";
  }

  /** Letters that compress badly. */
  private static String noise(int length) {
    Random random = new Random(length);
    StringBuilder noise = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      noise.append((char) ('%' + random.nextInt(54)));
    }
    return noise.toString();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static SieveConfig config(String prefix, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("topic.prefix", prefix);
    return SieveConfig.of(all);
  }

  private static void make(String topic, Map<String, String> settings) {
    Connection connection = new Connection(config("any", Map.of()));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(settings))).all());
    }
  }
}
