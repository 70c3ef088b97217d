package dev.crawlsieve.tool.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLinesTest {

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quickstart",
        "sieve",
        "broker",
        "topics",
        "run",
        "produce",
        "consume",
        "ask",
        "fingerprint",
        "extract",
        "compare",
        "evaluate",
        "explain",
        "mirrors",
        "bench",
        "chaos",
        "settings"
      })
  void shouldHelpWithEveryCommand(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: crawlsieve " + command);
    assertThat(run.err()).isEmpty();
    assertThat(CommandRun.of("--help").out()).contains("  " + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"index", "lane", "settings", "kernels", "fuzz"})
  void shouldHelpWithEveryBenchmark(String part) {
    assertThat(CommandRun.of("bench", part, "--help").out())
        .startsWith("Usage: crawlsieve bench " + part);
    assertThat(CommandRun.of("bench", "--help").out()).contains("  " + part);
  }

  @Test
  void shouldListCommandsByWhatTheyAreForWithOneSentenceEach() {
    List<String> help = CommandRun.of("--help").lines();
    int measure = help.indexOf("Measure:");
    int operate = help.indexOf("Operate:");
    assertThat(measure).isPositive().isLessThan(operate);
    assertThat(help.subList(0, measure).toString())
        .contains("  quickstart", "  sieve", "  settings")
        .doesNotContain("  bench", "  topics");
    assertThat(help.subList(measure, operate).toString()).contains("  bench", "  evaluate");
    assertThat(help.subList(operate, help.size()).toString()).contains("  topics", "  mirrors");
    assertThat(help).hasSizeLessThan(75).allMatch(line -> line.length() <= 80);
    assertThat(CommandRun.of("run", "--set", "partitions").err()).doesNotContain("option option");
  }

  /** A line that ends inside of a URL or a setting cannot be copied. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sieve | http://localhost/ and the names",
        "sieve | metadata.sourceURL",
        "produce | https://store.example/crawl/",
        "produce | 'crawl/*.warc.gz'",
        "replay | simhash.max.distance",
        "replay | 0.5..0.95:0.05",
        "explain | http://localhost/NAME/PATH"
      })
  void shouldEndLinesOfHelpBetweenWords(String command, String unbroken) {
    List<String> help = CommandRun.of(command, "--help").lines();
    assertThat(String.join(" ", help).replaceAll(" +", " ")).contains(unbroken);
    assertThat(help).allMatch(line -> line.length() <= 80);
    assertThat(help).noneMatch(line -> line.endsWith(" "));
  }

  @ParameterizedTest
  @CsvSource({"evaluate-set, evaluate --sample", "evaluate-all, measures one detector"})
  void shouldSayWhatIsInPlaceOfARemovedCommand(String name, String instead) {
    CommandRun run = CommandRun.of(name, "crawl.jsonl", "--out", "labelled");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("was removed").contains(instead).doesNotContain("mean:");
  }

  @Test
  void shouldTryOnlySettingsOfDetectors() {
    CommandRun mistyped = CommandRun.of("replay", "--try", "sketch.min.similarty=0.5");
    assertThat(mistyped.exitCode()).isEqualTo(2);
    assertThat(mistyped.err())
        .contains(
            "no setting to try is named [sketch.min.similarty]: must be overrides.file, simhash.");
    CommandRun valueless = CommandRun.of("replay", "--try", "sketch.min.similarity");
    assertThat(valueless.exitCode()).isEqualTo(2);
    assertThat(valueless.err()).contains("--try").contains("NAME=VALUES");
    CommandRun twice =
        CommandRun.of(
            "replay", "--try=sketch.min.similarity=0.5", "--try=sketch.min.similarity=0.6");
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err()).contains("--try sketch.min.similarity is given twice");
    CommandRun verified = CommandRun.of("replay", "--verify", "--try", "simhash.max.distance=3");
    assertThat(verified.exitCode()).isEqualTo(2);
    assertThat(verified.err()).contains("--verify takes no --try and no --report");
  }

  @Test
  void shouldRefuseToListenAtNoAddress() throws IOException {
    CommandRun nowhere = CommandRun.of("run", "--http", "everywhere");
    assertThat(nowhere.exitCode()).isEqualTo(2);
    assertThat(nowhere.err()).contains("--http").contains("127.0.0.1:8080");

    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun run = CommandRun.of("run", "--http", "127.0.0.1:" + taken.getLocalPort());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith("crawlsieve: cannot listen on 127.0.0.1:");
    }
  }

  @Test
  void shouldPrintThePlanOfFaultsThatASeedFixes() {
    CommandRun run = CommandRun.of("chaos", "--kills", "6", "--seed", "3", "--plan");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .hasSize(8)
        .filteredOn(line -> line.contains("kill -9"))
        .hasSize(6);
    assertThat(CommandRun.of("chaos", "--kills", "6", "--seed", "3", "--plan").out())
        .isEqualTo(run.out());
    assertThat(CommandRun.of("chaos", "recreate").err()).contains("--faults DELETE_TOPIC");
    CommandRun none = CommandRun.of("chaos", "--pages", "0", "--plan");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).isEqualToIgnoringNewLines("crawlsieve: --pages is 0, must be 1 or more");
    assertThat(CommandRun.of("--help").out()).doesNotContain("broker-member");
  }

  @Test
  void shouldRefuseAPrefixWithoutReferencesOrWithoutAnAddress() {
    CommandRun alone = CommandRun.of("produce", "a.warc.gz", "--uri-prefix", "https://a.example/");
    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("--uri-prefix needs --by-reference");
    for (String prefix :
        List.of("store", "s3://a/b", "https:///a", "https://u@a/b", "http://a/?b")) {
      CommandRun run =
          CommandRun.of("produce", "a.warc.gz", "--by-reference", "--uri-prefix", prefix);
      assertThat(run.exitCode()).as(prefix).isEqualTo(2);
      assertThat(run.err()).contains("--uri-prefix is '" + prefix + "', must be like https://");
    }
  }

  @Test
  void shouldTellItsVersion() {
    assertThat(CommandRun.of("--version").out()).startsWith("crawlsieve ");
  }

  @Test
  void shouldEndWellAndInSilenceWhenNobodyReadsOn() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      pages.append("{\"url\":\"http://a.example/").append(i).append("\",\"text\":\"a text\"}\n");
    }
    Path file = Files.writeString(dir.resolve("pages.jsonl"), pages);
    // The table is printed at the end; the lines are printed as they come.
    for (CommandRun run :
        List.of(CommandRun.unread("settings"), CommandRun.unread("extract", file))) {
      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void shouldKeepTheExitCodeOfAFailureThatNobodyReads() {
    assertThat(CommandRun.unread("extract", dir.resolve("none.jsonl")).exitCode()).isEqualTo(2);
  }

  @Test
  void shouldRefuseToDoNothing() {
    CommandRun run = CommandRun.of();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("crawlsieve: name a command");
    assertThat(CommandRun.of("topics").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldHintAtTheNearestCommandAndOption() {
    CommandRun command = CommandRun.of("quikstart");
    assertThat(command.exitCode()).isEqualTo(2);
    assertThat(command.err()).contains("quikstart").contains("crawlsieve quickstart");
    CommandRun option = CommandRun.of("sieve", "x", "--outt", "y");
    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.err()).contains("--out");
    assertThat(CommandRun.of("sieve", "x").err())
        .contains("Missing required option")
        .contains("'crawlsieve sieve --help'")
        .doesNotContain("Unknown");
    assertThat(CommandRun.of("topics", "create", "--force").err())
        .contains("Unknown option: '--force'");
    assertThat(CommandRun.of("sieve", "--set", "a=b", "--", "-x").err()).doesNotContain("Unknown");
    assertThat(CommandRun.of("produce").exitCode()).isEqualTo(2);
  }

  /** An unset variable of a shell must not stand for the current folder. */
  @ParameterizedTest
  @CsvSource({
    "sieve p.jsonl --out=, --out",
    "sieve p.jsonl --against= --out x, --against",
    "explain http://a.example/ --from=, --from",
    "replay --report=, --report",
    "run --config=, --config",
    "broker --dir=, --dir"
  })
  void shouldRefuseAnEmptyPath(String line, String option) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(option, "is empty: name a file or folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "produce x.jsonl"})
  void shouldNameASettingThatKafkaDoesNotKnow(String line) {
    List<Object> args = new ArrayList<>(List.of((Object[]) line.split(" ")));
    args.addAll(List.of("--set", "streams.num.threads=3", "--set", "producer.max.block.ms=1000"));
    args.addAll(List.of("--set", "bootstrap.servers=localhost:1"));
    args.addAll(List.of("--set", "streams.default.api.timeout.ms=1500"));
    args.addAll(List.of("--set", "streams.request.timeout.ms=1000"));
    assertThat(CommandRun.of(args.toArray()).err()).contains("Kafka knows no num.threads");
  }

  @Test
  void shouldHintAtTheNearestSetting() {
    CommandRun run = CommandRun.of("run", "--set", "simhash.max.distanse=3");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "crawlsieve: unknown setting 'simhash.max.distanse'; did you mean"
                + " 'simhash.max.distance'?");
  }

  @Test
  void shouldNameTheSettingThatHasABadValue() {
    CommandRun run = CommandRun.of("topics", "create", "--set", "partitions=many");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("partitions").contains("many").doesNotContain("\tat ");
    assertThat(CommandRun.of("run", "--set", "partitions").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldReadSettingsFromAFileAndPreferTheCommandLines() throws IOException {
    Path file = Files.writeString(dir.resolve("s.properties"), "detector=none\npartitions=2\n");
    CommandRun run = CommandRun.of("topics", "create", "--config", file);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("detector").contains("none");
    CommandRun overridden =
        CommandRun.of("topics", "create", "--config", file, "--set", "detector=nil");
    assertThat(overridden.err()).contains("nil");
    Files.writeString(file, "\ufeffdetector=none\n"); // as Windows' editors write it
    CommandRun marked = CommandRun.of("topics", "create", "--config", file);
    assertThat(marked.err()).contains("detector").contains("none");
    CommandRun missing = CommandRun.of("run", "--config", dir.resolve("absent"));
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("there is no settings file " + dir.resolve("absent"));
  }

  @Test
  void shouldSayWhichInputIsMissing() {
    Path absent = dir.resolve("absent.jsonl");
    for (String command : new String[] {"fingerprint", "extract"}) {
      CommandRun run = CommandRun.of(command, absent);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).startsWith("crawlsieve: ").contains(absent.toString());
      assertThat(run.err().lines()).hasSize(1);
    }
  }

  /** A line without a URL gets one from its number, as in {@code sieve}. */
  @Test
  void shouldReadPagesWhoseFieldsHaveOtherNames() throws IOException {
    Path file = Files.writeString(dir.resolve("fields.jsonl"), "{\"body\":\"Some words\"}\n");
    String url = "http://localhost/fields.jsonl/1";
    CommandRun extracted = CommandRun.of("extract", file, "--fields", "text=body");
    assertThat(extracted.out()).contains("\"url\":\"" + url + "\"", "Some words");
    CommandRun one = CommandRun.of("compare", file, file, "--fields", "text=body");
    assertThat(one.exitCode()).isZero();
    CommandRun found = CommandRun.of("compare", url, url, "--pages", file, "--fields", "text=body");
    assertThat(found.exitCode()).isZero();
  }

  @Test
  void shouldShowWhereAFailureCameFromOnlyWhenAsked() {
    Path absent = dir.resolve("absent.jsonl");
    assertThat(CommandRun.of("extract", absent).err()).doesNotContain("SieveException");
    assertThat(CommandRun.of("extract", absent, "--debug").err()).contains("SieveException");
  }

  @Test
  void shouldSayThatNoBrokerAnswers() throws IOException {
    String nowhere = "localhost:" + EmbeddedBroker.freePort();
    for (String[] command :
        new String[][] {{"topics", "describe"}, {"consume", "unique"}, {"explain", "http://a/"}}) {
      List<Object> args = new ArrayList<>(List.of((Object[]) command));
      args.addAll(List.of("--set", "bootstrap.servers=" + nowhere));
      args.addAll(List.of("--set", "streams.default.api.timeout.ms=1500"));
      args.addAll(List.of("--set", "streams.request.timeout.ms=1000"));
      CommandRun run = CommandRun.of(args.toArray());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .startsWith(
              "crawlsieve: no Kafka broker answers at "
                  + nowhere
                  + " (setting bootstrap.servers) within 1500 ms (setting"
                  + " streams.default.api.timeout.ms)")
          .hasLineCount(1);
    }
  }

  @Test
  void shouldSayWhatIsNoPlaceBeforeABrokerIsAsked() {
    CommandRun run =
        CommandRun.of("dead-letters", "show", "x", "--set", "bootstrap.servers=localhost:1");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "crawlsieve: a dead letter's place is partition@offset, for example 0@17, not 'x'\n");
  }

  /** Events go out unchanged: what reads them needs the names of their fields, too. */
  @Test
  void shouldSayThatRunNeedsTheSameFields() throws IOException {
    Path file = Files.writeString(dir.resolve("odd.jsonl"), "{\"u\":\"https://a.example/\"}\n");
    List<Object> args = new ArrayList<>(List.of("produce", file));
    args.addAll(List.of("--set", "bootstrap.servers=localhost:1"));
    args.addAll(List.of("--set", "streams.default.api.timeout.ms=1500"));
    args.addAll(List.of("--set", "streams.request.timeout.ms=1000"));
    String note = "'run' must have the same --fields (page.fields)";
    assertThat(CommandRun.of(args.toArray()).err()).doesNotContain(note);
    args.addAll(List.of("--fields", "url=u"));
    assertThat(CommandRun.of(args.toArray()).err()).contains(note);
  }

  @Test
  void shouldSayThatThePortIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun run = CommandRun.of("broker", "--dir", dir, "--port", taken.getLocalPort());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith("crawlsieve: port " + taken.getLocalPort() + " is in use");
    }
  }

  @Test
  void shouldRefuseToSieveIntoAFolderThatHoldsSomething() throws IOException {
    Files.writeString(dir.resolve("mine.txt"), "mine");
    CommandRun run = CommandRun.of("sieve", dir, "--out", dir);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("is not empty").contains("--force");
    assertThat(dir.resolve("mine.txt")).hasContent("mine");
    assertThat(dir.toFile().list()).containsExactly("mine.txt");
  }

  @Test
  void shouldRefuseAPortThatIsNone() {
    CommandRun run = CommandRun.of("broker", "--dir", dir, "--port", 99_999);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--port 99999").doesNotContain("unexpected");
  }

  /** A full disk: every write to /dev/full fails. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNameTheFolderOfAFullDisk() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            "{\"url\":\"http://a.example/\",\"html\":\"<p>some words\"}");
    Path out = Files.createDirectories(dir.resolve("out"));
    Files.createSymbolicLink(out.resolve("unique.jsonl.unfinished"), Path.of("/dev/full"));
    CommandRun full = CommandRun.of("sieve", pages, "--out", out);
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err().lines())
        .last()
        .isEqualTo(
            "crawlsieve: the disk of the folder '"
                + out
                + "' (--out) is full (No space left on device): free some space on it, or name a"
                + " folder on a larger one; nothing is done yet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "extract p.jsonl --limit -1",
        "fingerprint p.jsonl --limit -1",
        "consume pages --limit -1",
        "compare a b --changes -1",
        "dead-letters show 0@1 --bytes -1"
      })
  void shouldRefuseANegativeNumber(String line) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(" is -1, must be 0 or more");
  }

  @Test
  void shouldRefuseToSieveRawPages() {
    CommandRun run =
        CommandRun.of("sieve", dir, "--out", dir.resolve("o"), "--set", "page.format=raw");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("page.format is raw");
  }

  @Test
  void shouldShowWhatCanBeReadOfBadFilesAndSaySo() throws IOException {
    Path bad = Files.write(dir.resolve("bad.warc"), new byte[] {'W', 1, 2, 3});
    Path unknown = Files.write(dir.resolve("unknown"), new byte[] {1, 2, 3});
    Path good =
        Files.writeString(
            dir.resolve("good.warc"),
            String.join(
                "\r\n",
                "WARC/1.0",
                "WARC-Type: warcinfo",
                "Content-Length: 0",
                "\r\n\r\nWARC/1.0",
                "WARC-Type: resource",
                "WARC-Target-URI: http://a.example/",
                "Content-Type: text/plain",
                "Content-Length: 5",
                "\r\nwords\r\n\r\n"));
    for (String command : List.of("extract", "fingerprint")) {
      CommandRun run = CommandRun.of(command, bad, unknown, good, "--json");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.lines()).hasSize(2);
      assertThat(run.lastLine().path("damaged").asInt()).isEqualTo(2);
      assertThat(run.err())
          .contains(bad + "#1: the record at byte 0 cannot be read: no record starts here")
          .contains(unknown + " is of no known kind")
          .contains("skipped: 1 × warcinfo record")
          .contains("3 pages, 2 of them bad")
          .contains(
              "crawlsieve: the input could not be read in 2 places; everything else was read");
    }
  }

  @Test
  void shouldShowPagesLineByLineAndCountBadOnes() throws Exception {
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"http://A.example/#x","html":"<title>T</title><p>some words"}
            not a page
            """);
    CommandRun text = CommandRun.of("extract", pages, "--json");
    assertThat(text.exitCode()).isZero();
    assertThat(text.lines()).hasSize(2);
    assertThat(text.lines().get(0)).startsWith("{\"url\":\"http://A.example/#x\",\"title\":");
    assertThat(text.lines().get(0)).contains("some words");
    assertThat(text.lastLine().path("pages").asInt()).isEqualTo(2);
    assertThat(text.lastLine().path("bad").asInt()).isEqualTo(1);
    assertThat(text.err()).contains("pages.jsonl:2: ").contains("2 pages, 1 of them bad");
    CommandRun first = CommandRun.of("extract", pages, "--limit", "1");
    assertThat(first.lines()).hasSize(1);
    assertThat(first.err()).contains("1 page").doesNotContain("pages.jsonl:2");

    CommandRun fingerprints = CommandRun.of("fingerprint", pages);
    assertThat(fingerprints.lines()).hasSize(1);
    assertThat(fingerprints.lastLine().fieldNames())
        .toIterable()
        .containsExactly(
            "url",
            "normalizedUrl",
            "tokens",
            "shingles",
            "contentHash",
            "simhash",
            "sketch",
            "nearEligible",
            "charset",
            "charsetFound",
            "mainFallback",
            "fingerprint");
    byte[] stored = fingerprints.lastLine().path("fingerprint").binaryValue();
    assertThat(Fingerprint.fromBytes(stored).url()).isEqualTo("http://A.example/#x");
    assertThat(fingerprints.lastLine().path("simhash").asText()).matches("[0-9a-f]{16}");
    assertThat(fingerprints.lastLine().path("contentHash").asText()).matches("[0-9a-f]{32}");
    assertThat(fingerprints.lastLine().path("normalizedUrl").asText())
        .contains("//a.example/")
        .doesNotContain("#");
  }

  @Test
  void shouldExplainAPageFromAFileOfVerdicts() throws IOException {
    Path verdicts =
        Files.writeString(
            dir.resolve("verdicts.jsonl"),
            """
            {"url":"http://a.example/1","decision":"unique","kind":null,\
            "partition":0,"offset":0,"lane":0,"laneOffset":0}
            {"url":"http://a.example/2","decision":"duplicate","kind":"near",\
            "duplicateOf":{"url":"http://a.example/1","partition":0,"offset":0},"match":"near",\
            "distance":2,"similarity":0.93,"table":"t2","detector":"simhash","compared":4,\
            "partition":0,"offset":1,"timestamp":0,"lane":0,"laneOffset":1}
            """);
    CommandRun run = CommandRun.of("explain", "HTTP://A.example/2#there", "--from", verdicts);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("dropped: nearly the same content under another URL")
        .contains("it copies http://a.example/1")
        .contains("for: 2 of 64 bits differ")
        .contains("detector simhash: the index had 4 kept pages near enough to compare it with");
    CommandRun json = CommandRun.of("explain", "http://a.example/2", "--from", verdicts, "--json");
    assertThat(json.lastLine().path("verdicts").get(0).path("distance").asInt()).isEqualTo(2);
    CommandRun none = CommandRun.of("explain", "http://a.example/3", "--from", verdicts);
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err())
        .isEqualToIgnoringNewLines(
            "crawlsieve: there is no verdict on http://a.example/3 in " + verdicts);
    Files.writeString(
        verdicts.resolveSibling("dead-letters.jsonl"),
        """
        {"url":null,"origin":"in.jsonl:7","stage":"fingerprint","reason":"no body",\
        "value":"{\\"url\\":\\"http://a.example/3\\"}"}
        """);
    CommandRun dead = CommandRun.of("explain", "http://a.example/3", "--from", verdicts);
    assertThat(dead.exitCode()).isZero();
    assertThat(dead.out())
        .isEqualToIgnoringNewLines(
            "http://a.example/3  is a dead letter of stage fingerprint: no body"
                + "  it was read at in.jsonl:7");
    Files.writeString(verdicts, "{\"url\":\"http://a.example/3\"}\n", StandardOpenOption.APPEND);
    CommandRun broken = CommandRun.of("explain", "http://a.example/3", "--from", verdicts);
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err()).contains(verdicts + ":3: an unreadable verdict");
  }

  /** Two manual pages of one template, a mirror of the second, a poem, and one that says little. */
  @Test
  void shouldExplainWhyAKeptPageIsNoCopyOfTheNearest() throws IOException {
    String template = "prints or checks a checksum of each file and of its name. ".repeat(20);
    String numbers = IntStream.range(0, 200).mapToObj(i -> "w" + i).collect(joining(" "));
    StringBuilder pages = new StringBuilder();
    pages.append(page("http://man.example/sha256sum.html", "sha256sum", template + numbers));
    pages.append(page("http://man.example/sha384sum.html", "sha384sum", numbers + " one more"));
    pages.append(page("http://man.example/poem.html", "poem", "quoth the raven ".repeat(40)));
    pages.append(page("http://man.example/gone.html", "gone", "no such page"));
    Path input = Files.writeString(dir.resolve("in.jsonl"), pages);
    Path out = dir.resolve("out");
    CommandRun sieve =
        CommandRun.of("sieve", input, "--out", out, "--set", "sketch.min.similarity=0.5");
    assertThat(sieve.exitCode()).as(sieve.err()).isZero();
    assertThat(explained(out, "sha256sum")).doesNotContain("nearest is");
    assertThat(explained(out, "sha384sum"))
        .contains("nearest is http://man.example/sha256sum.html")
        .contains(
            "(not a copy of it: its title or heading is lost: ",
            "; with near.names=ignore, the similarity alone would decide)");
    assertThat(explained(out, "poem"))
        .contains("(not a copy of it: too different: similarity about 0.");
    assertThat(explained(out, "gone"))
        .contains(
            "(not a copy of it: one of the two is too short for near matches: fewer than 32"
                + " sequences of 3 words)");
    CommandRun json =
        CommandRun.of(
            "explain",
            "http://man.example/sha384sum.html",
            "--from",
            out.resolve("verdicts.jsonl"),
            "--json");
    assertThat(json.lastLine().path("verdicts").get(0).path("nearest").path("url").asText())
        .isEqualTo("http://man.example/sha256sum.html");
  }

  private static String page(String url, String title, String text) {
    return "{\"url\":\"%s\",\"html\":\"<title>%s</title><p>%s</p>\"}\n".formatted(url, title, text);
  }

  private static String explained(Path out, String page) {
    CommandRun run =
        CommandRun.of(
            "explain",
            "http://man.example/" + page + ".html",
            "--from",
            out.resolve("verdicts.jsonl"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void shouldExplainWhyAPageBesideAFileOfVerdictsWasNotJudged() throws IOException {
    Path verdicts = Files.createFile(dir.resolve("verdicts.jsonl"));
    Files.writeString(
        dir.resolve("unjudged.jsonl"),
        """
        {"url":"http://a.example/1","status":404,"html":"<p>Not found"}
        {"url":"http://a.example/2","status":301}
        """);
    CommandRun run = CommandRun.of("explain", "HTTP://A.example/2#there", "--from", verdicts);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("http://a.example/2")
        .contains(
            "was not judged, because the status is 301, which accept.status does not include");
    CommandRun json = CommandRun.of("explain", "http://a.example/1", "--from", verdicts, "--json");
    assertThat(json.lastLine().path("verdicts")).isEmpty();
    assertThat(json.lastLine().at("/unjudged/0/trait").asText()).isEqualTo("status");
  }

  @Test
  void shouldTellTheMirrorsInAFileOfVerdicts() throws IOException {
    StringBuilder lines = new StringBuilder();
    String rest = ",\"partition\":0,\"timestamp\":0,\"lane\":0,\"laneOffset\":";
    for (int i = 0; i < 20; i += 2) {
      lines.append("{\"url\":\"http://a.example/").append(i).append("\",\"decision\":\"unique\"");
      lines.append(",\"offset\":" + i + rest + i + "}\n");
      lines.append("{\"url\":\"http://b.example/m/").append(i);
      lines.append("\",\"decision\":\"duplicate\",\"kind\":\"exact\",\"duplicateOf\":{\"url\":");
      lines.append("\"http://a.example/" + i + "\",\"partition\":0,\"offset\":" + i + "}");
      lines.append(",\"offset\":" + (i + 1) + rest + (i + 1) + "}\n");
    }
    Path verdicts = Files.writeString(dir.resolve("verdicts.jsonl"), lines);
    CommandRun run = CommandRun.of("mirrors", verdicts, "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.lines().get(0)).startsWith("mirror  http://a.example/  http://b.example/m/");
    assertThat(run.lastLine().path("findings")).hasSize(1);
    assertThat(run.lastLine().path("verdicts").asInt()).isEqualTo(20);
    assertThat(run.err()).contains("mirrors and URL rules: 1\n").doesNotContain("left out");

    CommandRun absent = CommandRun.of("mirrors", dir.resolve("absent"));
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("there is no folder " + dir.resolve("absent"));
    CommandRun bad = CommandRun.of("mirrors", Files.writeString(dir.resolve("bad"), "\nno\n"));
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("bad:2: ").doesNotContain("\tat ");
    assertThat(CommandRun.of("mirrors").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldListAllSettings() {
    assertThat(CommandRun.of("settings", "--markdown").out().strip())
        .isEqualTo(SieveConfig.markdown().strip());
    List<String> lines = CommandRun.of("settings").lines();
    assertThat(lines)
        .filteredOn(line -> line.strip().contains(" "))
        .filteredOn(line -> line.startsWith(" "))
        .allMatch(line -> line.length() <= 80);
    assertThat(lines.stream().filter(line -> line.matches("[a-z.]+ = .*")))
        .hasSize(SieveConfig.CONFIG.names().size());
  }

  @Test
  void shouldShowTheSettingsThatAreNamed() {
    assertThat(CommandRun.of("settings", "near.names").lines())
        .startsWith("near.names = compare")
        .filteredOn(line -> !line.startsWith(" "))
        .hasSize(1);
    assertThat(CommandRun.of("settings", "near.", "detector").lines())
        .filteredOn(line -> !line.startsWith(" "))
        .extracting(line -> line.replaceAll(" = .*", ""))
        .containsExactly("detector", "near.names", "near.alike.min.similarity");
    CommandRun unknown = CommandRun.of("settings", "near.name");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("unknown setting 'near.name'; did you mean 'near.names'?");
    assertThat(CommandRun.of("settings", "near").out())
        .startsWith("near.names = ")
        .isEqualTo(CommandRun.of("settings", "near.").out());
  }
}
