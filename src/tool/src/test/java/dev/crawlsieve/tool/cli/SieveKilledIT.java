package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code sieve} as a process that is killed, by signals that it can and cannot handle, once it has
 * written some random number of bytes; then resumed until it is done.
 */
final class SieveKilledIT {

  private static final int INTERRUPTIONS = Integer.getInteger("crawlsieve.kills", 3);
  private static final int PAGES = 2_000 * (INTERRUPTIONS + 1);

  @TempDir Path dir;

  @Test
  void shouldGiveTheFilesOfARunThatIsNotKilled() throws Exception {
    Path input = dir.resolve("crawl.jsonl");
    Files.write(input, lines());
    assertThat(Waits.ended(start("whole", input))).isTrue();
    long total = bytes(dir.resolve("whole"));
    SplittableRandom random = new SplittableRandom(11);
    Path out = dir.resolve("out");
    int resumed = 0;
    for (int i = 0; i < INTERRUPTIONS; i++) {
      boolean there = Files.exists(out.resolve("checkpoint.json.unfinished"));
      resumed += there ? 1 : 0;
      long before = bytes(out); // once they change, it has begun and knows how to stop
      Process sieve = there ? start("out", input, "--resume") : start("out", input, "--force");
      long until = total * i / INTERRUPTIONS + random.nextLong(total / INTERRUPTIONS);
      Waits.await().until(() -> !sieve.isAlive() || (bytes(out) >= until && bytes(out) != before));
      boolean hard = random.nextBoolean();
      signal(hard ? "KILL" : random.nextBoolean() ? "INT" : "TERM", sieve);
      assertThat(Waits.ended(sieve)).isTrue();
      if (sieve.exitValue() == 0) {
        break;
      }
      assertThat(sieve.exitValue()).isIn(137, 130, 143);
      if (!hard && Files.exists(out.resolve("checkpoint.json.unfinished"))) {
        assertThat(Files.readString(dir.resolve("err"))).contains("stopped; ", "--resume");
        for (String name : List.of("unique.jsonl", "duplicate.jsonl", "verdicts.jsonl")) {
          String text = Files.readString(out.resolve(name + ".unfinished"));
          assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
        }
      }
    }
    assertThat(resumed).isPositive();
    if (!Files.exists(out.resolve("unique.jsonl"))) {
      assertThat(Waits.ended(start("out", input, "--resume"))).isTrue();
    }
    assertThat(dir.resolve("out").toFile().list())
        .containsExactlyInAnyOrder(dir.resolve("whole").toFile().list());
    for (String name : List.of("unique", "duplicate", "unjudged", "dead-letters")) {
      assertThat(out.resolve(name + ".jsonl"))
          .hasSameBinaryContentAs(dir.resolve("whole").resolve(name + ".jsonl"));
    }
    assertThat(verdicts("out")).isEqualTo(verdicts("whole"));
    assertThat(fingerprints("out")).isEqualTo(fingerprints("whole"));
  }

  /** On standard input that says nothing, there is no page yet. */
  @Test
  void shouldSayThatNothingIsWrittenIfItIsStoppedBeforeTheFirstPage() throws Exception {
    Process sieve = start("out", Path.of("-"));
    Path out = dir.resolve("out");
    Waits.await().until(() -> Files.exists(out.resolve("checkpoint.json.unfinished")));
    signal("INT", sieve);
    assertThat(Waits.ended(sieve)).isTrue();
    assertThat(sieve.exitValue()).isEqualTo(130);
    assertThat(dir.resolve("err"))
        .content(UTF_8)
        .contains(
            "stopped before the first pages were read and sieved: nothing is written to " + out);
    assertThat(out).doesNotExist();
  }

