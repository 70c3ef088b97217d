package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of the README, then those in {@code docs}, in order. They run as written,
 * except that ports are others and a benchmark has fewer pages. The launcher starts the first
 * command that ends, and those that keep running; the others share a process.
 */
final class ReadmeIT {

  /** Far longer than any command takes on a busy machine. */
  private static final long MINUTES = 10;

  @TempDir Path folder;
  private final List<Process> running = new ArrayList<>();
  private CommandLoop loop;

  @BeforeAll
  static void stamp() throws IOException {
    Launcher.stamp();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (loop != null) {
      loop.end();
    }
    for (int i = running.size() - 1; i >= 0; i--) {
      Process process = running.get(i);
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void shouldRunAsWritten() throws Exception {
    int port = EmbeddedBroker.freePort();
    writeCrawl();
    writeCorpus();
    writePairs();
    writeReleases();
    Files.writeString(
        folder.resolve("overrides.jsonl"),
        "{\"keep\":{\"url\":\"https://example.org/copy.html\"}}");
    List<String> commands = commands();
    assertThat(commands)
        .hasSizeGreaterThan(20)
        .anyMatch(command -> command.endsWith(" run"))
        .anyMatch(command -> command.contains(" replay --into "))
        .anyMatch(command -> command.contains(" mirrors "))
        .anyMatch(command -> command.contains(" bench "));
    loop = new CommandLoop(folder);
    boolean launched = false;
    for (String command : commands) {
      List<String> words = new ArrayList<>(List.of(command.replace("'", "").split(" ")));
      words.set(0, Launcher.PATH.toString());
      String name = words.get(1);
      if (command.endsWith(" quickstart")) {
        continue; // as with --keep, in docs/tuning.md, and in .ci/run
      }
      if (words.contains("--watch")) {
        continue; // does not end: see ProduceWatchIT
      }
      if (name.equals("broker")) {
        words.addAll(List.of("--port", String.valueOf(port)));
        launch(words, "broker");
        await().until(() -> answers(port));
      } else if (name.equals("run")) {
        words.addAll(List.of("--set", "bootstrap.servers=localhost:" + port));
        launch(words, "run");
      } else if (needsBroker(command)) {
        words.addAll(List.of("--set", "bootstrap.servers=localhost:" + port));
        // The sieve is running, so a page that has just been produced is routed in a moment.
        await().untilAsserted(() -> succeed(words));
      } else if (!launched) {
        launched = true;
        Process process = launch(words, name);
        assertThat(Waits.ended(process)).as("%s ends", words).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log(name))).isZero();
      } else if (name.equals("bench")) {
        words.addAll(List.of("--kinds", "text", "--pages", "100")); // more would take a minute
        succeed(words);
      } else {
        succeed(words);
      }
    }
    assertThat(Files.readAllLines(folder.resolve("sieved/unique.jsonl"))).hasSizeBetween(1, 203);
    assertThat(Files.readAllLines(folder.resolve("sieved/verdicts.jsonl"))).hasSize(203);
    assertThat(Files.readAllLines(folder.resolve("new/verdicts.jsonl"))).hasSize(253);
    assertThat(Files.readAllLines(folder.resolve("newer/unique.jsonl"))).isEmpty();
    assertThat(folder.resolve("tables/unique-00000.parquet")).isNotEmptyFile();
    assertThat(folder.resolve("replay.html")).content().contains("<svg");
  }

  private static boolean needsBroker(String command) {
    return List.of("topics", "produce", "consume", "explain", "replay", "dead-letters", "forget")
            .contains(command.split(" ")[1])
        && !command.contains("--embedded")
        && !command.contains("--from");
  }

  private static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>(commands(Path.of("README.md")));
    try (Stream<Path> documents = Files.list(Path.of("docs"))) {
      for (Path document : documents.filter(Files::isRegularFile).sorted().toList()) {
        commands.addAll(commands(document));
      }
    }
    return commands;
  }

  private static List<String> commands(Path document) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean shell = false;
    for (String line : Files.readAllLines(document)) {
      if (line.startsWith("```")) {
        shell = line.equals("```sh");
      } else if (shell && line.startsWith("./crawlsieve ")) {
        commands.add(line);
      }
    }
    return commands;
  }

  private void writeCrawl() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("crawl.jsonl.gz")))) {
      List<byte[]> pages = Crawl.pages(200, 3);
      for (byte[] page : pages) {
        out.write(page);
        out.write('\n');
      }
      String copy =
          new String(pages.get(0), StandardCharsets.UTF_8)
              .replaceFirst("\"url\":\"[^\"]*\"", "\"url\":\"https://example.org/copy.html\"");
      out.write((copy + "\n").getBytes(StandardCharsets.UTF_8));
      out.write((copy.replace("copy.html", "other.html") + "\n").getBytes(StandardCharsets.UTF_8));
      String sample = "javadoc.io/doc/com.google.code.gson/gson/2.11.0/constant-values.html";
      out.write(
          (copy.replace("example.org/copy.html", sample) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private void writeCorpus() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("corpus.jsonl.gz")))) {
      for (byte[] page : Crawl.pages(50, 3)) {
        out.write(page);
        out.write('\n');
      }
    }
    Path tables = Path.of("src/files/src/test/resources/dev/crawlsieve/files/table");
    Files.createDirectory(folder.resolve("corpus"));
    Files.copy(tables.resolve("duckdb-snappy.parquet"), folder.resolve("corpus/1.parquet"));
  }

  /** Two releases of a documentation, with the names that docs/faq.md uses. */
  private void writeReleases() throws IOException {
    for (String release : List.of("3.16.0", "3.17.0")) {
      Path jar = folder.resolve("lang-" + release + "-javadoc.jar");
      try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
        out.putNextEntry(new ZipEntry("index.html"));
        out.write(
            ("<title>Overview</title><p>Release " + release).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private void writePairs() throws IOException {
    StringBuilder pairs =
        new StringBuilder("https://example.org/copy.html\thttps://example.org/other.html\t1\n");
    for (int i = 20; i < 80; i += 2) {
      String url = "https://host%d.example/page/%d";
      pairs.append(url.formatted(i % 50, i)).append('\t');
      pairs.append(url.formatted((i + 1) % 50, i + 1)).append("\t0\n");
    }
    Files.writeString(folder.resolve("pairs.tsv"), pairs);
    String labels = pairs.toString().replace("\n", "\t4.5\n"); // as a browser saves them
    Files.writeString(folder.resolve("labels.tsv"), labels);
  }

  private void succeed(List<String> command) throws InterruptedException, ExecutionException {
    CommandRun run = loop.run(command.subList(1, command.size()), MINUTES);
    assertThat(run.exitCode()).as("%s:%n%s", command, run.out()).isZero();
  }

  private Process launch(List<String> command, String name) throws IOException {
    File log = log(name).toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(log));
    // Most commands end before optimised code has paid for the time to compile it.
    builder
        .environment()
        .merge("JAVA_OPTS", "-XX:TieredStopAtLevel=1", (set, one) -> set + " " + one);
    Process process = builder.start();
    running.add(process);
    return process;
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
