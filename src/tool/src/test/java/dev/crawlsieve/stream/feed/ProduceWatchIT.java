package dev.crawlsieve.stream.feed;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Files that appear in a folder are produced once each, however often the watch is restarted. */
@Timeout(600)
final class ProduceWatchIT {

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldProduceEachFileOnceAcrossRestarts() throws Exception {
    SieveConfig config = config("watched");
    Topics.create(config);
    Path crawl = Files.createDirectories(folder.resolve("crawl"));
    List<String> expected = new ArrayList<>(write(crawl.resolve("1.jsonl"), 3));
    Process process = child(config, crawl);
    awaitSaid(config, process, "1.jsonl: 3 pages, 0 of them dead letters");
    List<String> second = write(crawl.resolve("sub/2.jsonl.open"), 4);
    Files.move(crawl.resolve("sub/2.jsonl.open"), crawl.resolve("sub/2.jsonl"));
    expected.addAll(second);
    List<String> bad = List.of("no page", "https://a.example/");
    Files.writeString(folder.resolve("bad"), String.join("\n", bad) + "\n");
    Files.move(folder.resolve("bad"), crawl.resolve("sub/22.jsonl"));
    expected.addAll(bad);
    awaitSaid(
        config, process, "22.jsonl: 2 records, 0 pages; 'run' will make 2 of them dead letters\n");
    await().until(() -> pages(config).size() == expected.size());
    process.destroyForcibly().waitFor(); // perhaps before the file is recorded as complete
    expected.addAll(write(crawl.resolve("3.jsonl"), 5));
    Process again = child(config, crawl);
    awaitSaid(config, again, "3.jsonl: 5 pages");
    assertThat(pages(config)).isEqualTo(expected);
    // What it has produced before is not what it was: told, and left alone.
    again.destroy();
    assertThat(Waits.ended(again)).isTrue();
    assertThat(log(config))
        .doesNotContain("1.jsonl")
        .endsWith(
            "crawlsieve: stopped; what is not committed will be produced by the same command\n");
    write(crawl.resolve("1.jsonl"), 6);
    Process third = child(config, crawl);
    awaitSaid(config, third, "1.jsonl is not produced: it has changed since 3");
    third.destroy();
    assertThat(Waits.ended(third)).isTrue();
    assertThat(pages(config)).isEqualTo(expected);
  }

  @Test
  void shouldRefuseWhatItCannotWatch() throws IOException {
    SieveConfig config = config("refused");
    Topics.create(config);
    Path file = folder.resolve("one.jsonl");
    write(file, 1);
    assertThat(CommandRun.of(words(config, file).toArray()).err())
        .isEqualTo("crawlsieve: " + file + " is not a folder, so it cannot be watched\n");
    List<Object> resumed = words(config, folder);
    resumed.add("--resume");
    CommandRun run = CommandRun.of(resumed.toArray());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be combined with --resume");
  }

  private static List<String> write(Path file, int pages) throws IOException {
    Files.createDirectories(file.getParent());
    List<String> lines =
        IntStream.range(0, pages)
            .mapToObj(i -> "{\"url\":\"http://a.example/" + pages + "/" + i + "\",\"text\":\"a\"}")
            .toList();
    Files.writeString(file, String.join("\n", lines) + "\n");
    return lines;
  }

  private static List<String> pages(SieveConfig config) {
    return Committed.records(config, config.topics().pages()).stream()
        .map(page -> new String(page.value(), UTF_8))
        .toList();
  }

  /** With the words of 'sieve'. */
  @Test
  void shouldWarnOfRecordsThatAreNoPages() throws Exception {
    SieveConfig config = config("urls");
    Topics.create(config);
    Path urls = folder.resolve("urls.jsonl");
    Files.writeString(urls, "https://a.example/\nhttps://b.example/\nhttps://c.example/\n");
    String why = "urls.jsonl:1: the value is a URL alone, must be a page event";
    List<Object> words = words(config, urls);
    words.remove("--watch");
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains(why, "; 'run' will make it a dead letter\n");
    assertThat(run.err()).containsOnlyOnce("a URL alone");
    assertThat(run.out() + run.err())
        .containsPattern("produced 3 pages, .*; 'run' will make 3 of them dead letters\n");
    assertThat(CommandRun.of("sieve", urls, "--out", folder.resolve("urls")).err())
        .contains("the value is a URL alone, must be a page event");

    SieveConfig single = config("single");
    Topics.create(single);
    List<Object> one =
        words(single, Files.writeString(folder.resolve("one.jsonl"), "https://a.example/\n"));
    one.remove("--watch");
    CommandRun of = CommandRun.of(one.toArray());
    assertThat(of.out() + of.err())
        .containsPattern("produced 1 page, .*; 'run' will make 1 of them a dead letter\n");

    SieveConfig many = config("many");
    Topics.create(many);
    write(folder.resolve("many.jsonl"), 1_001);
    List<Object> both = words(many, folder.resolve("many.jsonl"));
    both.remove("--watch");
    assertThat(CommandRun.of(both.toArray()).err()).doesNotContain("dead letter");
    both.add(1, urls);
    CommandRun first = CommandRun.of(both.toArray());
    assertThat(first.out() + first.err())
        .containsPattern("produced 1,004 pages, .*; 'run' will make 3 of the first 1,000 dead");
  }

  private static List<Object> words(SieveConfig config, Path input) {
    List<Object> words = new ArrayList<>(List.of("produce", "--watch", input));
    config.changed().forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    return words;
  }

  private static Process child(SieveConfig config, Path input) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add("dev.crawlsieve.tool.cli.Main");
    words(config, input).forEach(word -> words.add(word.toString()));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(logFile(config).toFile())
        .start();
  }

  private static void awaitSaid(SieveConfig config, Process process, String text)
      throws IOException {
    await().until(() -> log(config).contains(text) || !process.isAlive());
    assertThat(log(config)).contains(text);
  }

  private static Path logFile(SieveConfig config) {
    return folder.resolve(config.topics().pages() + ".log");
  }

  private static String log(SieveConfig config) throws IOException {
    return Files.readString(logFile(config));
  }

  private static SieveConfig config(String prefix) {
    return SieveConfig.of(broker.patient(prefix, Map.of("partitions", "1")));
  }
}
