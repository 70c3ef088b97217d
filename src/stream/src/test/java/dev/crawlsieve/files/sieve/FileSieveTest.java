package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FileSieveTest {

  private static final String[] FILES = {
    "unique.jsonl",
    "duplicate.jsonl",
    "unjudged.jsonl",
    "verdicts.jsonl",
    "dead-letters.jsonl",
    "fingerprints.bin"
  };

  @TempDir Path dir;

  @Test
  void shouldWriteEveryPageOnceByteForByteInInputOrder() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      // Every third page repeats the one three before it.
      lines.add(event(i, i % 3 == 0 ? "always the same words" : "words of its own " + i));
    }
    SieveResult result = sieve(lines, Map.of());
    assertThat(result.pages()).isEqualTo(300);
    assertThat(result.unique()).isEqualTo(201);
    assertThat(result.duplicate()).isEqualTo(99);
    assertThat(result.kinds()).containsEntry("exact", 99L);
    assertThat(result.deadLetters()).isZero();
    assertThat(result.mostCopied())
        .containsExactly(new SieveResult.Copied(url(lines.get(0)), 99, 99));
    assertThat(result.seconds()).isPositive();
    assertThat(lines("unique.jsonl")).isEqualTo(lines.stream().filter(this::isFirst).toList());
    assertThat(lines("duplicate.jsonl"))
        .isEqualTo(lines.stream().filter(line -> !isFirst(line)).toList());
    List<JsonNode> verdicts = verdicts();
    assertThat(verdicts)
        .extracting(verdict -> verdict.path("url").asText())
        .isEqualTo(lines.stream().map(FileSieveTest::url).toList());
    assertThat(verdicts.get(3).path("duplicateOf").path("url").asText())
        .isEqualTo(url(lines.get(0)));
    assertThat(dir.resolve("out").toFile().list()).containsExactlyInAnyOrder(FILES);
  }

  /** Two releases side by side, in folders of any names. */
  @ParameterizedTest
  @CsvSource({
    "harbour-2.17.0/org/mills/%s.html, harbour-2.18.0/org/mills/%s.html",
    "rt4-doc/org/mills/%s.html, rt5-doc/org/mills/%s.html",
    "old/org/mills/%s.html, new/org/mills/%s.html",
  })
  void shouldFindCopiesInFoldersByWhatThePagesSay(String old, String current) throws IOException {
    Path site = dir.resolve("site");
    String text = "the miller counted the sacks of the upper mill and wrote a number into book ";
    for (int i = 0; i < 20; i++) {
      StringBuilder words = new StringBuilder();
      for (int line = 0; line < 30; line++) {
        words.append(text).append((char) ('a' + i)).append(line * 7 + i).append(". ");
      }
      for (int release = 0; release < 2; release++) {
        String path = String.format(release == 0 ? old : current, "Mill" + i, i);
        Files.createDirectories(site.resolve(path).getParent());
        String name = "<title>Mill" + i + " (Harbour 2." + (17 + release) + ".0 API)</title>";
        String more = release == 0 ? "" : "<p>Since this release it says a little more.</p>";
        Files.writeString(
            site.resolve(path),
            name + "<h1>Class Mill" + i + " of the harbour</h1><p>" + words + "</p>" + more);
      }
    }
    SieveResult result = sieve(List.of(site), new InFlight(100, 1 << 20));
    assertThat(result.unique()).isEqualTo(20);
    assertThat(result.kinds()).containsEntry("near", 20L);
    for (JsonNode verdict : verdicts()) {
      if (verdict.path("decision").asText().equals("duplicate")) {
        String kept = verdict.path("duplicateOf").path("url").asText();
        assertThat(kept.replaceAll(".*/[12]?", ""))
            .isEqualTo(verdict.path("url").asText().replaceAll(".*/[12]?", ""));
      }
    }
  }

  @Test
  void shouldHoldNoMoreThanItMay() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      lines.add(event(i, "words of its own ".repeat(i % 50 == 0 ? 500 : 5) + i));
    }
    int largest = lines.stream().mapToInt(String::length).max().orElseThrow();
    PeakInFlight inFlight = new PeakInFlight(7, 2_000);
    sieve(List.of(write(lines)), inFlight);
    assertThat(largest).isGreaterThan(4 * 2_000);
    assertThat(inFlight.peakPages()).isLessThanOrEqualTo(7);
    assertThat(inFlight.peakBytes()).isLessThanOrEqualTo(largest + 100); // alone, with its key
    assertThat(verdicts())
        .extracting(verdict -> verdict.path("url").asText())
        .isEqualTo(lines.stream().map(FileSieveTest::url).toList());
    assertThat(inFlight.peakPages()).isPositive();
  }

  @Test
  void shouldWriteWhatIsNoPageAsADeadLetter() throws IOException {
    SieveResult result =
        sieve(List.of(event(1, "some words"), "no page event", event(2, "more")), Map.of());
    assertThat(result.pages()).isEqualTo(3);
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.deadLetters()).isEqualTo(1);
    JsonNode letter = new ObjectMapper().readTree(lines("dead-letters.jsonl").get(0));
    assertThat(letter.path("value").asText()).isEqualTo("no page event");
    assertThat(letter.path("origin").asText()).isEqualTo(dir.resolve("pages.jsonl") + ":2");
    assertThat(letter.has("topic") || letter.has("partition") || letter.has("offset")).isFalse();
    assertThat(result.deadInputs().none()).isTrue();
    assertThat(letter.path("stage").asText()).isEqualTo("fingerprint");
    assertThat(letter.path("reason").asText()).isNotEmpty();
  }

  @Test
  void shouldSayOfWhichInputsNothingIsAPageAndTheCommonestReasons() throws IOException {
    Path good = Files.writeString(dir.resolve("1.jsonl"), event(1, "some words") + "\nno page\n");
    Path dead =
        Files.write(
            dir.resolve("2.jsonl"),
            List.of("{\"url\":\"http://a.example/1\"}", "garbage 1", "garbage 2"));
    Path other = Files.writeString(dir.resolve("3.jsonl"), "garbage 3\n");
    Path empty = Files.writeString(dir.resolve("4.jsonl"), "");
    SieveResult result = sieve(List.of(good, dead, other, empty), new InFlight(9, 9_999));
    assertThat(result.deadLetters()).isEqualTo(5);
    assertThat(result.deadInputs().first())
        .containsExactly(
            dead
                + ": none of its 3 records is a page; of the first one, the event has no body, must"
                + " have 'html', 'text', 'bodyBase64' or 'bodyRef'; it has 'url': give each"
                + " event one, or --fields html=NAME (page.fields) if another field is meant",
            other
                + ": its only record is not a page: the value is not JSON: it begins with"
                + " 'garbage 3'",
            empty + ": there is no page in it");
    assertThat(result.reasons()).hasSize(2);
    assertThat(result.reasons().values()).containsExactly(4L, 1L);
  }

  @Test
  void shouldSetApartWhatIsNotJudged() throws IOException {
    String moved = "{\"url\":\"http://a.example/moved\",\"status\":301}";
    String image =
        "{\"url\":\"http://a.example/i\",\"contentType\":\"image/png\",\"bodyBase64\":\"AA==\"}";
    SieveResult result =
        sieve(List.of(moved, event(1, "some words"), image, moved, event(2, "more")), Map.of());
    assertThat(result.pages()).isEqualTo(5);
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.unjudged()).isEqualTo(3);
    assertThat(result.unjudgedBy()).containsOnly(Map.entry("status", 2L), Map.entry("type", 1L));
    assertThat(lines("unjudged.jsonl")).containsExactly(moved, image, moved);
    assertThat(verdicts()).hasSize(2);
  }

  @Test
  void shouldSieveAllThatCanBeReadWhenAFileIsBad() throws IOException {
    Path first = Files.writeString(dir.resolve("1.jsonl"), event(1, "some words") + "\n");
    Path bad = Files.write(dir.resolve("2.warc.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1});
    Path last = Files.writeString(dir.resolve("3.jsonl"), event(3, "other words") + "\n");
    SieveResult result = sieve(List.of(first, bad, last), new InFlight(9, 999));
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.deadLetters()).isEqualTo(1);
    assertThat(result.damages().count()).isEqualTo(1);
    assertThat(result.damages().first().get(0)).startsWith(bad + "#1: ").contains("byte 0");
    JsonNode letter = new ObjectMapper().readTree(lines("dead-letters.jsonl").get(0));
    assertThat(letter.path("origin").asText()).isEqualTo(bad + "#1");
    assertThat(letter.path("stage").asText()).isEqualTo("input");
    // Unreadable input has no offset.
    assertThat(verdicts().get(1).path("offset").asInt()).isEqualTo(1);
  }

  @Test
  void shouldSetAsideALineThatIsTooLarge() throws IOException {
    String large = event(2, "much too long ".repeat(1_000));
    SieveResult result =
        sieve(
            List.of(event(1, "some words"), large, event(3, "more")),
            Map.of("page.max.bytes", "2000"));
    assertThat(result.unique()).isEqualTo(2);
    assertThat(result.deadLetters()).isEqualTo(1);
    assertThat(lines("dead-letters.jsonl").get(0)).contains("page.max.bytes").contains("input");
  }

  @Test
  void shouldSieveNothing() throws IOException {
    SieveResult result = sieve(List.of(), Map.of());
    assertThat(result.pages()).isZero();
    assertThat(result.pagesPerSecond()).isZero();
    assertThat(dir.resolve("out/unique.jsonl")).isEmptyFile();
    assertThat(dir.resolve("out").toFile().list()).containsExactlyInAnyOrder(FILES);
  }

  /** Before the first page is written, a stopped run has nothing to leave. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5_000})
  void shouldLeaveNothingThatLooksWholeWhenStopped(long afterPages) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      lines.add(event(i, ("word" + i + " ").repeat(10)));
    }
    FileSieve sieve =
        new FileSieve(
            SieveConfig.of(Map.of()).sieve(),
            new SieveInputs(List.of(), List.of(group(write(lines)))));
    SieveFiles files = SieveFiles.in(dir.resolve("out"), false);
    Thread stopping = new Thread(sieve::close);
    assertThatThrownBy(
            () ->
                sieve.sieve(
                    files,
                    progress -> {
                      if (progress.routed() >= afterPages && !sieve.stopped()) {
                        stopping.start();
                        while (!sieve.stopped()) {
                          Thread.onSpinWait();
                        }
                      }
                    }))
        .isInstanceOf(SieveException.class)
        .hasMessage("stopped");
    sieve.close();
    String[] names = dir.resolve("out").toFile().list(); // a run without pages removes its folder
    List<String> left = names == null ? List.of() : List.of(names);
    assertThat(left).allMatch(name -> name.endsWith(".unfinished"));
    assertThat(left.isEmpty()).isEqualTo(files.left().isEmpty());
    if (afterPages > 0) {
      assertThat(files.left())
          .matches(
              "; [0-9,]+ pages are done. The same command with --resume, without --force, goes on");
      assertThat(files.stopped()).isEqualTo("stopped" + files.left());
    } else if (left.isEmpty()) {
      assertThat(files.stopped())
          .isEqualTo(
              "stopped before the first pages were read and sieved: nothing is written to %s, and"
                  + " what was there is as it was",
              dir.resolve("out"));
    }
  }

  @Test
  void shouldSayWhatIsWrongBeforeAnythingIsWritten() throws IOException {
    Path absent = dir.resolve("absent.jsonl");
    assertThatThrownBy(
            () ->
                new FileSieve(
                    SieveConfig.of(Map.of()).sieve(),
                    new SieveInputs(List.of(), List.of(group(absent)))))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(absent.toString());
    Path pages = write(List.of(event(1, "some words")));
    assertThatThrownBy(
            () ->
                new FileSieve(
                    SieveConfig.of(Map.of("page.format", "raw")).sieve(),
                    new SieveInputs(List.of(), List.of(group(pages)))))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("page.format");
  }

  @Test
  void shouldGoOnWhereAKilledRunHasLeftItsFiles() throws IOException {
    Path index = Files.createDirectories(dir.resolve("out/index.unfinished/lane-0/leaders"));
    Files.writeString(index.resolve("CURRENT"), "of a run that was killed");
    Files.writeString(dir.resolve("out/unique.jsonl.unfinished"), "half a li");
    String page = event(1, "some words");
    assertThat(sieve(List.of(page), Map.of()).unique()).isEqualTo(1);
    assertThat(lines("unique.jsonl")).containsExactly(page);
    assertThat(dir.resolve("out").toFile().list()).containsExactlyInAnyOrder(FILES);
  }

  @Test
  void shouldReplaceAnEarlierRunOnlyIfAsked() throws IOException {
    sieve(List.of(event(1, "some words")), Map.of());
    assertThatThrownBy(() -> SieveFiles.in(dir.resolve("out"), false))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("--force");
    SieveFiles.in(dir.resolve("out"), true).close();
    assertThat(lines("unique.jsonl")).hasSize(1);
  }

  @Test
  void shouldRemoveVerdictsThatAnEarlierBuildWrote() throws IOException {
    Path out = Files.createDirectories(dir.resolve("out"));
    Files.writeString(out.resolve("verdicts.csv"), "old");
    Files.writeString(out.resolve("notes.txt"), "of the user");
    try (SieveFiles files = SieveFiles.in(out, true)) {
      files.begin(1, new TreeMap<>());
      files.finish(new KnownPassages(), () -> {});
    }
    assertThat(out.toFile().list()).contains("notes.txt").doesNotContain("verdicts.csv");
  }

  /** A full disk: every write to /dev/full fails. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRemoveItsFilesFromAFullDiskAndSayOnlyThatItIsFull() throws IOException {
    Path out = Files.createDirectories(dir.resolve("out"));
    Files.createSymbolicLink(out.resolve("unique.jsonl.unfinished"), Path.of("/dev/full"));
    assertThatThrownBy(() -> sieve(List.of(event(1, "some words")), Map.of()))
        .isInstanceOf(SieveException.class)
        .hasMessage("the output cannot be written: No space left on device");
    assertThat(out).isEmptyDirectory();
  }

  private SieveResult sieve(List<String> lines, Map<String, String> settings) throws IOException {
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(settings).sieve(),
                new SieveInputs(List.of(), List.of(group(write(lines)))));
        SieveFiles files = SieveFiles.in(dir.resolve("out"), false)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  private SieveResult sieve(List<Path> inputs, InFlight inFlight) {
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(Map.of()).sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(inputs, null))),
                inFlight,
                3,
                InstantSource.system(),
                FileSieve.CHECKPOINT_EVERY);
        SieveFiles files = SieveFiles.in(dir.resolve("out"), false)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  private Path write(List<String> lines) throws IOException {
    return Files.write(dir.resolve("pages.jsonl"), lines);
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(dir.resolve("out").resolve(file));
  }

  private List<JsonNode> verdicts() throws IOException {
    List<JsonNode> verdicts = new ArrayList<>();
    for (String line : lines("verdicts.jsonl")) {
      verdicts.add(new ObjectMapper().readTree(line.getBytes(UTF_8)));
    }
    return verdicts;
  }

  private boolean isFirst(String line) {
    return url(line).endsWith("/0") || !line.contains("always the same");
  }

  private static String url(String line) {
    return line.replaceFirst(".*?\"url\": ?\"([^\"]*)\".*", "$1");
  }

  private static InputGroup group(Path path) {
    return new InputGroup(List.of(path), null);
  }

  private static String event(int name, String text) {
    return "{\"url\":\"http://a.example/" + name + "\",\"text\":\"" + text + "\"}";
  }
}