  /** It takes a while to open the files, as it removes what a killed run left first. */
  @Test
  void shouldLeaveNothingIfItIsStoppedWhileItOpensItsFiles() throws Exception {
    Path out = dir.resolve("out");
    Path left = Files.createDirectories(out.resolve("index.unfinished"));
    for (int i = 0; i < 20_000; i++) {
      Files.createFile(left.resolve("file" + i));
    }
    Process sieve = start("out", Path.of("-"));
    while (sieve.isAlive() && !Files.exists(out.resolve("lock.unfinished"))) {
      Thread.onSpinWait();
    }
    signal("INT", sieve);
    assertThat(Waits.ended(sieve)).isTrue();
    assertThat(sieve.exitValue()).isEqualTo(130);
    assertThat(dir.resolve("err")).content(UTF_8).contains("stopped before ", "nothing is written");
    assertThat(out).isEmptyDirectory();
  }

  /** The program is loaded for a second or so; a command that is loaded holds it there. */
  @Test
  void shouldSayThatNothingIsDoneIfItIsStoppedWhileItIsLoaded() throws Exception {
    Path services = Files.createDirectories(dir.resolve("classes/META-INF/services"));
    Files.writeString(services.resolve(AddedCommand.class.getName()), Held.class.getName());
    Path held = dir.resolve("held");
    Process sieve =
        start(
            List.of("-Dheld=" + held),
            File.pathSeparator + dir.resolve("classes"),
            "out",
            Path.of("-"));
    Waits.await().until(() -> Files.exists(held));
    signal("INT", sieve);
    assertThat(Waits.ended(sieve)).isTrue();
    assertThat(sieve.exitValue()).isEqualTo(130);
    assertThat(dir.resolve("err"))
        .content(UTF_8)
        .contains("crawlsieve: stopped before it began: nothing is done");
    assertThat(dir.resolve("out")).doesNotExist();
  }

  /** A command that is never loaded. */
  public static final class Held implements AddedCommand {

    @Override
    public CommandLine of(Console console) {
      try {
        Files.createFile(Path.of(System.getProperty("held")));
        new CountDownLatch(1).await();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      throw new AssertionError("not held");
    }
  }

  private static List<String> lines() {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      StringBuilder text = new StringBuilder();
      SplittableRandom words = new SplittableRandom(random.nextInt(PAGES / 2));
      for (int w = 0; w < 150; w++) {
        text.append(" w").append(words.nextInt(30_000));
      }
      text.append(random.nextBoolean() ? " end" : "");
      lines.add(
          i % 97 == 0
              ? "no page " + i
              : "{\"url\":\"http://a.example/" + i + "\",\"html\":\"<p>" + text + "\"}");
    }
    return lines;
  }

  private Process start(String out, Path input, String... more) throws IOException {
    return start(List.of(), "", out, input, more);
  }

  private Process start(
      List<String> properties, String classes, String out, Path input, String... more)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(properties);
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path") + classes, Main.class.getName()));
    if (!classes.isEmpty()) {
      command.add("--log=text"); // all commands are loaded if the first word is none
    }
    command.addAll(List.of("sieve", input.toString(), "--out", dir.resolve(out).toString()));
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .redirectOutput(dir.resolve("stdout").toFile())
        .redirectError(dir.resolve("err").toFile())
        .start();
  }

  private static void signal(String name, Process process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(Waits.ended(kill)).isTrue();
  }

  /** Bytes of the files of a folder, without the index. */
  private static long bytes(Path folder) {
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // a file was renamed meanwhile
    }
  }

  /** The verdicts without the time at which a page was read. */
  private String verdicts(String folder) throws IOException {
    String text = Files.readString(dir.resolve(folder).resolve("verdicts.jsonl"), UTF_8);
    return text.replaceAll("\"timestamp\":\\d+", "");
  }

  /** The fingerprints without that time. */
  private List<String> fingerprints(String folder) throws Exception {
    List<String> fingerprints = new ArrayList<>();
    try (FingerprintFileReader in =
        FingerprintFileReader.open(dir.resolve(folder).resolve("fingerprints.bin"))) {
      for (var next = in.next(); next != null; next = in.next()) {
        byte[] made = next.fingerprint();
        Arrays.fill(made, FingerprintCodec.AT_TIMESTAMP, FingerprintCodec.AT_URL_HASH, (byte) 0);
        fingerprints.add(new String(next.scope(), UTF_8) + HexFormat.of().formatHex(made));
      }
    }
    return fingerprints;
  }
}
