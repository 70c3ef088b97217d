package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.sieve.FileSieve;
import dev.crawlsieve.files.sieve.SieveFiles;
import dev.crawlsieve.files.sieve.SieveInputs;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An instance that is killed while it learns passages, and started again: they must be those that
 * {@code sieve} finds in the same pages.
 */
final class PassagesIT {

  private static final int PARTITIONS = 4;
  private static final int KILLS = Integer.getInteger("crawlsieve.kills", 2);
  private static final int PAGES = 400 * (KILLS + 1);
  private static final int SITES = 20;

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stopWhatWasStarted() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldLearnWhatSieveDoesThoughItIsKilled() throws Exception {
    List<String> pages = pages();
    Map<String, String> expected = bySieve(pages);
    assertThat(expected).hasSizeGreaterThan(SITES);
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config = SieveConfig.of(settings(broker));
      assertThat(Topics.create(config)).contains("page-blocks", "passages");
      Process process = start(broker);
      SplittableRandom random = new SplittableRandom(4);
      int sent = 0;
      for (int i = 1; i <= KILLS; i++) {
        int until = PAGES * i / (KILLS + 1);
        produce(config, pages.subList(sent, until));
        sent = until;
        Committed.await(config, until - 1 - random.nextInt(300), config.topics().fingerprints());
        process.destroyForcibly().waitFor();
        process = start(broker);
      }
      produce(config, pages.subList(sent, PAGES));
      Committed.await(config, PAGES, config.topics().verdicts());
      await().until(() -> published(config).equals(expected));
      assertThat(process.isAlive()).isTrue();
      assertThat(Committed.records(config, config.topics().log(PassagesConfig.WING)))
          .hasSizeBetween(PAGES / 2, PAGES);
      assertThat(Committed.records(config, config.topics().deadLetters())).isEmpty();
    }
  }

  /** What the topic holds, compacted: what does not depend on when a passage was published. */
  private static Map<String, String> published(SieveConfig config) throws Exception {
    Map<String, String> known = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().found(PassagesConfig.WING))) {
      String key = new String(record.key(), UTF_8);
      if (record.value() == null) {
        known.remove(key);
      } else {
        known.put(key, text(record.value()));
      }
    }
    return known;
  }

  private static String text(byte[] json) throws IOException {
    var passage = RecordJson.JSON.readTree(json);
    return passage.path("kind").asText() + " " + passage.path("text").asText();
  }

  private Map<String, String> bySieve(List<String> pages) throws Exception {
    Path in = Files.write(folder.resolve("in.jsonl"), pages);
    Path out = folder.resolve("sieved");
    SieveConfig config = SieveConfig.of(Map.of());
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(in), null)));
    try (FileSieve sieve =
        new FileSieve(config.sieve().withPassages(PassagesConfig.of(config)), inputs)) {
      assertThat(sieve.sieve(SieveFiles.in(out, false), progress -> {}).pages()).isEqualTo(PAGES);
    }
    Map<String, String> known = new TreeMap<>();
    for (String line : Files.readAllLines(out.resolve("passages.jsonl"))) {
      var passage = RecordJson.JSON.readTree(line);
      known.put(
          passage.path("site").asText() + "|" + passage.path("hash").asText(),
          text(line.getBytes(UTF_8)));
    }
    return known;
  }

  /** Pages of sites with menus, some lines on a part of the pages, and refetched ones. */
  private static List<String> pages() {
    SplittableRandom random = new SplittableRandom(9);
    List<String> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      int site = random.nextInt(SITES);
      StringBuilder html = new StringBuilder("<title>page</title><nav>");
      for (String line : new TreeSet<>(List.of("Home", "News of " + site, "Contact"))) {
        html.append("<div><a href=x>").append(line).append("</a></div>");
      }
      html.append("</nav><h1>").append(words(random, 3)).append("</h1><p>");
      html.append(words(random, 40)).append("<footer>");
      for (int line = 0; line < 10; line++) {
        if (random.nextInt(10) >= line) {
          html.append("<p>Of the house number ").append(line).append("</p>");
        }
      }
      pages.add(
          RecordJson.JSON
              .createObjectNode()
              .put("url", "https://s" + site + ".example/" + random.nextInt(PAGES / 10))
              .put("fetchTime", "2026-01-01T00:00:00Z")
              .put("html", html.toString())
              .toString());
    }
    return pages;
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append("word").append((char) ('a' + random.nextInt(26)));
      words.append((char) ('a' + random.nextInt(26))).append(' ');
    }
    return words.toString();
  }

  private static void produce(SieveConfig config, List<String> pages) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", config.bootstrapServers(), "linger.ms", 20),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String page : pages) {
        String url = page.substring(8, page.indexOf('"', 8));
        producer.send(
            new ProducerRecord<>(
                config.topics().pages(), url.getBytes(UTF_8), page.getBytes(UTF_8)));
      }
    }
  }

  private Map<String, String> settings(EmbeddedBroker broker) {
    Map<String, String> settings =
        new HashMap<>(
            OneBroker.settings(broker, folder, Map.of("partitions", String.valueOf(PARTITIONS))));
    settings.put("passages.enabled", "true");
    settings.put("consumer.session.timeout.ms", "6000");
    settings.put("consumer.heartbeat.interval.ms", "1000");
    settings.put("producer.transaction.timeout.ms", "6000");
    return settings;
  }

  private Process start(EmbeddedBroker broker) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run"));
    settings(broker).forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    File log = folder.resolve("instance.log").toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
    processes.add(process);
    return process;
  }
}
