package dev.crawlsieve.tool.cli;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.sieve.PageFormat;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.files.table.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a newcomer gives in place of pages, and what they are told. */
class InputMessagesTest {

  private static final String URLS = "https://a.example/1\n\n# more\nHTTP://b.example/2?x=y z\n";

  @TempDir Path dir;

  private CommandRun sieve(Object... inputs) {
    Object[] command = Arrays.copyOf(new Object[] {"sieve"}, inputs.length + 4);
    System.arraycopy(inputs, 0, command, 1, inputs.length);
    command[inputs.length + 1] = "--force";
    command[inputs.length + 2] = "--out";
    command[inputs.length + 3] = dir.resolve("out");
    return CommandRun.of(command);
  }

  /** A page copies one that says more, but not the other way around. */
  @Test
  void shouldReadWhatASieveKeptBeforeItsCopies() throws IOException {
    String words = IntStream.range(0, 99).mapToObj(i -> "word" + i).collect(joining(" "));
    String more = "<aside>" + "some words beside it that are only here ".repeat(4) + "</aside>";
    String line =
        "{\"url\":\"http://a.example/%s\",\"html\":\"<title>The long title of one item that"
            + " stands at two addresses</title><main>%s</main>%s\"}\n";
    Path crawl =
        Files.writeString(
            dir.resolve("crawl.jsonl"),
            line.formatted("item", words, more) + line.formatted("theme", words, ""));
    Path first = dir.resolve("first");
    assertThat(CommandRun.of("sieve", crawl, "--out", first).out())
        .containsPattern("duplicate +1 ");
    assertThat(CommandRun.of("sieve", first, "--out", dir.resolve("second")).out())
        .containsPattern("duplicate +1 ");
  }

