package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.run.SieveRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages that became dead letters under a wrong setting come out once when the setting has been
 * fixed and they are sent again.
 */
@Timeout(600)
final class DeadLettersIT {

  private static final int PAGES = 40;
  private static final int PARTITIONS = 3;
  private static final byte[] BAD = "not a page".getBytes(UTF_8);
  private static final byte[] SMALL =
      "{\"url\":\"https://small.example/\",\"text\":\"small\"}".getBytes(UTF_8);
  private static final String TOO_SMALL = "page.max.bytes=1024";
  private static final String MENDED = "page.max.bytes=1000000";

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldBringOutOnceWhatWasMended() throws Exception {
    List<byte[]> pages = Crawl.pages(PAGES, 5);
    assertThat(pages).allMatch(page -> page.length > 1024);
    Topics.create(config(MENDED));
    assertThat(command("list", MENDED).out()).isEqualTo("no dead letters\n");
    produce(pages);
    run(TOO_SMALL, 1, PAGES + 1); // the small one is decided: the limit is recorded

    CommandRun explained =
        CommandRun.of(
            "explain",
            "https://host0.example/page/0",
            "--set",
            "bootstrap.servers=" + broker.bootstrapServers(),
            "--set",
            "topic.prefix=mend");
    assertThat(explained.exitCode()).isZero();
    assertThat(explained.out())
        .contains(
            "https://host0.example/page/0\n  is a dead letter of stage fingerprint: the value")
        .containsPattern("it was read at mend.pages-\\d@\\d");

    CommandRun list = command("list", MENDED, "--json");
    assertThat(list.lastLine().get("letters").longValue()).isEqualTo(PAGES + 1);
    assertThat(list.lastLine().get("groups")).hasSize(2);
    JsonNode group = list.lastLine().get("groups").get(0);
    assertThat(group.get("stage").textValue()).isEqualTo("fingerprint");
    assertThat(group.get("reason").textValue())
        .isEqualTo("the value is # bytes long, must be at most # (page.max.bytes)");
    assertThat(group.get("letters").longValue()).isEqualTo(PAGES);

    CommandRun shown = command("show", MENDED, group.get("newest").textValue(), "--bytes", "8");
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.lines())
        .contains("can be sent again", "{\"url\":\"")
        .anyMatch(line -> line.equals("crawlsieve.reason: the valu"))
        .anyMatch(line -> line.matches("… [\\d,]+ bytes in all"));
    CommandRun absent = command("show", MENDED, "0@999");
    assertThat(absent.err())
        .isEqualTo("crawlsieve: there is no dead letter at 0@999 of 'mend.dead-letters'\n");

    shouldRefuse(TOO_SMALL);
    shouldRefuse("partitions=" + PARTITIONS); // the recorded limit, not the default
    CommandRun dry = command("resend", MENDED, "--reason", "PAGE.MAX.BYTES", "--dry-run", "--json");
    assertThat(dry.lastLine().get("sent").longValue()).isEqualTo(PAGES);
    run(MENDED, 1, PAGES + 1);

    resendShouldGive("--reason", PAGES + 1, PAGES, PAGES, 0);
    run(MENDED, PAGES + 1, PAGES + 1);
    everyPageShouldBeOutOnce(pages);

