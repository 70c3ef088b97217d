package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.chaos.Poison;
import dev.crawlsieve.lab.chaos.PoisonPages;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputDeadLetters;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Produces every kind of bad input directly to the topics while good pages flow. Each bad record
 * becomes a dead letter with coordinates and a reason, or is routed if it is declared a valid page.
 * It must neither stop anything nor make anything else be lost.
 */
final class PoisonIT {

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldSetAsideEveryKindOfBadPageEvent() throws Exception {
    List<Poison> poison = PoisonPages.json(PoisonPages.MAX_BYTES);
    assertThat(poison).hasSizeGreaterThan(50);
    sieve("json", Map.of(), poison, Crawl.pages(poison.size() + 1, 11));
  }

  @Test
  void shouldSetAsideEveryKindOfBadRawBody() throws Exception {
    List<Poison> poison = PoisonPages.raw();
    Map<String, String> settings =
        Map.of("page.format", "raw", "dedup.scope", "header:" + PoisonPages.SCOPE, "lanes", "3");
    sieve("raw", settings, poison, Crawl.pages(poison.size() + 1, 12));
  }

  @Test
  void shouldSetAsideWhatIsBadInFilesAndProduceTheRest() throws Exception {
    SieveConfig config = config("files", Map.of());
    Topics.create(config);
    List<Poison> lines =
        PoisonPages.json(PoisonPages.MAX_BYTES).stream()
            .filter(poison -> poison.value() != null && poison.value().length > 0)
            .filter(poison -> poison.key() == null)
            .filter(poison -> !new String(poison.value(), UTF_8).contains("\n"))
            .filter(poison -> !poison.name().equals("no URL")) // a line has a number instead
            .toList();
    List<byte[]> good = Crawl.pages(lines.size(), 13);
    Path jsonl = folder.resolve("lines.jsonl");
    try (OutputStream out = Files.newOutputStream(jsonl)) {
      for (int i = 0; i < lines.size(); i++) {
        out.write(good.get(i));
        out.write('\n');
        out.write(lines.get(i).value());
        out.write('\n');
      }
    }
    long pages = produce(config, jsonl, false);
    assertThat(pages).isEqualTo(2L * lines.size());
    int reasons = 0;
    for (PoisonFiles.File file : PoisonFiles.all()) {
      long produced =
          produce(config, Files.write(folder.resolve(file.name()), file.content()), file.damaged());
      assertThat(produced)
          .as(file.name())
          .isEqualTo(file.pages() + (file.reason() == null ? 0 : 1));
      pages += produced;
      reasons += file.reason() == null ? 0 : 1;
    }
    long all = pages;
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitOut(config, runner, all);
    }
    List<ConsumerRecord<byte[], byte[]>> letters =
        Committed.records(config, config.topics().deadLetters());
    for (PoisonFiles.File file : PoisonFiles.all()) {
      assertThat(letters)
          .filteredOn(letter -> origin(letter).contains(file.name()))
          .as(file.name())
          .extracting(letter -> RecordJson.header(letter, DeadLetters.REASON))
          .allMatch(reason -> reason.contains(file.reason()))
          .hasSize(file.reason() == null ? 0 : 1);
    }
    for (Poison line : lines) {
      boolean large = line.value().length > PoisonPages.MAX_BYTES;
      assertThat(letters)
          .filteredOn(letter -> large ? origin(letter).contains("lines.jsonl") : same(letter, line))
          .as(line.name())
          .extracting(letter -> RecordJson.header(letter, DeadLetters.REASON))
          .hasSize(line.routed() ? 0 : 1)
          .allMatch(reason -> large || reason.contains(line.reason()));
    }
    long bad = lines.stream().filter(line -> !line.routed()).count();
    assertThat(letters).hasSize((int) bad + reasons);
  }

  private static boolean same(ConsumerRecord<byte[], byte[]> letter, Poison line) {
    return Arrays.equals(letter.value(), line.value());
  }

  private static String origin(ConsumerRecord<byte[], byte[]> letter) {
    String origin = RecordJson.header(letter, InputDeadLetters.ORIGIN);
    return origin == null ? "" : origin;
  }

  /**
   * Produces a file and returns the number of pages read, including those that became dead letters.
   */
  private static long produce(SieveConfig config, Path file, boolean damaged) {
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(List.of(file), null)), unheard -> {});
      assertThat(producer.damages().count()).as(file.toString()).isEqualTo(damaged ? 1 : 0);
      return producer.pages();
    }
  }

  private static void awaitOut(SieveConfig config, SieveRunner runner, long expected) {
    Committed.await(
        config,
        runner,
        expected,
        config.topics().unique(),
        config.topics().duplicate(),
        config.topics().unjudged(),
        config.topics().deadLetters());
    assertThat(runner.failure()).isNull();
  }

  /**
   * Good and bad pages alternate; then follow garbage on the topics between the steps, and one more
   * page.
   */
  private static void sieve(
      String prefix, Map<String, String> settings, List<Poison> poison, List<byte[]> good)
      throws Exception {
    SieveConfig config = config(prefix, settings);
    Topics.create(config);
    Map<String, Poison> placed = new HashMap<>();
    try (SieveRunner runner = new SieveRunner(config);
        KafkaProducer<byte[], byte[]> producer = producer(config)) {
      runner.start();
      for (int i = 0; i < poison.size(); i++) {
        send(producer, config.topics().pages(), goodPage(good.get(i), i));
        placed.put(send(producer, config.topics().pages(), poison.get(i)), poison.get(i));
      }
      byte[] garbage = "garbage between the steps".getBytes(UTF_8);
      String fingerprint = send(producer, config.topics().fingerprints(), bare(garbage));
      String verdict = send(producer, config.topics().verdicts(), bare(garbage));
      int last = poison.size();
      send(producer, config.topics().pages(), goodPage(good.get(last), last));

      awaitOut(config, runner, 2L * poison.size() + 3);
      check(config, placed, good.size());
      Map<String, ConsumerRecord<byte[], byte[]>> letters = letters(config);
      assertThat(RecordJson.header(letters.get(fingerprint), DeadLetters.STAGE))
          .isEqualTo("decide");
      assertThat(RecordJson.header(letters.get(verdict), DeadLetters.STAGE)).isEqualTo("route");
      assertThat(letters.get(verdict).value()).isEqualTo(garbage);
    }
  }

  private static void check(SieveConfig config, Map<String, Poison> placed, int good) {
    Map<String, ConsumerRecord<byte[], byte[]>> letters = letters(config);
    Map<String, ConsumerRecord<byte[], byte[]>> routed = routed(config);
    SoftAssertions all = new SoftAssertions();
    long bad = 0;
    for (Map.Entry<String, Poison> each : placed.entrySet()) {
      Poison poison = each.getValue();
      ConsumerRecord<byte[], byte[]> letter = letters.get(each.getKey());
      ConsumerRecord<byte[], byte[]> page = routed.get(each.getKey());
      bad += poison.routed() ? 0 : 1;
      if (poison.routed()) {
        String reason = letter == null ? null : RecordJson.header(letter, DeadLetters.REASON);
        all.assertThat(reason).as(poison.name()).isNull();
        all.assertThat(page).as(poison.name()).isNotNull();
      } else {
        all.assertThat(page).as(poison.name()).isNull();
        all.assertThat(letter).as(poison.name()).isNotNull();
        if (letter != null) {
          all.assertThat(RecordJson.header(letter, DeadLetters.STAGE))
              .as(poison.name())
              .isEqualTo(poison.stage());
          all.assertThat(RecordJson.header(letter, DeadLetters.REASON))
              .as(poison.name())
              .contains(poison.reason());
        }
      }
      ConsumerRecord<byte[], byte[]> out = poison.routed() ? page : letter;
      if (out != null) {
        all.assertThat(out.value()).as(poison.name()).isEqualTo(poison.value());
        all.assertThat(out.key()).as(poison.name()).isEqualTo(poison.key());
      }
    }
    all.assertThat(letters).hasSize((int) bad + 2);
    all.assertThat(routed).hasSize(placed.size() - (int) bad + good);
    all.assertAll();
  }

  private static Poison goodPage(byte[] event, int number) {
    byte[] key = ("https://good.example/" + number).getBytes(UTF_8);
    List<Header> headers = List.of(new RecordHeader(PoisonPages.SCOPE, "good".getBytes(UTF_8)));
    return new Poison("a good page", key, event, headers, null, Poison.Fate.ROUTED, null, null);
  }

  private static Poison bare(byte[] value) {
    return new Poison("garbage", null, value, List.of(), null, Poison.Fate.EITHER, null, null);
  }

  /** Sends a record and returns its coordinates: topic, partition, offset. */
  private static String send(KafkaProducer<byte[], byte[]> producer, String topic, Poison poison)
      throws Exception {
    ProducerRecord<byte[], byte[]> next =
        new ProducerRecord<>(
            topic, null, poison.timestamp(), poison.key(), poison.value(), poison.headers());
    Future<RecordMetadata> sent = producer.send(next);
    return place(topic, sent.get().partition(), sent.get().offset());
  }

  private static String place(String topic, Object partition, Object offset) {
    return topic + "-" + partition + "@" + offset;
  }

  /** Dead letters by the coordinates in their headers. */
  private static Map<String, ConsumerRecord<byte[], byte[]>> letters(SieveConfig config) {
    Map<String, ConsumerRecord<byte[], byte[]>> letters = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> letter :
        Committed.records(config, config.topics().deadLetters())) {
      String place =
          place(
              RecordJson.header(letter, DeadLetters.TOPIC),
              RecordJson.header(letter, DeadLetters.PARTITION),
              RecordJson.header(letter, DeadLetters.OFFSET));
      assertThat(letters.put(place, letter)).as("twice: " + place).isNull();
    }
    return letters;
  }

  /** Routed pages by their coordinates. */
  private static Map<String, ConsumerRecord<byte[], byte[]>> routed(SieveConfig config) {
    List<ConsumerRecord<byte[], byte[]>> records =
        new ArrayList<>(Committed.records(config, config.topics().unique()));
    records.addAll(Committed.records(config, config.topics().duplicate()));
    records.addAll(Committed.records(config, config.topics().unjudged()));
    Map<String, ConsumerRecord<byte[], byte[]>> routed = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> page : records) {
      String[] at = RecordJson.header(page, "crawlsieve.page").split("@");
      String place = place(config.topics().pages(), at[0], at[1]);
      assertThat(routed.put(place, page)).as("twice: " + place).isNull();
    }
    return routed;
  }

  private static KafkaProducer<byte[], byte[]> producer(SieveConfig config) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            config.bootstrapServers(),
            "max.request.size",
            2 * PoisonPages.MAX_BYTES,
            "compression.type",
            "lz4"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static SieveConfig config(String prefix, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("topic.prefix", prefix);
    all.put("state.dir", folder.resolve("state-" + prefix).toString());
    all.put("page.max.bytes", String.valueOf(PoisonPages.MAX_BYTES));
    all.put("index.memory.bytes", "2000000");
    all.put("partitions", "2");
    // On a slow machine a page of 10 MB may take longer than the default transaction time-out.
    all.put("producer.transaction.timeout.ms", "120000");
    return SieveConfig.of(all);
  }
}