  /** Each run would otherwise read what the one before it has written. */
  @Test
  void shouldNotReadTheFolderThatItWritesTo() throws IOException {
    Path site = Files.createDirectories(dir.resolve("site/sub")).getParent();
    Files.writeString(site.resolve("a.html"), "<title>A</title><p>Some words");
    Files.writeString(site.resolve("sub/b.html"), "<title>B</title><p>Some other words");
    Path out = site.resolve("sub/sieved");
    Path linked = Files.createSymbolicLink(dir.resolve("linked"), site);
    for (Path input : List.of(site, site, linked)) {
      CommandRun run = CommandRun.of("sieve", input, "--out", out, "--force");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).containsPattern("pages in +2 ");
      assertThat(run.out() + run.err())
          .containsOnlyOnce("the folder " + out + " (--out) lies inside the input; it is not read")
          .doesNotContain("skipped", ".unfinished");
    }
    CommandRun against =
        CommandRun.of("sieve", site.resolve("a.html"), "--against", site, "--out", out, "--force");
    assertThat(against.err()).contains(out + " (--out) lies inside the input; it is not read");
    assertThat(new SieveFolder(out).verdicts()).content().hasLineCount(3);
    CommandRun beside = CommandRun.of("sieve", site, "--out", dir.resolve("site2"));
    assertThat(beside.err()).doesNotContain("(--out)");
    assertThat(beside.out()).doesNotContainPattern("pages in +2 ");
    CommandRun named = CommandRun.of("sieve", site.resolve("a.html"), out, "--out", out, "--force");
    assertThat(named.err())
        .contains("the folder " + out + " (--out) is an input, too: what this run leaves there,");
    Files.delete(site.resolve("a.html"));
    Files.delete(site.resolve("sub/b.html"));
    assertThat(CommandRun.of("sieve", site, "--out", out, "--force").err())
        .contains("holds no pages", out + " (--out) lies inside the input; it is not read");
  }

  @Test
  void shouldSayThatATextLooksLikeAListOfUrls() throws IOException {
    Path list = Files.writeString(dir.resolve("urls.txt"), URLS.replace(" z", ""));
    CommandRun run = sieve(list);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains(list + " looks like a list of URLs", "--warc-file");
    assertThat(CommandRun.of("extract", list).err()).contains("looks like a list of URLs");
    Path folder = Files.createDirectory(dir.resolve("folder"));
    Files.copy(list, folder.resolve("urls.txt"));
    assertThat(sieve(folder).err()).contains("urls.txt looks like a list of URLs");
    Path prose = Files.writeString(dir.resolve("prose.txt"), URLS);
    assertThat(sieve(prose).err()).doesNotContain("list of URLs");
    Path noEnding = Files.copy(list, dir.resolve("urls"));
    assertThat(sieve(noEnding).err()).contains("looks like a list of URLs");
  }

  @Test
  void shouldSayThatNoPageWasJudged() throws IOException {
    Path image = dir.resolve("image.html");
    Files.write(image, bytes("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0"));
    CommandRun run = sieve(image);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("no page was judged: " + dir.resolve("out/unjudged.jsonl"))
        .contains("explain URL --from " + dir.resolve("out"));
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words");
    assertThat(sieve(image, page).err()).doesNotContain("no page was judged");
  }

  @Test
  void shouldSayThatAPageIsEmpty() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("folder"));
    for (Path empty : List.of(dir.resolve("empty.html"), folder.resolve("nothing.txt"))) {
      Files.createFile(empty);
      CommandRun run = sieve(empty.equals(dir.resolve("empty.html")) ? empty : folder);
      assertThat(run.exitCode()).isZero();
      assertThat(run.err()).contains(empty + " is empty: nothing can be compared, so it is kept");
    }
  }

  @Test
  void shouldSayHowManyPagesHaveNoText() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("folder"));
    Files.writeString(folder.resolve("page.html"), "<p>Some words");
    assertThat(sieve(folder).err()).doesNotContain("no text");
    Files.writeString(folder.resolve("a.html"), "<html><body><script>draw()</script></body>");
    assertThat(sieve(folder).err())
        .contains("1 page has no text to compare, so it is kept: http://localhost/folder/a.html");
    Files.writeString(folder.resolve("b.html"), "<html><body><img src=a.png></body>");
    CommandRun run = sieve(folder);
    assertThat(run.err())
        .contains("2 pages have no text to compare, so they are kept; the first is");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void shouldSayWhyPagesAreNotJudged() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"http://a.example/1","html":"<meta http-equiv=refresh content='0;url=/2'><p>Go"}
            {"url":"http://a.example/2","html":"<p>Gone","status":404}
            """);
    assertThat(sieve(pages).out())
        .contains("  only redirect", "  accept.status")
        .contains("which pages are not judged: unjudged.jsonl there; why: crawlsieve explain URL");
    assertThat(sieve(pages, "--format", "warc").out())
        .containsSubsequence(
            "unjudged", "  only redirect", "  accept.status", "dead letters", "which pages are not")
        .contains("-*.warc.gz there; why: the lines under 'unjudged' in the table above");
  }

  /** Every file that is named is there, in each form of pages. */
  @ParameterizedTest
  @EnumSource
  void shouldNameTheFilesThatThereAre(PageFormat format) throws IOException {
    Path pages = format == PageFormat.PARQUET ? table() : lines();
    Object[] command = {
      pages,
      "--format",
      format.name().toLowerCase(Locale.ROOT),
      "--passages",
      "--set",
      "clusters.enabled=true",
      "--set",
      "clusters.policy=newest",
      "--set",
      "dedup.keep=policy"
    };
    CommandRun run = sieve(command);
    assertThat(run.exitCode()).as(run.err()).isZero();
    Path out = dir.resolve("out");
    assertThat(run.err()).contains("is a copy that dedup.keep prefers");
    assertThat(run.out()).contains("which pages are not judged: ");
    CommandRun absent = CommandRun.of("explain", "https://a.example/4", "--from", out);
    String told = run.out() + run.err() + absent.out() + absent.err();
    SieveFolder files = new SieveFolder(out);
    String endings =
        Stream.of(PageFormat.values())
            .map(each -> files.name(files.unique(), each))
            .map(name -> Pattern.quote(name.substring(name.indexOf('.'))))
            .collect(joining("|"));
    List<String> named =
        Pattern.compile("[a-z-]+(-\\*)?(" + endings + ")")
            .matcher(told.replace(pages.toString(), ""))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(named).hasSizeGreaterThan(2);
    for (String name : named) {
      assertThat(out.resolve(name.replace("*", "00000"))).as(told).exists();
    }
    if (told.contains("why: crawlsieve explain URL --from " + out + "\nwhat each")) {
      assertThat(absent.out()).contains("was not judged, because");
    } else {
      assertThat(absent.err()).contains("; pages not judged are in ", ", which is not searched");
    }
  }

  private static final List<List<Object>> PAGES =
      List.of(
          List.of("https://a.example/1", 200, "2026-01-30", "Some words on a page"),
          List.of("https://a.example/2", 200, "2026-01-31", "Some words on a page"),
          List.of("https://a.example/3", 200, "2026-01-30", "Some words on a page"),
          List.of("https://a.example/4", 404, "2026-01-31", "Gone"));

  private Path lines() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (List<Object> page : PAGES) {
      lines.append(
          "{\"url\":\"%s\",\"status\":%s,\"fetchTime\":\"%s\",\"text\":\"%s\"}\n"
              .formatted(page.toArray()));
    }
    return Files.writeString(dir.resolve("pages.jsonl"), lines);
  }

  private Path table() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message page { required binary url (STRING); required int32 status;"
                + " required binary fetchTime (STRING); required binary text (STRING); }");
    Path file = dir.resolve("pages.parquet");
    try (TableWriter table = new TableWriter(Files.newOutputStream(file), schema, Map.of())) {
      for (List<Object> page : PAGES) {
        Group row = new SimpleGroup(schema);
        row.add("url", (String) page.get(0));
        row.add("status", (int) page.get(1));
        row.add("fetchTime", (String) page.get(2));
        row.add("text", (String) page.get(3));
        table.add(row);
      }
    }
    return file;
  }

  @Test
  void shouldRefuseTablesOfOtherInputsAsWrongUsageAndLeaveNothing() throws IOException {
    Path out = dir.resolve("new/out");
    CommandRun run = CommandRun.of("sieve", lines(), "--out", out, "--format", "parquet");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--format parquet writes the rows of Parquet files");
    assertThat(dir.resolve("new")).doesNotExist();
    Path own = Files.createDirectories(dir.resolve("own"));
    assertThat(CommandRun.of("sieve", lines(), "--out", own, "--format", "parquet").exitCode())
        .isEqualTo(2);
    assertThat(own).isEmptyDirectory();
  }

  /** Lines that are no pages do not fail a sieve, but are not passed over in silence. */
  @Test
  void shouldSayWhereLinesAreThatAreNoPages() throws IOException {
    String page = "{\"url\":\"http://a.example/1\",\"html\":\"<p>Words\"}\n";
    CommandRun run = sieve(Files.writeString(dir.resolve("bad.jsonl"), page + "{}\n{\n"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("2 records are no pages: they are dead letters, see ")
        .contains("dead-letters.jsonl");
  }

  /** What cannot be read at all, or is no page, is found by its file, and by its place in it. */
  @Test
  void shouldExplainADeadLetterByItsPlace() throws IOException {
    String page = "{\"url\":\"http://a.example/1\",\"html\":\"<p>Words\"}\n";
    Path lines = Files.writeString(dir.resolve("bad.jsonl"), page + "{}\n{\n");
    Path jar = Files.write(dir.resolve("bad.jar"), bytes("PK\003\004garbage"));
    assertThat(sieve(lines, jar).exitCode()).isEqualTo(1);
    Path out = dir.resolve("out");
    assertThat(CommandRun.of("explain", jar, "--from", out).out())
        .startsWith(jar + "\n  is a dead letter of stage input: " + jar + " cannot be read further")
        .doesNotContain("null");
    String second =
        "http://localhost/bad.jsonl/2\n  is a dead letter of stage fingerprint: the event has no body";
    assertThat(CommandRun.of("explain", lines + ":2", "--from", out).out()).startsWith(second);
    Path here = lines.resolveSibling("none/../bad.jsonl");
    assertThat(CommandRun.of("explain", here, "--from", out).out())
        .startsWith(second)
        .contains(lines + ":3\n  is a dead letter of stage fingerprint: the value is not JSON");
    assertThat(CommandRun.of("explain", dir.resolve("other.jar"), "--from", out).err())
        .contains("there is no verdict on ");
  }

  /** Overrides have one name in every command. */
  @Test
  void shouldTryOverridesUnderTheNameOfTheirSetting() throws IOException {
    Path page =
        Files.writeString(
            dir.resolve("pages.jsonl"), "{\"url\":\"http://a.example/1\",\"html\":\"<p>Words\"}");
    Path overrides =
        Files.writeString(dir.resolve("o.jsonl"), "{\"drop\":{\"host\":\"a.example\"}}");
    assertThat(sieve(page).exitCode()).isZero();
    String out = dir.resolve("out").toString();
    CommandRun tried =
        CommandRun.of("replay", "--from", out, "--try", "overrides.file=" + overrides);
    assertThat(tried.exitCode()).isZero();
    assertThat(tried.err()).contains("all rows are decided with overrides.file=" + overrides);
    assertThat(tried.out())
        .containsPattern("≥ 0.65 +1  100.0 %  +0 +0 +1 +0 +0")
        .containsOnlyOnce("≥ 0.65 ");
    assertThat(tried.out())
        .isNotEqualTo(CommandRun.of("replay", "--from", out, "--try", "overrides.file=none").out());
    assertThat(tried.out()).doesNotContain("applied to no page");
    Files.writeString(
        overrides, "{\"drop\":{\"host\":\"a.example\"}}\n{\"drop\":{\"host\":\"b.example\"}}");
    assertThat(CommandRun.of("replay", "--from", out, "--try", "overrides.file=" + overrides).out())
        .contains("overrides.file: 1 of 2 names applied to no page: line 2: drop host b.example");
    CommandRun twice =
        CommandRun.of(
            "replay",
            "--from",
            out,
            "--try",
            "overrides.file=none",
            "--try",
            "overrides.file=none");
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err()).contains("--try overrides.file is given twice");
  }

  /** No broker is needed to tell. */
  @ParameterizedTest
  @CsvSource({
    "--host, https://a.example/, 'must be a host, such as shop.example'",
    "--prefix, a.example/ann/, 'http'",
    "--prefix, https://a.example/ann?id=, 'must end before the query'",
  })
  void shouldSayWhatCanBeForgotten(String option, String value, String message) {
    CommandRun run = CommandRun.of("forget", option, value, "--set", "bootstrap.servers=[::1]:9");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'" + value + "'", message);
  }

  /** What a site shows, and its passages, would be learned from all of them together. */
  @Test
  void shouldSayOnceThatSeveralFoldersAreOneSite() throws IOException {
    Path one = Files.createDirectory(dir.resolve("one"));
    Path two = Files.createDirectory(dir.resolve("two"));
    for (Path folder : List.of(one, two)) {
      Files.writeString(folder.resolve("a.html"), "<p>Some words on a page");
      Files.writeString(folder.resolve("b.html"), "<p>Other words on a page");
    }
    Path jar = dir.resolve("three.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("about.html"));
      zip.write(bytes("<p>Some words on a page"));
    }
    String hint = "are read as one site, http://localhost/";
    assertThat(sieve(one, two, jar).err()).containsOnlyOnce(hint).contains("--base-url");
    assertThat(sieve(one, jar).err()).containsOnlyOnce(hint);
    assertThat(sieve(one, two, "--base-url", "https://a.example/").err()).doesNotContain(hint);
    assertThat(sieve(dir.resolve("one"), one.resolve("a.html")).err()).doesNotContain(hint);
  }

  /** A folder that holds several sites is like several folders; a site has a page of its own. */
  @Test
  void shouldSayThatTheFoldersInAFolderAreOneSite() throws IOException {
    Path all = Files.createDirectory(dir.resolve("all"));
    for (String name : List.of("one", "two")) {
      Path site = Files.createDirectory(all.resolve(name));
      Files.writeString(site.resolve("index.html"), "<p>Some words on the page " + name);
    }
    String hint = "are read as one site, http://localhost/";
    assertThat(sieve(all).err()).containsOnlyOnce(hint);
    assertThat(sieve(all, "--base-url", "https://a.example/").err()).doesNotContain(hint);
    Files.writeString(all.resolve("index.html"), "<p>The front page of a site");
    assertThat(sieve(all).err()).doesNotContain(hint);
  }

  @Test
  void shouldSayThatItIsNoParquet() throws IOException {
    Path garbage = Files.write(dir.resolve("garbage.parquet"), bytes("\u0001\u0002\u0003"));
    CommandRun run = sieve(garbage);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(garbage + " is called Parquet, but does not begin as Parquet files do")
        .doesNotContain("must be");
    for (String name : List.of("empty.parquet", "empty")) {
      Path empty = Files.createFile(dir.resolve(name));
      assertThat(sieve(empty).err()).contains(empty + " is empty: there is no page in it");
    }
  }

  @Test
  void shouldSayThatAFolderOfPagesIsNotOneOfResults() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("folder"));
    Files.writeString(folder.resolve("page.html"), "<p>Some words");
    Map<String, Object[]> commands =
        Map.of(
            "verdicts.jsonl", new Object[] {"explain", "http://a.example/", "--from", folder},
            "fingerprints.bin", new Object[] {"replay", "--from", folder});
    commands.forEach(
        (name, command) -> {
          CommandRun run = CommandRun.of(command);
          assertThat(run.exitCode()).isEqualTo(2);
          assertThat(run.err())
              .contains(folder + " is no folder that 'crawlsieve sieve' has written: there is no ")
              .contains(name + " in it. If it holds pages, 'crawlsieve sieve " + folder);
        });
  }

  /** Every command that reads files says that a URL is not one. */
  @Test
  void shouldSayThatAUrlIsNotFetched() {
    for (String command : List.of("extract", "fingerprint")) {
      CommandRun run = CommandRun.of(command, "https://a.example/1?x=y");
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .contains("https://a.example/1?x=y is a URL, and crawlsieve fetches no pages");
    }
    assertThat(sieve("http://a.example/").err())
        .contains("http://a.example is a URL, and crawlsieve fetches no pages: name a file");
    assertThat(sieve("s3://bucket/a.warc.gz").err())
        .contains("s3://bucket/a.warc.gz is a URL, and crawlsieve fetches no pages");
  }

  @Test
  void shouldGoOnOrBeginAgainButNotBothAtOnce() throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words");
    CommandRun both = sieve(page, "--resume");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--resume goes on", "--force begins again", "one of them");
    assertThat(dir.resolve("out")).doesNotExist();
    sieve(page);
    CommandRun finished = CommandRun.of("sieve", page, "--resume", "--out", dir.resolve("out"));
    assertThat(finished.exitCode()).isEqualTo(1);
    assertThat(finished.err()).contains("holds a finished run", "--force in place of --resume");
    // one that replaces it was killed before its first page was kept
    Files.createFile(dir.resolve("out/fingerprints.bin.unfinished"));
    CommandRun resumed = CommandRun.of("sieve", page, "--resume", "--out", dir.resolve("out"));
    assertThat(resumed.exitCode()).isZero();
    assertThat(resumed.err()).contains("nothing is done yet in " + dir.resolve("out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://a.example/1", "\"http://a.example/1\"", "HTTPS://A.EXAMPLE"})
  void shouldSayThatALineIsAUrlAlone(String line) throws IOException {
    Path list = Files.writeString(dir.resolve("urls.jsonl"), line + "\n" + line + "\n");
    CommandRun run = sieve(list);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            list
                + ": none of its 2 records is a page; of the first one, the value is a URL alone,"
                + " must be a page event: crawlsieve fetches no pages")
        .contains("dead-letters.jsonl; to try again into ", ", add --force");
  }

  @Test
  void shouldSayWhichFieldsAnEventHas() throws IOException {
    Path rows =
        Files.writeString(
            dir.resolve("rows.jsonl"),
            "{\"link\":\"http://a.example/\",\"meta\":{\"url\":1},\"%s\":[2],\"content\":\"x\"}"
                .formatted("n".repeat(99)));
    CommandRun run = sieve(rows);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("'bodyBase64' or 'bodyRef'; it has 'link', 'meta', 'nnnn")
        .contains("…', 'content': give each event one, or --fields")
        .doesNotContain("key")
        .doesNotContain("n".repeat(30));
    assertThat(sieve(rows, "--fields", "url=link,text=content").exitCode()).isZero();
  }

  /** For pipelines, which do not read what is printed. */
  @ParameterizedTest
  @CsvSource({
    "0, 3",
    "1, 3",
    "2, 0",
    "9999999, 0",
    "49.9%, 3",
    "50%, 0",
    "50 %, 0",
    "100%, 0",
    "0%, 3",
  })
  void shouldEndWithItsOwnExitCodeIfThereAreTooManyDeadLetters(String most, int exitCode)
      throws IOException {
    String page = "{\"url\":\"http://a.example/%s\",\"html\":\"<p>Words\"}\n";
    Path lines =
        Files.writeString(
            dir.resolve("some.jsonl"),
            page.formatted(1) + page.formatted(2) + "{\n{\"u\":\"1\",\"Inhalt\":\"2\"}\n");
    CommandRun run = sieve(lines, "--max-dead-letters", most);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(
            run.err().contains("2 of 4 records became dead letters, more than --max-dead-letters "))
        .isEqualTo(exitCode == 3);
    assertThat(run.out()).contains("it has 'u', 'Inhalt'").containsPattern("dead letters +2 ");
    assertThat(new SieveFolder(dir.resolve("out")).verdicts()).content().hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "101%", "%", "few", "1e3", ""})
  void shouldRefuseOtherLimitsOfDeadLetters(String most) throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Words");
    CommandRun run = sieve(page, "--max-dead-letters=" + most);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--max-dead-letters", "must be like 100 or 0.5%");
  }

  /** What holds pages, or leads to them, in forms that are not read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.har | {'log':{'version':'1.2','entries':[]}} | a HAR, which is read | jq -c '.log.entries[]",
        "a.json | `\ufeff{\n  'log': {\n    'pages': []}}` | a HAR, which is read as lines | --fields url=request.url",
        "a.mhtml | MIME-Version: 1.0 | MHTML, which is not read: save the page as HTML | recipes.md",
        "saved | From: <Saved by Blink> | MHTML, which is not read: save the page as HTML | MHTML",
        "a.cdxj | example)/ 2026 {} | an index of web archives, not pages: name the archives | bodyRef",
        "index | `org,example)/a?b=1 20260131120000 {'url': 'x'}` | an index of web archives | Indexes",
        "a.txt.cdx | ` CDX N b a m s k r M S V g` | an index of web archives, not pages | Indexes",
        "a.jsonl | {'urlkey':'a','timestamp':'1','url':'b','filename':'c','offset':'1','length':'2'}"
            + " | an index of web archives, not pages | bodyRef",
      })
  void shouldSayWhatHelpsWithWhatIsNotRead(String name, String content, String what, String help)
      throws IOException {
    Path file = dir.resolve(name);
    Files.writeString(file, content.replace("\\n", "\n").replace('\'', '"'));
    CommandRun run = sieve(file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(file + " is " + what, help);
  }

  @Test
  void shouldSayThatAColumnarIndexHoldsNoPages() throws IOException {
    MessageType columns =
        MessageTypeParser.parseMessageType(
            "message m { required binary url_surtkey (STRING); required binary url (STRING);"
                + " required binary warc_filename (STRING); required int32 warc_record_offset; }");
    Path file = dir.resolve("part-0.parquet");
    try (TableWriter table = new TableWriter(Files.newOutputStream(file), columns, Map.of())) {
      Group row = new SimpleGroup(columns);
      row.add("url_surtkey", "org,example)/");
      row.add("url", "https://example.org/");
      row.add("warc_filename", "a.warc.gz");
      row.add("warc_record_offset", 17);
      table.add(row);
    }
    assertThat(sieve(file).err()).contains(file + " is an index of web archives, not pages");
  }

  /** A JSON text sequence: application/json-seq, RFC 7464. */
  @Test
  void shouldReadATextSequence() throws IOException {
    String page = "\u001e{\"url\":\"http://a.example/%s\",\n\"html\":\"<p>Words %s\"}\n";
    Path file =
        Files.writeString(dir.resolve("a.json-seq"), page.formatted(1, 1) + page.formatted(2, 2));
    CommandRun run = sieve(file);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("pages in +2 ").containsPattern("dead letters +0 ");
  }

  /** Lines and rows of texts alone, the commonest form of a data set. */
  @Test
  void shouldNameLinesByTheirNumbersAndSayItOnce() throws IOException {
    String lines = "{\"text\":\"Some words of one\"}\n{\"text\":\"Others of the second\"}\n";
    Path folder = Files.createDirectory(dir.resolve("texts"));
    Path first = Files.writeString(folder.resolve("a.jsonl"), lines);
    Files.writeString(folder.resolve("b.jsonl"), "\n" + lines.replace("of", "in"));
    Path items =
        Files.writeString(dir.resolve("items.json"), "[" + lines.replace("}\n{", "},{") + "]");
    String note = "pages without 'url' or 'id' are named by the number of their line or row";

    CommandRun run = sieve(folder);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("unique +4 ").containsPattern("dead letters +0 ");
    assertThat(run.err()).containsOnlyOnce(note).contains("--fields url=NAME");
    assertThat(new SieveFolder(dir.resolve("out")).verdicts())
        .content()
        .contains("http://localhost/a.jsonl/2\"", "http://localhost/b.jsonl/3\"");
    assertThat(sieve(items).out()).containsPattern("unique +2 ");
    assertThat(CommandRun.of("extract", first).err()).contains(note);
    assertThat(CommandRun.of("fingerprint", first).out()).contains("http://localhost/a.jsonl/1\"");

    Files.writeString(first, lines.replace("{", "{\"id\":\"a\","));
    assertThat(sieve(first).err()).doesNotContain(note);
    assertThat(sieve(first, "--fields", "text=text").err()).doesNotContain(note);
    assertThat(sieve(dir.resolve("out"), "--out", dir.resolve("other")).err()).doesNotContain(note);
  }

  /** Files whose names end as those of pages, and that are none. */
  @Test
  void shouldNotJudgeWhatIsNoTextWhateverItsName() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("mixed"));
    Files.write(folder.resolve("png.html"), bytes("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0"));
    Files.write(folder.resolve("class.txt"), bytes("\u00ca\u00fe\u00ba\u00be\0\0\0=\0\1\7"));
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("jar.html")))) {
      zip.putNextEntry(new ZipEntry("about.html"));
      zip.write(bytes("<p>Some words on a page"));
    }
    Files.writeString(folder.resolve("page.html"), "<p>Some words on a page \0\1");
    Files.write(
        folder.resolve("wide.html"), "\ufeff<p>Other words".getBytes(StandardCharsets.UTF_16LE));
    CommandRun run = sieve(folder);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("unique +2 ").containsPattern("unjudged +3 ");
    CommandRun why =
        CommandRun.of("explain", folder.resolve("jar.html"), "--from", dir.resolve("out"));
    assertThat(why.out())
        .contains("was not judged, because the body begins as that of the type application/zip");
    assertThat(sieve(folder, "--set", "accept.bytes=image/*").out()).containsPattern("unique +3 ");
  }

  private static byte[] bytes(String characters) {
    return characters.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** That is wrong usage in every command, since nothing was read. */
  @Test
  void shouldExitWith2ForWhatIsNotThere() throws IOException {
    Path none = dir.resolve("none.jsonl");
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    Path truth = Files.writeString(dir.resolve("truth.tsv"), "http://a.example/\tb\t1\n");
    Path folder = dir.resolve("none");
    Path out = dir.resolve("out");
    Object[][] commands = {
      {"sieve", none, "--out", out},
      {"sieve", page, dir.resolve("none*.warc.gz"), "--out", out},
      {"sieve", page, "--against", none, "--out", out},
      {"extract", none},
      {"fingerprint", none},
      {"compare", page, none},
      {"compare", page, "http://a.example/", "--pages", none},
      {"evaluate", "--pages", none, "--truth", truth},
      {"evaluate", "--pages", page, "--truth", none},
      {"evaluate", "--sample", "3", "--from", folder},
      {"explain", "http://a.example/", "--from", folder},
      {"mirrors", folder},
      {"replay", "--from", folder},
      {"replay", "--from", folder, "--verify"},
      {"replay", "--embedded", folder},
    };
    for (Object[] command : commands) {
      CommandRun run = CommandRun.of(command);
      assertThat(run.exitCode()).as(List.of(command) + ": " + run.err()).isEqualTo(2);
      assertThat(run.err()).as("%s", List.of(command)).contains("none").hasLineCount(1);
    }
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "docs.tgz, a tar",
    "docs.tar, a tar",
    "docs, a tar",
    "docs.7z, a 7z",
    "docs.bin, a RAR"
  })
  void shouldSayOnceThatAnArchiveIsNotRead(String name, String kind) throws IOException {
    byte[] archive = new byte[1024];
    String magic =
        kind.equals("a 7z") ? "7z\u00bc\u00af'\u001c" : kind.equals("a RAR") ? "Rar!" : "";
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, archive, 0, bytes.length);
    if (magic.isEmpty()) {
      System.arraycopy("ustar".getBytes(StandardCharsets.ISO_8859_1), 0, archive, 257, 5);
    }
    Path file = Files.write(dir.resolve(name), archive);
    CommandRun run = sieve(file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "crawlsieve: "
                + file
                + " is "
                + kind
                + " archive, which is not read: unpack it, and name the folder");
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun both = sieve(file, page);
    assertThat(both.exitCode()).isEqualTo(1);
    assertThat(both.err())
        .containsOnlyOnce("which is not read")
        .contains("everything else was read")
        .doesNotContain("its only record");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"clusters.enabled=true", "clusters.policy=newest", "mirrors.enabled=true"})
  void shouldRefuseSettingsThatHaveNoEffectOnFiles(String setting) throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun run = sieve(page, "--set", setting);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(setting.substring(0, setting.indexOf('=')), "'run'");
    assertThat(dir.resolve("out")).doesNotExist();
    assertThat(
            sieve(page, "--set", "clusters.enabled=true", "--set", "dedup.keep=policy").exitCode())
        .isZero();
  }

  @Test
  void shouldSayWhichOverridesAppliedToNoPage() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"https://a.example/de/1","text":"Some words on a page"}
            {"url":"https://a.example/at/1","text":"Some words on a page"}
            """);
    Path overrides =
        Files.writeString(
            dir.resolve("overrides.jsonl"),
            """
            {"keep":{"host":"a.example"}}
            {"separate":{"urls":["https://a.example/de/","https://a.example/at/"]}}
            """);
    CommandRun run = sieve(pages, "--set", "overrides.file=" + overrides);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsOnlyOnce(
            "overrides.file applied to 2 pages and kept 1 that would have been dropped; what"
                + " separate keeps is not counted; 2 of 3 names applied to no page: line 2: separate url https://a.example/de/; line 2:"
                + " separate url https://a.example/at/ (as URLs are compared: http is https). A url is one page, not those below it"
                + " (docs/overrides.md, \"A folder\")");
    Files.writeString(overrides, "{\"keep\":{\"host\":\"a.example\"}}\n");
    CommandRun all = sieve(pages, "--set", "overrides.file=" + overrides);
    assertThat(all.err())
        .contains("applied to 2 pages and kept 1 that would")
        .doesNotContain("no page");
  }

  @Test
  void shouldSayOnceThatJarsInAFolderAreToBeNamed() throws IOException {
    Path folder = Files.createDirectories(dir.resolve("docs"));
    for (String name : List.of("a.jar", "b.zip", "c.JAR")) {
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
        zip.putNextEntry(new ZipEntry("page.html"));
        zip.write("<p>Some words on a page".getBytes(StandardCharsets.UTF_8));
      }
    }
    String note =
        "zip and jar files in a folder are not read: name them as inputs. There are 3; the first is "
            + folder.resolve("a.jar");
    CommandRun none = sieve(folder);
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("holds no pages").containsOnlyOnce(note);
    Files.writeString(folder.resolve("page.html"), "<p>Some other words");
    CommandRun run = sieve(folder);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).containsOnlyOnce(note).contains("1 × .jar file");
    assertThat(run.out()).containsPattern("pages in +1 ");
    assertThat(sieve(folder.resolve("a.jar")).err()).doesNotContain("are not read");
    Files.delete(folder.resolve("a.jar"));
    Files.delete(folder.resolve("b.zip"));
    assertThat(sieve(folder).err())
        .contains("name them as inputs. There is one: " + folder.resolve("c.JAR"));
  }

  @Test
  void shouldCountDeadLettersOfProduce() {
    assertThat(ProduceCommand.ofThem(0)).isEmpty();
    assertThat(ProduceCommand.ofThem(1))
        .isEqualTo("; 1 of them could not be read and is a dead letter");
    assertThat(ProduceCommand.ofThem(1234))
        .isEqualTo("; 1,234 of them could not be read and are dead letters");
  }

  /** Of what crawlsieve wrote, pages are read again, and nothing else is. */
  @Test
  void shouldNotReadItsOwnVerdictsAsPages() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"https://a.example/1","text":"Some words on a page"}
            {"url":"https://a.example/2","text":"Others that stand alone"}
            {"url":"https://a.example/1","text":"Some words on a page"}
            no page
            """);
    Path sieved = dir.resolve("sieved");
    assertThat(CommandRun.of("sieve", pages, "--out", sieved).exitCode()).isZero();
    CommandRun kept = sieve(sieved.resolve("unique.jsonl"));
    assertThat(kept.exitCode()).isZero();
    assertThat(kept.out()).containsPattern("pages in +2 ").containsPattern("unique +2 ");
    CommandRun folder = sieve(sieved);
    assertThat(folder.exitCode()).isZero();
    assertThat(folder.out()).containsPattern("pages in +3 ").containsPattern("dead letters +0 ");
    assertThat(folder.err())
        .contains("1 × file of crawlsieve's verdicts", "1 × file of crawlsieve's dead letters");
    Files.writeString(
        sieved.resolve("passages.jsonl"),
        """
        {"site":"a.example","text":"Words","bytes":5,"hash":"1f","kind":"text","pages":6,"of":9,"share":0.67}
        """);
    for (String name : List.of("verdicts.jsonl", "dead-letters.jsonl", "passages.jsonl")) {
      Path renamed = Files.copy(sieved.resolve(name), dir.resolve("x.jsonl"), REPLACE_EXISTING);
      CommandRun run = sieve(renamed);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .isEqualToIgnoringNewLines(
              "crawlsieve: "
                  + renamed
                  + " holds "
                  + name.replace(".jsonl", "").replace('-', ' ')
                  + " of crawlsieve, not pages: of a folder that 'sieve' has written, name what"
                  + " has the pages that were kept: unique.jsonl, unique-*.warc.gz or"
                  + " unique-*.parquet");
    }
    assertThat(sieve(sieved.resolve("dead-letters.jsonl"), "--fields", "text=value").exitCode())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({"newest, no page has a fetchTime", "score, no page has a header score"})
  void shouldSayThatNoPageHasWhatThePolicyCompares(String criterion, String why)
      throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    String policy = "clusters.policy=https," + criterion;
    Object[] settings = {
      page, "--set", policy, "--set", "clusters.enabled=true", "--set", "dedup.keep=policy"
    };
    CommandRun run = sieve(settings);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsOnlyOnce(
            "clusters.policy names " + criterion + ", but " + why + ": it prefers none");
    settings[2] = "clusters.policy=canonical,https,score,oldest,shorter-url";
    assertThat(sieve(settings).err()).doesNotContain("clusters.policy");
  }

  @Test
  void shouldSayHowManyPagesLackWhatThePolicyCompares() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"https://a.example/1","text":"words","fetchTime":"2026-01-31"}
            {"url":"https://a.example/2","text":"others"}
            """);
    String[] settings = {"clusters.policy=newest", "clusters.enabled=true", "dedup.keep=policy"};
    assertThat(sieve(pages, "--set", settings[0], "--set", settings[1], "--set", settings[2]).err())
        .contains(
            "clusters.policy names newest, but 1 of 2 pages have no fetchTime: any time beats"
                + " none");
    Files.writeString(
        pages,
        """
        {"url":"https://a.example/1","text":"words","fetchTime":"2026-01-30"}
        {"url":"https://a.example/2","text":"words","fetchTime":"2026-01-31"}
        """);
    assertThat(sieve(pages, "--set", settings[0], "--set", settings[1], "--set", settings[2]).err())
        .contains("1 of the pages in unique.jsonl is a copy that dedup.keep prefers");
  }

  @Test
  void shouldSayWhyAFolderOrFileCannotBeMade() throws IOException {
    Path page = Files.writeString(dir.resolve("page.html"), "<p>Some words on a page");
    CommandRun below = CommandRun.of("sieve", page, "--out", page.resolve("out"));
    assertThat(below.exitCode()).isEqualTo(1);
    assertThat(below.err())
        .contains("the folder " + page.resolve("out") + " cannot be made: " + page)
        .contains(" is not a folder");
    CommandRun proc = CommandRun.of("sieve", page, "--out", "/proc/x");
    assertThat(proc.err()).contains("the folder /proc/x cannot be made: /proc takes none");
    assertThat(sieve(page).exitCode()).isZero();
    CommandRun report =
        CommandRun.of(
            "replay", "--from", dir.resolve("out"), "--report", dir.resolve("none/report.html"));
    assertThat(report.err())
        .contains("cannot be written: there is no folder " + dir.resolve("none"));
  }
}
