package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Tries;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.files.table.RowColumns;
import dev.crawlsieve.files.table.RowJson;
import dev.crawlsieve.files.table.TableReader;
import dev.crawlsieve.files.table.TableWriter;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is interrupted again and again gives the files of one that is not. */
final class ResumeTest {

  private static final int PAGES = 400;
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final PageFormat LINES = PageFormat.JSONL;

  private static final Map<String, String> PASSAGES = Map.of("passages.pages", "2");

  @TempDir Path dir;

  static List<Integer> seeds() {
    return Tries.of(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldGiveTheSameFilesHoweverOftenItIsInterrupted(int seed) throws Exception {
    Map<String, String> settings =
        switch (seed) {
          case 2 -> Map.of("dedup.scope", "host", "lanes", "3");
          case 3, 6 -> Map.of("clusters.enabled", "true", "dedup.keep", "policy");
          case 4 -> Map.of("index.retention", "20s", "dedup.revisit", "readmit");
          case 5 -> Map.of();
          case 9 -> PASSAGES;
          default -> Map.of("overrides.file", overrides(seed).toString());
        };
    PageFormat format =
        switch (seed) {
          case 5, 6 -> PageFormat.WARC;
          case 7 -> PageFormat.WACZ;
          case 8 -> PageFormat.PARQUET;
          case 9 -> PageFormat.TEXT;
          default -> LINES;
        };
    Path corpus = write("corpus.jsonl", 77, 50);
    Path lines = write("crawl.jsonl", seed, PAGES);
    Path input = format == PageFormat.PARQUET ? table(lines) : lines;
    SieveInputs inputs =
        SieveInputs.of(
            List.of(new InputGroup(List.of(input), null)),
            seed == 2 ? List.of(corpus) : List.of(),
            SieveConfig.of(settings).sieve());
    SieveResult whole = sieve(SieveFiles.in(dir.resolve("whole"), false, format), inputs, settings);
    SplittableRandom random = new SplittableRandom(seed);
    SieveResult resumed = null;
    int interruptions = 0;
    Path out = dir.resolve("out");
    while (resumed == null) {
      SieveFiles files =
          interruptions == 0 ? SieveFiles.in(out, false, format) : SieveFiles.resume(out, format);
      long at = interruptions * 45L + random.nextInt(90);
      try {
        resumed = sieve(files, inputs, settings, at);
      } catch (SieveException e) {
        assertThat(e).hasMessageContaining("it is pulled out");
        if (Files.exists(out)) { // not before the first page
          assertThat(out.toFile().list()).allMatch(name -> name.endsWith(".unfinished"));
        }
        interruptions++;
      }
      if (resumed == null && random.nextBoolean() && Files.exists(Checkpoint.file(out))) {
        kill(out);
      }
    }
    assertThat(interruptions).isPositive();
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
    assertThat(resumed.notes()).isEqualTo(whole.notes());
    assertThat(whole.notes())
        .filteredOn(
            note ->
                !note.contains("passages")
                    && !note.contains("no text")
                    && !note.contains("without 'url' or 'id'")
                    && !note.contains("dedup.keep"))
        .allMatch(note -> note.contains("1 of 2 names applied to no page"))
        .hasSize(settings.containsKey("overrides.file") ? 1 : 0);
    if (seed == 9) {
      assertThat(out.resolve("passages.jsonl")).isNotEmptyFile();
    }
    assertThat(resumed).usingRecursiveComparison().ignoringFields("seconds").isEqualTo(whole);
  }

  /** One that applies to the first page alone, and one that applies to none. */
  private Path overrides(int seed) throws IOException {
    String first =
        new String(Files.readAllBytes(write("first.jsonl", seed, PAGES)), UTF_8)
            .lines()
            .map(line -> event(line).path("url").asText())
            .filter(url -> url.startsWith("http"))
            .findFirst()
            .orElseThrow();
    return Files.writeString(
        dir.resolve("overrides.jsonl"),
        "{\"keep\":{\"url\":\"%s\"}}\n{\"drop\":{\"host\":\"none.invalid\"}}".formatted(first));
  }

  /** What a killed run leaves besides: half lines after the checkpoint. */
  private static void kill(Path out) throws IOException {
    for (String name :
        List.of("verdicts.jsonl", "fingerprints.bin", "dead-letters.jsonl", "rows.bin")) {
      Path file = out.resolve(name + ".unfinished");
      if (!Files.exists(file)) {
        continue; // there are rows of tables only
      }
      Files.write(file, concat(Files.readAllBytes(file), "{\"half\": a li".getBytes(UTF_8)));
    }
    Files.createDirectories(out.resolve("index.unfinished/lane-0/leaders"));
  }

  @Test
  void shouldGoOnWhenItWasKilledWhileItGaveTheFinalNames() throws Exception {
    SieveInputs inputs =
        new SieveInputs(
            List.of(), List.of(new InputGroup(List.of(write("in.jsonl", 5, 60)), null)));
    SieveResult whole = sieve(SieveFiles.in(dir.resolve("whole"), false), inputs, Map.of());
    Path out = dir.resolve("out");
    assertThatThrownBy(() -> sieve(SieveFiles.in(out, false), inputs, Map.of(), 40))
        .isInstanceOf(SieveException.class);
    Files.copy(dir.resolve("whole/verdicts.jsonl"), out.resolve("verdicts.jsonl"));
    Files.delete(out.resolve("verdicts.jsonl.unfinished"));
    SieveResult resumed = sieve(SieveFiles.resume(out, LINES), inputs, Map.of());
    assertThat(resumed.unique()).isEqualTo(whole.unique());
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
  }

  /** The files of the run itself are no input, neither at its beginning nor when it goes on. */
  @Test
  void shouldGoOnInAFolderThatItReads() throws Exception {
    Path folder = Files.createDirectory(dir.resolve("crawl"));
    write("crawl/in.jsonl", 5, 60);
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(folder), null)));
    sieve(SieveFiles.in(dir.resolve("whole"), false), inputs, Map.of());
    Path out = folder.resolve("out");
    SieveInputs others = inputs.without(out);
    assertThatThrownBy(() -> sieve(SieveFiles.in(out, false), others, Map.of(), 40))
        .isInstanceOf(SieveException.class);
    SieveResult resumed = sieve(SieveFiles.resume(out, LINES), others, Map.of());
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
    assertThat(resumed.skipped()).isEmpty();
    sieve(SieveFiles.in(out, true), others, Map.of());
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
  }

  @Test
  void shouldPackTheArchivesAgainWhenThatFailed() throws Exception {
    SieveInputs inputs =
        new SieveInputs(
            List.of(), List.of(new InputGroup(List.of(write("in.jsonl", 7, 60)), null)));
    sieve(SieveFiles.in(dir.resolve("whole"), false, PageFormat.WACZ), inputs, Map.of());
    Path out = dir.resolve("out");
    Path inItsPlace = out.resolve("pages.wacz.unfinished");
    try (SieveFiles files = SieveFiles.in(out, false, PageFormat.WACZ)) {
      Files.createDirectory(inItsPlace);
      assertThatThrownBy(() -> sieve(files, inputs, Map.of(), 99))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("pages.wacz");
    }
    Files.delete(inItsPlace);
    Files.writeString(out.resolve("pages.wacz"), "packed, but the run was killed before it ended");
    sieve(SieveFiles.resume(out, PageFormat.WACZ), inputs, Map.of());
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
  }

  @Test
  void shouldWriteRowsAsTheyWereRead() throws Exception {
    Path input = table(write("in.jsonl", 5, 200));
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    Path out = dir.resolve("out");
    sieve(SieveFiles.in(out, false, PageFormat.PARQUET), inputs, Map.of());
    List<String> read = new ArrayList<>();
    for (String name : List.of("unique", "duplicate", "unjudged")) {
      Path file = out.resolve(name + "-00000.parquet");
      if (Files.exists(file)) {
        read.addAll(rows(file));
      }
    }
    assertThat(out.resolve("duplicate-00000.parquet")).exists();
    int dead = Files.readAllLines(out.resolve("dead-letters.jsonl")).size();
    assertThat(rows(input)).hasSize(read.size() + dead).containsAll(read);
    assertThat(rows(out.resolve("verdicts.parquet")))
        .hasSameSizeAs(Files.readAllLines(out.resolve("verdicts.jsonl")));
    assertThat(rows(out.resolve("verdicts.parquet")))
        .allMatch(row -> row.matches("\\{\"url\":\"http.*\"laneOffset\":[0-9]+}"));
    // which are no pages, though they have URLs
    try (PageInputs verdicts = PageInputs.open(List.of(out.resolve("verdicts.parquet")), 1 << 20)) {
      assertThatThrownBy(verdicts::next).hasMessageContaining("holds verdicts of crawlsieve");
    }
    try (PageInputs kept = PageInputs.open(List.of(out.resolve("unique-00000.parquet")), 1 << 20)) {
      assertThat(kept.next()).isNotNull();
    }
  }

  @Test
  void shouldRefuseToWriteTablesOfOtherInputs() throws Exception {
    SieveInputs inputs =
        new SieveInputs(
            List.of(), List.of(new InputGroup(List.of(write("in.jsonl", 5, 20)), null)));
    assertThatThrownBy(
            () ->
                sieve(
                    SieveFiles.in(dir.resolve("out"), false, PageFormat.PARQUET), inputs, Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("in.jsonl:1 is none");
  }

  /** Files that are a page each, whose names say of no row. */
  @ParameterizedTest
  @ValueSource(strings = {"page.html", "site", "12:30.html", "page.warc", "site.zip"})
  void shouldRefuseToWriteTablesOfWhatHasNoRows(String name) throws Exception {
    Path input = dir.resolve(name);
    byte[] page = "<title>A page</title><p>that is no row of a table".getBytes(UTF_8);
    String none = input.toString();
    switch (name) {
      case "site" -> {
        none = input.resolve("a.html").toString();
        Files.write(Files.createDirectory(input).resolve("a.html"), page);
      }
      case "site.zip" -> {
        none = input + "!/a.html";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(input))) {
          zip.putNextEntry(new ZipEntry("a.html"));
          zip.write(page);
        }
      }
      case "page.warc" -> {
        none = input + "#1";
        String record =
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\n"
                + "Content-Type: text/html\r\nContent-Length: "
                + page.length
                + "\r\n\r\n";
        Files.write(
            input, concat(concat(record.getBytes(UTF_8), page), "\r\n\r\n".getBytes(UTF_8)));
      }
      default -> Files.write(input, page);
    }
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    SieveFiles files = SieveFiles.in(dir.resolve("out"), false, PageFormat.PARQUET);
    assertThatThrownBy(() -> sieve(files, inputs, Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "--format parquet writes the rows of Parquet files, and " + none + " is none");
  }

  private static List<String> rows(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file, n -> {})) {
      RowJson json = new RowJson(table.schema(), new RowColumns(List.of(), Set.of()));
      for (Group row = table.next(); row != null; row = table.next()) {
        rows.add(new String(json.of(row, 1 << 20), UTF_8));
      }
    }
    return rows;
  }

  /** A supervisor gives --resume each time, whenever the process was killed. */
  @Test
  void shouldBeginAgainIfNothingWasKept() throws Exception {
    Path input = write("in.jsonl", 5, 60);
    Path out = dir.resolve("out");
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    Files.createDirectories(out);
    Files.writeString(out.resolve("fingerprints.bin.unfinished"), "killed");
    Files.writeString(out.resolve("unique.jsonl.unfinished"), "killed");
    try (SieveFiles again = SieveFiles.resume(out, LINES)) {
      assertThat(again.resumes()).isFalse();
    }
    assertThat(out).isEmptyDirectory();
    Path other = Files.writeString(out.resolve("other"), "kept");
    assertThatThrownBy(() -> SieveFiles.resume(out, LINES))
        .hasMessage("there is no interrupted run in " + out + " to resume, and it is not empty");
    Files.delete(other);
    Files.delete(out); // killed before it was made
    assertThat(sieve(SieveFiles.resume(out, LINES), inputs, Map.of()).pages()).isEqualTo(60);
  }

  @Test
  void shouldKeepAFolderToOneRunAtATime() throws Exception {
    Path input = write("in.jsonl", 5, 60);
    Path out = dir.resolve("out");
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    assertThatThrownBy(() -> sieve(SieveFiles.in(out, false), inputs, Map.of(), 40))
        .hasMessageContaining("pulled out");
    try (SieveFiles first = SieveFiles.resume(out, LINES)) {
      assertThat(first.earlier()).isNotNull();
      assertThatThrownBy(() -> SieveFiles.resume(out, LINES))
          .hasMessageStartingWith("another 'sieve' is at work in " + out);
      assertThatThrownBy(() -> SieveFiles.in(out, true)).hasMessageContaining("is at work");
    }
    assertThat(sieve(SieveFiles.resume(out, LINES), inputs, Map.of()).pages()).isEqualTo(60);
    assertThat(out.resolve("lock.unfinished")).doesNotExist();
    assertThatThrownBy(() -> SieveFiles.resume(out, LINES))
        .hasMessage(
            out
                + " holds a finished run: there is nothing to resume."
                + " --force in place of --resume replaces it");
  }

  /** Until a forced run is complete, what it replaces stays, but is not taken for its own. */
  @Test
  void shouldReplaceAnEarlierRunAsAWhole() throws Exception {
    Path input = write("in.jsonl", 5, 60);
    Path out = dir.resolve("out");
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    SieveResult first = sieve(SieveFiles.in(out, false), inputs, Map.of());
    Path verdicts = new SieveFolder(out).verdicts();
    byte[] earlier = Files.readAllBytes(verdicts);
    assertThat(SieveFolder.existing(verdicts)).isEqualTo(verdicts);
    Map<String, String> settings = Map.of("text", "visible");
    SieveFiles forced = SieveFiles.in(out, true);
    assertThatThrownBy(() -> sieve(forced, inputs, settings, 40))
        .hasMessageContaining("pulled out");
    assertThat(forced.left())
        .contains("The same command with --resume, without --force, goes on")
        .endsWith("to keep what was there before, delete " + out.resolve("*.unfinished"));
    assertThat(Files.readAllBytes(verdicts)).isEqualTo(earlier);
    assertThatThrownBy(() -> SieveFolder.existing(verdicts))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("verdicts.jsonl is there from the run before it");
    assertThatThrownBy(() -> SieveFiles.in(out, false))
        .hasMessageContaining("holds an interrupted run")
        .hasMessageContaining("--resume goes on with it");
    assertThat(sieve(SieveFiles.resume(out, LINES), inputs, settings).pages())
        .isEqualTo(first.pages());
    assertThat(SieveFolder.existing(verdicts)).isEqualTo(verdicts);
    sieve(SieveFiles.in(dir.resolve("whole"), false), inputs, settings);
    assertThat(contents(out)).isEqualTo(contents(dir.resolve("whole")));
    assertThatThrownBy(() -> SieveFiles.in(out, false)).hasMessageContaining("is not empty");
  }

  @Test
  void shouldCountOnePageAsOne() throws Exception {
    Path out = dir.resolve("out");
    Path input = write("in.jsonl", 5, 60);
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    Files.createDirectories(out);
    new Checkpoint(inputs.identity(), new TreeMap<>(), 1, "", new Tally(), 1, new TreeMap<>())
        .write(out);
    assertThatThrownBy(() -> SieveFiles.in(out, false)).hasMessageContaining("with 1 page done:");
  }

  @Test
  void shouldRefuseOtherInputsAndSettingsAndLoseNothing() throws Exception {
    Path input = write("in.jsonl", 5, 60);
    Path out = dir.resolve("out");
    SieveInputs inputs = new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null)));
    assertThatThrownBy(() -> sieve(SieveFiles.in(out, false), inputs, Map.of(), 40))
        .isInstanceOf(SieveException.class);
    long pages = Checkpoint.read(out).pages();
    assertThat(pages).isPositive();
    assertThatThrownBy(() -> SieveFiles.in(out, false))
        .hasMessageContaining("--resume")
        .hasMessageContaining("--force");
    assertThatThrownBy(
            () -> sieve(SieveFiles.resume(out, LINES), inputs, Map.of("detector", "simhash")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("detector was combined, now simhash");
    assertThatThrownBy(() -> sieve(SieveFiles.resume(out, PageFormat.WARC), inputs, Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("--format was jsonl, now warc");
    Path copy = Files.copy(input, dir.resolve("copy.jsonl"));
    SieveInputs others = new SieveInputs(List.of(), List.of(new InputGroup(List.of(copy), null)));
    assertThatThrownBy(() -> sieve(SieveFiles.resume(out, LINES), others, Map.of()))
        .hasMessageContaining("not what is given now");
    byte[] before = Files.readAllBytes(input);
    Files.write(input, concat(before, "{}\n".getBytes(UTF_8)));
    assertThatThrownBy(() -> sieve(SieveFiles.resume(out, LINES), inputs, Map.of()))
        .hasMessageContaining("has changed");
    Files.write(input, before);
    Path verdicts = out.resolve("verdicts.jsonl.unfinished");
    byte[] kept = Files.readAllBytes(verdicts);
    Files.write(verdicts, new byte[1]);
    assertThatThrownBy(() -> SieveFiles.resume(out, LINES)).hasMessageContaining("shorter");
    Files.write(verdicts, kept);
    assertThat(Checkpoint.read(out).pages()).isEqualTo(pages);
    assertThat(sieve(SieveFiles.resume(out, LINES), inputs, Map.of()).pages()).isEqualTo(60);
  }

  private Path write(String name, int seed, int pages) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] line : new RandomCrawl(seed).lines(pages)) {
      lines.write(line);
      lines.write('\n');
    }
    return Files.write(dir.resolve(name), lines.toByteArray());
  }

  private static JsonNode event(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance(); // a row without a page
    }
  }

  /** The same pages as rows. */
  private Path table(Path lines) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message page { optional binary url (STRING); optional binary html (STRING);"
                + " optional binary text (STRING); required int64 line; }");
    Path file = dir.resolve("crawl.parquet");
    try (TableWriter table = new TableWriter(Files.newOutputStream(file), schema, Map.of())) {
      long number = 0;
      for (String line : new String(Files.readAllBytes(lines), UTF_8).split("\n")) {
        JsonNode event = event(line);
        Group row = new SimpleGroup(schema);
        for (String field : List.of("url", "html", "text")) {
          if (event.path(field).isTextual()) {
            row.add(field, event.path(field).textValue());
          }
        }
        row.add("line", number++);
        table.add(row);
      }
    }
    return file;
  }

  private static SieveResult sieve(
      SieveFiles files, SieveInputs inputs, Map<String, String> settings) {
    return sieve(files, inputs, settings, Long.MAX_VALUE);
  }

  /**
   * @param end number of the page at which the run ends in a failure
   */
  private static SieveResult sieve(
      SieveFiles files, SieveInputs inputs, Map<String, String> settings, long end) {
    long[] next = {0};
    InstantSource clock =
        () -> {
          if (next[0] == end) {
            throw new SieveException("it is pulled out");
          }
          return Instant.ofEpochMilli(START + 1_000 * next[0]++);
        };
    Duration every = Duration.ofNanos(end % 3); // at every page, or nearly
    SieveConfig config = SieveConfig.of(settings);
    try (files;
        FileSieve sieve =
            new FileSieve(
                settings == PASSAGES
                    ? config.sieve().withPassages(PassagesConfig.of(config))
                    : config.sieve(),
                inputs,
                new InFlight(5, 100_000),
                2,
                clock,
                every)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  /** The files by name; archives without what is made up for each of them. */
  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new LinkedHashMap<>();
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(folder)) {
      found.sorted().forEach(files::add);
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(".wacz")) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
          for (ZipEntry entry : Collections.list(zip.entries())) {
            if (entry.getName().matches("archive/.*|pages/.*")) {
              contents.put(
                  entry.getName(), text(entry.getName(), zip.getInputStream(entry).readAllBytes()));
            }
          }
        }
      } else {
        contents.put(name, text(name, Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private static String text(String name, byte[] bytes) throws IOException {
    if (!name.endsWith(".gz")) {
      return new String(bytes, ISO_8859_1);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), ISO_8859_1)
          .replaceAll("urn:uuid:[0-9a-f-]{36}", "ID")
          .replaceFirst("WARC-Date: .*", "");
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }
}
