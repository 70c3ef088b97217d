package dev.crawlsieve.stream.feed;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.Waits;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Interrupted work is resumed where it stopped, and each page is committed once. */
@Timeout(600)
final class ProduceResumeIT {

  private static final int KILLED_PAGES = 6_000;
  private static final int KILLS = 3;
  private static final int PAGES = 30;
  private static final int TOO_LARGE = 76;

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldCommitEachPageOnceHoweverOftenItIsKilled() throws Exception {
    SieveConfig config = config("killed", Map.of("partitions", "3"));
    Topics.create(config);
    List<String> lines = new ArrayList<>(events(KILLED_PAGES, 4_000));
    lines.set(KILLED_PAGES / 2, "");
    Random random = new Random(17);
    for (int kill = 0; kill < KILLS; kill++) {
      // The process waits for the rest of its input, so it cannot have ended before it is killed.
      List<String> given = lines.subList(0, (kill + 1) * KILLED_PAGES / (KILLS + 1));
      long enough = written(config) + random.nextInt(KILLED_PAGES / 5);
      Process process = kill == 0 ? child(config) : child(config, "--resume");
      Thread feeder = new Thread(() -> feedWithoutEnd(process, given));
      feeder.start();
      boolean last = kill == KILLS - 1;
      try (GroupProgress topic = new GroupProgress(config)) {
        await()
            .pollInterval(Duration.ofMillis(10))
            .until(
                () ->
                    !process.isAlive()
                        || (written(config, topic) > enough && !(last && pages(config).isEmpty())));
      }
      assertThat(process.isAlive()).as(log(config)).isTrue();
      process.destroyForcibly().waitFor();
      feeder.join();
    }
    // Transactions that killed processes left open must not count, whenever the successor rolls
    // them back.
    int committed = pages(config).size();
    assertThat(committed).isBetween(1, KILLED_PAGES - 1);
    JsonNode last = resumed(config, lines);
    long before = last.get("committedBefore").longValue();
    assertThat(before).isGreaterThanOrEqualTo(committed);
    assertThat(last.get("pages").longValue()).isEqualTo(lines(lines).size() - before);
    assertThat(pages(config)).containsExactlyInAnyOrderElementsOf(lines(lines));
    assertThat(resumed(config, lines).get("pages").longValue()).isZero();
    assertThat(pages(config)).hasSize(lines(lines).size());
  }

  @Test
  void shouldSayWhatIsCommittedWhenItIsStoppedAndGoOnInStandardInput() throws Exception {
    SieveConfig config = config("stream", Map.of("partitions", "1"));
    Topics.create(config);
    List<String> lines = events(PAGES, 2_000);
    Process process = child(config);
    try (OutputStream in = process.getOutputStream()) {
      in.write((String.join("\n", lines.subList(0, 10)) + "\n").getBytes(UTF_8));
      in.flush();
      // Pages are committed even while the stream pauses.
      await().until(() -> pages(config).size() == 10);
      process.toHandle().destroy(); // the signal alone: Process.destroy() also ends the input
      assertThat(Waits.ended(process)).isTrue();
    }
    assertThat(log(config))
        .isEqualTo(
            "crawlsieve: stopped; 10 of the 10 pages read so far are committed. The same command"
                + " with --resume goes on after them\n");
    Process other = child(config, "--resume");
    feed(other, events(PAGES, 2_001));
    assertThat(other.exitValue()).isEqualTo(1);
    assertThat(log(config))
        .startsWith("crawlsieve: nothing is recorded of producing standard input onto stream.pages")
        .doesNotContain("read so far", "goes on after them");
    Process again = child(config, "--resume");
    feed(again, lines);
    assertThat(again.exitValue()).as(log(config)).isZero();
    assertThat(pages(config)).isEqualTo(lines);
  }

  @Test
  void shouldRefuseInputsThatAreNotTheSame() throws IOException {
    SieveConfig config = config("other", Map.of("partitions", "1"));
    Topics.create(config);
    List<String> lines = events(PAGES, 100);
    Path input = write("same.jsonl", lines);
    assertThat(command(config, input).exitCode()).isZero();
    assertThat(pages(config)).hasSize(PAGES);
    Path another = write("another.jsonl", lines);
    shouldRefuse(
        config, another, "nothing is recorded of producing " + another + " onto other.pages");
    Files.writeString(input, "\n", StandardOpenOption.APPEND);
    shouldRefuse(config, input, input + " had ");
    List<String> changed = new ArrayList<>(lines);
    changed.set(3, lines.get(4));
    write("same.jsonl", changed);
    shouldRefuse(config, input, input + " is not what it was when 30 pages");
    write("same.jsonl", lines);
    assertThat(command(config, input, "--resume").exitCode()).isZero();
    assertThat(pages(config)).isEqualTo(lines);
  }

  @Test
  void shouldRefuseAnInputThatChangedFarFromItsBeginning() throws IOException {
    SieveConfig config = config("far", Map.of("partitions", "1"));
    Topics.create(config);
    List<String> lines = events(100, 1_500);
    Path input = write("far.jsonl", lines);
    assertThat(command(config, input).exitCode()).isZero();
    List<String> changed = new ArrayList<>(lines);
    changed.set(99, lines.get(98));
    write("far.jsonl", changed);
    shouldRefuse(config, input, "page 100 of the inputs, " + input + ":100, is not the one");
  }