    resendShouldGive("--reason", PAGES + 1, PAGES, 0, PAGES);
    shouldSayThatTheRecordItselfIsBad();
    // What is still bad becomes another letter, which can be sent in its turn.
    resendShouldGive("--stage", PAGES + 1, PAGES + 1, 1, PAGES);
    run(MENDED, PAGES + 1, PAGES + 2);
    resendShouldGive("--stage", PAGES + 2, PAGES + 2, 1, PAGES + 1);
    everyPageShouldBeOutOnce(pages);
  }

  @Test
  void shouldSayWhatIsWrongWithTheCommandLine() {
    CommandRun run = command("resend", MENDED, "--stage", "nowhere");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'nowhere'", "FINGERPRINT").doesNotContain("\tat ");
    CommandRun none = CommandRun.of("dead-letters");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("needs one of its commands: list, show, resend");
    CommandRun absent =
        CommandRun.of(
            "dead-letters",
            "resend",
            "--set",
            "bootstrap.servers=" + broker.bootstrapServers(),
            "--set",
            "topic.prefix=absent");
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err())
        .isEqualTo(
            "crawlsieve: topic 'absent.dead-letters' does not exist; 'crawlsieve topics create'"
                + " with the same settings makes the missing ones\n");
  }

  /** As long as nothing has been fixed. */
  private static void shouldRefuse(String setting) throws Exception {
    CommandRun run = command("resend", setting, "--reason", "page.max.bytes");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.lines())
        .containsExactly(
            "40 of 41 dead letters selected, 1 not",
            "sent 0; sent before 0; cannot be sent 40",
            "  40: each the value is # bytes long, must be at most # (page.max.bytes)");
  }

  private static void shouldSayThatTheRecordItselfIsBad() throws Exception {
    JsonNode groups = command("list", MENDED, "--json").lastLine().get("groups");
    String bad = groups.get(1).get("newest").textValue();
    assertThat(command("show", MENDED, bad).lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "sent again, it would be a dead letter again, unless 'run' has other settings"
                        + " than are given here (the value is not JSON"))
        .anyMatch(line -> line.contains("page.fields") && line.contains("new generation"))
        .noneMatch(line -> line.contains("can be sent again"));
    assertThat(command("resend", MENDED, "--reason", "not JSON", "--dry-run").lines())
        .contains(
            "1 of 41 dead letters selected, 40 not",
            "would send 1; sent before 0; cannot be sent 0")
        .anyMatch(
            line ->
                line.startsWith(
                    "  1 would be a dead letter again, unless 'run' has other settings than are"
                        + " given here: the value is not JSON"));
  }

  private static void resendShouldGive(
      String option, long letters, long selected, long sent, long sentBefore) throws Exception {
    String value = option.equals("--stage") ? "fingerprint" : "page.max.bytes";
    CommandRun run = command("resend", MENDED, option, value, "--json");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.lastLine().toString())
        .isEqualTo(
            "{\"dryRun\":false,\"letters\":%d,\"selected\":%d,\"left\":%d,\"sent\":%d,\"sentBefore\":%d,\"refused\":[]}"
                .formatted(letters, selected, letters - selected, sent, sentBefore));
  }

  private static void everyPageShouldBeOutOnce(List<byte[]> pages) {
    SieveConfig config = config(MENDED);
    List<ConsumerRecord<byte[], byte[]>> out = out(config);
    out.removeIf(page -> Arrays.equals(page.value(), SMALL));
    assertThat(out)
        .extracting(page -> new String(page.value(), UTF_8))
        .containsExactlyInAnyOrderElementsOf(
            pages.stream().map(page -> new String(page, UTF_8)).toList());
    assertThat(out)
        .allMatch(page -> RecordJson.header(page, "crawler").equals("" + page.partition()))
        .allMatch(page -> RecordJson.header(page, "crawlsieve.resent.from").startsWith("0@"))
        .allMatch(page -> RecordJson.header(page, "crawlsieve.reason") == null);
    assertThat(config.topics().named("dead-letters-resent")).isEqualTo("mend.dead-letters-resent");
  }

  /** Sieves until so many pages are out, and so many dead letters there. */
  private static void run(String setting, int out, int letters) {
    SieveConfig config = config(setting);
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      await()
          .until(
              () -> {
                if (runner.failure() != null) {
                  throw runner.failure();
                }
                return out(config).size() >= out && letters(config) >= letters;
              });
    }
    assertThat(out(config)).hasSize(out);
    assertThat(letters(config)).isEqualTo(letters);
  }

  private static int letters(SieveConfig config) {
    return Committed.records(config, config.topics().deadLetters()).size();
  }

  private static List<ConsumerRecord<byte[], byte[]>> out(SieveConfig config) {
    List<ConsumerRecord<byte[], byte[]>> out =
        new ArrayList<>(Committed.records(config, config.topics().unique()));
    out.addAll(Committed.records(config, config.topics().duplicate()));
    return out;
  }

  private static void produce(List<byte[]> pages) {
    SieveConfig config = config(MENDED);
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(config).producer(Map.<String, Object>of())) {
      for (int i = 0; i < pages.size(); i++) {
        producer.send(page(config, i % PARTITIONS, pages.get(i)));
      }
      var unusedBad = producer.send(page(config, 0, BAD));
      var unusedSmall = producer.send(page(config, 0, SMALL));
    }
  }

  private static ProducerRecord<byte[], byte[]> page(
      SieveConfig config, int partition, byte[] value) {
    return new ProducerRecord<>(
        config.topics().pages(),
        partition,
        (byte[]) null,
        value,
        List.of(new RecordHeader("crawler", ("" + partition).getBytes(UTF_8))));
  }

  private static SieveConfig config(String setting) {
    String[] parts = setting.split("=");
    return SieveConfig.of(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "topic.prefix",
            "mend",
            "partitions",
            "" + PARTITIONS,
            "state.dir",
            folder.resolve("state").toString(),
            "index.memory.bytes",
            "2000000",
            parts[0],
            parts[1]));
  }

  private static CommandRun command(String command, String setting, String... options) {
    List<Object> words = new ArrayList<>(List.of("dead-letters", command));
    words.addAll(List.of("--set", "bootstrap.servers=" + broker.bootstrapServers()));
    words.addAll(List.of("--set", "topic.prefix=mend", "--set", setting));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray());
  }
}