  @Tag("slow")
  @Test
  void shouldMakeDeadLettersOfAnyNumberOfPagesThatAreTooLarge() throws IOException {
    SieveConfig config = config("large", Map.of("partitions", "1"));
    make("large.pages", Map.of("max.message.bytes", "3000"));
    Topics.create(config);
    List<String> lines = new ArrayList<>(events(TOO_LARGE + 4, 5_000));
    List<Integer> small = List.of(0, 20, 21, TOO_LARGE + 3);
    small.forEach(i -> lines.set(i, events(i + 1, 100).get(i)));
    Path input = write("large.jsonl", lines);
    CommandRun run = command(config, input, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lastLine().get("pages").longValue()).isEqualTo(lines.size());
    assertThat(run.lastLine().get("deadLetters").longValue()).isEqualTo(TOO_LARGE);
    assertThat(pages(config)).isEqualTo(small.stream().map(lines::get).toList());
    assertThat(Committed.records(config, config.topics().deadLetters()))
        .hasSize(TOO_LARGE)
        .allMatch(letter -> RecordJson.header(letter, DeadLetters.STAGE).equals("produce"));
  }

  /** Otherwise, pages became dead letters, as if their topic did not take them. */
  @Test
  void shouldRefuseAClientThatDoesNotSendLargePages() throws IOException {
    SieveConfig config = config("client", Map.of("partitions", "1"));
    Topics.create(config);
    Path input = write("client.jsonl", events(PAGES, 100));
    CommandRun run = command(config, input, "--set", "producer.max.request.size=100000");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "crawlsieve: producer.max.request.size is 100000, but needs at least 17825792: records"
                + " may be that large (page.max.bytes)\n");
    assertThat(pages(config)).isEmpty();
  }

  @Test
  void shouldGiveWayToALaterRunWithTheSameInputs() throws IOException {
    SieveConfig config = config("twice", Map.of("partitions", "1"));
    Topics.create(config);
    List<String> lines = events(PAGES, 100);
    List<InputGroup> inputs = List.of(new InputGroup(List.of(write("twice.jsonl", lines)), null));
    try (PageProducer first = new PageProducer(config);
        PageProducer second = new PageProducer(config)) {
      assertThatThrownBy(
              () ->
                  first.produce(
                      inputs,
                      done -> {
                        if (done.pages() == 10) {
                          await().until(() -> first.committedPages() == 10);
                          second.resume(inputs, unheard -> {});
                        }
                      }))
          .isInstanceOf(SieveException.class)
          .hasMessageStartingWith("another 'produce' of the same inputs has started");
      assertThat(second.committedBefore()).isEqualTo(10);
    }
    assertThat(pages(config)).isEqualTo(lines);
  }

  private static void shouldRefuse(SieveConfig config, Path input, String why) {
    CommandRun run = command(config, input, "--resume");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("crawlsieve: " + why);
    assertThat(run.err().lines()).hasSize(1);
  }

  private static CommandRun command(SieveConfig config, Object... options) {
    List<Object> words = new ArrayList<>(List.of("produce"));
    words.addAll(settings(config));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray());
  }

  /** Produces all lines that no earlier run has committed; returns the output of the command. */
  private static JsonNode resumed(SieveConfig config, List<String> lines) throws Exception {
    Process process = child(config, "--resume", "--json");
    feed(process, lines);
    assertThat(process.exitValue()).as(log(config)).isZero();
    return new CommandRun(process.exitValue(), log(config), "").lastLine();
  }

  /** Produces standard input in a process of its own. */
  private static Process child(SieveConfig config, String... options) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(Program.inherited());
    words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of("dev.crawlsieve.tool.cli.Main", "produce", "-"));
    words.addAll(settings(config));
    words.addAll(List.of(options));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(logFile(config).toFile())
        .start();
  }

  private static Path logFile(SieveConfig config) {
    return folder.resolve(config.topics().pages() + ".log");
  }

  private static String log(SieveConfig config) throws IOException {
    return Files.readString(logFile(config));
  }

  private static void feed(Process process, List<String> lines) throws Exception {
    try (OutputStream in = process.getOutputStream()) {
      in.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      // The process has ended already; its output tells why.
    }
    assertThat(Waits.ended(process)).isTrue();
  }

  /** Feeds lines to a process that is killed at some time, and leaves its input open. */
  private static void feedWithoutEnd(Process process, List<String> lines) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
      in.flush();
    } catch (IOException e) {
      // The process was killed before it had read all lines.
    }
  }

  private static List<String> settings(SieveConfig config) {
    List<String> words = new ArrayList<>();
    config.changed().forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    return words;
  }

  /** The records in the topic, committed or not. */
  private static long written(SieveConfig config) {
    try (GroupProgress topic = new GroupProgress(config)) {
      return written(config, topic);
    }
  }

  private static long written(SieveConfig config, GroupProgress topic) {
    return TopicDescriber.sum(topic.ends(config.topics().pages(), IsolationLevel.READ_UNCOMMITTED));
  }

  private static List<String> pages(SieveConfig config) {
    return Committed.records(config, config.topics().pages()).stream()
        .map(page -> new String(page.value(), UTF_8))
        .toList();
  }

  private static List<String> lines(List<String> lines) {
    return lines.stream().filter(line -> !line.isEmpty()).toList();
  }

  private static Path write(String name, List<String> lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  /** Pages whose text compresses badly. */
  private static List<String> events(int pages, int chars) {
    Random random = new Random(chars);
    return IntStream.range(0, pages)
        .mapToObj(
            i -> {
              StringBuilder text = new StringBuilder();
              random
                  .ints(chars, '0', 'z')
                  .map(letter -> letter == '\\' ? '-' : letter)
                  .forEach(text::appendCodePoint);
              return "{\"url\":\"http://a.example/" + i + "\",\"text\":\"" + text + "\"}";
            })
        .toList();
  }

  private static SieveConfig config(String prefix, Map<String, String> settings) {
    return SieveConfig.of(broker.patient(prefix, settings));
  }

  private static void make(String topic, Map<String, String> settings) {
    Connection connection = new Connection(config("any", Map.of()));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(settings))).all());
    }
  }
}
