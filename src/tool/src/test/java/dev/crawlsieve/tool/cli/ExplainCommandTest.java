package dev.crawlsieve.tool.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class ExplainCommandTest {

  private static final String TEXT = "Once upon a midnight dreary, while I pondered ".repeat(9);

  @TempDir Path dir;
  private Path old;
  private Path recent;
  private Path out;

  @BeforeEach
  void sieve() throws IOException {
    old = Files.createDirectories(dir.resolve("docs/v1"));
    recent = Files.createDirectories(dir.resolve("docs/v2"));
    Files.writeString(old.resolve("raven.html"), "<title>The Raven</title><p>" + TEXT);
    Files.writeString(recent.resolve("raven.html"), "<title>The Raven</title><p>" + TEXT);
    Files.writeString(recent.resolve("other.html"), "<title>Another</title><p>another poem");
    out = dir.resolve("out");
    CommandRun run = CommandRun.of("sieve", old, recent, "--out", out);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @Test
  void shouldTakeTheFolderOrTheFile() {
    String url = "http://localhost/v2/raven.html";
    CommandRun file = CommandRun.of("explain", url, "--from", out.resolve("verdicts.jsonl"));
    assertThat(file.out()).contains("it copies http://localhost/v1/raven.html");
    assertThat(CommandRun.of("explain", url, "--from", out)).isEqualTo(file);
    assertThat(CommandRun.of("mirrors", out))
        .isEqualTo(CommandRun.of("mirrors", out.resolve("verdicts.jsonl")));
  }

  /** By the settings of the run, which need not be given again. */
  @Test
  void shouldSayWhyAPageWasNotJudgedUnderOtherSettings() {
    Path judged = dir.resolve("judged");
    CommandRun run =
        CommandRun.of("sieve", recent, "--out", judged, "--set", "accept.types=text/plain");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Path page = recent.resolve("other.html");
    assertThat(CommandRun.of("explain", page, "--from", judged).out())
        .contains("was not judged, because ", "text/html", "accept.types");
    assertThat(
            CommandRun.of("explain", page, "--from", judged, "--set", "accept.types=text/html")
                .out())
        .contains("the settings of that run did not accept it; those given here would");
  }

  @Test
  void shouldSayWhichReferencePagesTheCrawlIsComparedWith() {
    Path against = dir.resolve("against");
    assertThat(CommandRun.of("sieve", recent, "--against", old, "--out", against).exitCode())
        .isZero();
    assertThat(CommandRun.of("explain", old.resolve("raven.html"), "--from", against).out())
        .contains("a reference page, routed to neither unique nor duplicate")
        .contains("the crawl is compared with it: no page kept before it matches");
  }

  @Test
  void shouldFindAPageByThePathOfItsFile() throws IOException {
    CommandRun copy = CommandRun.of("explain", recent.resolve("raven.html"), "--from", out);
    assertThat(copy.exitCode()).as(copy.err()).isZero();
    assertThat(copy.out())
        .startsWith("http://localhost/v2/raven.html\n")
        .contains("it copies http://localhost/v1/raven.html")
        .doesNotContain("\nhttp://localhost/v1/raven.html");
    Path both = dir.resolve("both");
    CommandRun.of("sieve", dir.resolve("docs"), old.resolve("raven.html"), "--out", both);
    assertThat(CommandRun.of("explain", old.resolve("raven.html"), "--from", both).out())
        .startsWith("http://localhost/docs/v1/raven.html\n")
        .doesNotContain("\nhttp://localhost/raven.html");
    CommandRun none = CommandRun.of("explain", old.resolve("absent.html"), "--from", out);
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err())
        .contains("http://localhost/NAME/PATH", "--base-url")
        .contains("for example http://localhost/v1/raven.html");
  }

  @Test
  void shouldSayThatThereIsNoFolder() {
    CommandRun absent = CommandRun.of("explain", "http://a.example/", "--from", "absent");
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err())
        .contains("there is no folder absent; 'crawlsieve sieve INPUT --out DIR' writes one");
  }

  @Test
  void shouldSayWhatWasMeantByAnAddressWithoutSchemeAndByOneInPlaceOfTheFolder()
      throws IOException {
    Path page =
        Files.writeString(
            dir.resolve("page.jsonl"),
            "{\"url\":\"https://a.example:8443/en/\",\"text\":\"Hi\"}\n");
    Path sieved = dir.resolve("sieved");
    CommandRun.of("sieve", page, "--out", sieved);
    assertThat(CommandRun.of("explain", "a.example:8443/en/", "--from", sieved).err())
        .contains("; there is one on https://a.example:8443/en/: give it whole")
        .doesNotContain("NAME/PATH");
    CommandRun swapped = CommandRun.of("explain", out, "--from", "http://localhost/v1/raven.html");
    assertThat(swapped.exitCode()).isEqualTo(2);
    assertThat(swapped.err())
        .contains("did you mean 'explain http://localhost/v1/raven.html --from " + out + "'?");
  }

  @Test
  void shouldSayThatASieveIsNotComplete() throws IOException {
    for (String file : new String[] {"verdicts.jsonl", "fingerprints.bin"}) {
      Files.move(out.resolve(file), out.resolve(file + ".unfinished"));
    }
    for (String[] command :
        new String[][] {
          {"explain", "http://a.example/", "--from", out.toString()},
          {"replay", "--from", out.toString()},
          {"replay", "--verify", "--from", out.toString()},
          {"mirrors", out.toString()},
          {"evaluate", "--sample", "3", "--from", out.toString(), "--html", dir + "/a.html"},
          {"sieve", old.toString(), "--against", out.toString(), "--out", dir + "/new"}
        }) {
      CommandRun run = CommandRun.of((Object[]) command);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("the sieve into " + out + " is not complete", "--resume")
          .doesNotContain("there is no file");
    }
  }

  /**
   * A sieve with --force leaves an earlier run's files until it is complete. Interrupted, it must
   * not leave them to be taken for its own.
   */
  @Test
  void shouldNotTakeAnEarlierRunForTheOneThatIsNotComplete() throws IOException {
    Path checkpoint = Files.writeString(out.resolve("checkpoint.json.unfinished"), "{}");
    Path passages = Files.writeString(out.resolve("passages.jsonl"), "");
    for (Object[] command :
        new Object[][] {
          {"explain", "http://a.example/", "--from", out},
          {"replay", "--from", out},
          {"replay", "--verify", "--from", out},
          {"mirrors", out},
          {"evaluate", "--sample", "3", "--from", out, "--html", dir + "/a.html"},
          {"sieve", old, "--against", out, "--out", dir + "/new"},
          {"extract", old, "--without", passages}
        }) {
      CommandRun run = CommandRun.of(command);
      assertThat(run.exitCode()).as("%s", command[0]).isEqualTo(1);
      assertThat(run.err())
          .contains("the sieve into " + out + " is not complete", "is there from the run before it")
          .contains("the same command with --resume in place of --force");
    }
    Files.delete(checkpoint);
    assertThat(CommandRun.of("mirrors", out).exitCode()).isZero();
  }

  /** Without a broker, a user who has only sieved files is told how to ask about those. */
  @Test
  void shouldNameTheOptionThatReadsFilesIfNoBrokerAnswers() {
    for (String[] command :
        new String[][] {
          {"explain", "raven.html"},
          {"replay"},
          {"compare", "http://a.example/", "http://b.example/"}
        }) {
      List<Object> args = new ArrayList<>(List.of((Object[]) command));
      args.addAll(List.of("--set", "bootstrap.servers=localhost:1"));
      args.addAll(List.of("--set", "streams.default.api.timeout.ms=1500"));
      args.addAll(List.of("--set", "streams.request.timeout.ms=1000"));
      CommandRun run = CommandRun.of(args.toArray());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("no Kafka broker answers at localhost:1")
          .containsPattern("; --(from DIR reads what 'crawlsieve sieve' has|pages INPUT looks)");
    }
  }

  /** What its output says of two pages is said in words by its help. */
  @Test
  void shouldSayWhatItsWordsMean() throws IOException {
    String help = CommandRun.of("explain", "--help").out();
    Files.writeString(recent.resolve("raven.html"), "<title>The Raven</title><p>" + TEXT + "once");
    CommandRun.of("sieve", old, recent, "--out", out, "--force");
    String dropped = CommandRun.of("explain", recent.resolve("raven.html"), "--from", out).out();
    for (String word : List.of("similarity", "has at least", "word for word")) {
      assertThat(dropped).contains(word);
      assertThat(help).contains(word);
    }
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
    for (Class<?> command : List.of(ExplainCommand.class, CompareCommand.class)) {
      String[] footer = command.getAnnotation(Command.class).footer();
      String name = command.getAnnotation(Command.class).name();
      assertThat(CommandRun.of(name, "--help").out().lines()).contains(footer);
    }
  }

  /** A block counts whole if a word of it differs; so no number of words is said to be lost. */
  @Test
  void shouldSayWhatTheKeptPageDoesNotSay() throws IOException {
    String verses = words(415).replaceAll("([02468]0) ", "$1</p><p>");
    Files.writeString(old.resolve("poem.html"), "<title>A poem</title><p>" + verses + " nevermore");
    Files.writeString(recent.resolve("poem.html"), "<title>A poem</title><p>" + verses + " ever");
    CommandRun.of("sieve", old, recent, "--out", out, "--force");
    assertThat(CommandRun.of("explain", recent.resolve("poem.html"), "--from", out).out())
        .contains("the kept page does not say, word for word, 1 block of 15 words (1 × text)")
        .contains("similarity about ", "; a near copy needs 0.65 (sketch.min.similarity)")
        .contains("; the kept page has at least 0.", " of its main text (95 % sure)")
        .doesNotContain("near.alike.min.similarity");
    assertThat(CommandRun.of("explain", recent.resolve("raven.html"), "--from", out).out())
        .contains("their main texts are equal; 'extract --blocks' shows what that is")
        .contains("the kept page says all that it says, but for times and signs")
        .doesNotContain("bits", "similarity", "has at least");
  }

  /** C++ has {@code &} and {@code &&}: where nothing else differs, the page is dropped. */
  @Test
  void shouldSayThatSignsAreNotCompared() throws IOException {
    String prose = IntStream.range(0, 99).mapToObj(i -> "word" + i).collect(joining(" "));
    String page = "<title>swap</title><p>%s<pre>void swap(T %s other)</pre>";
    Files.writeString(old.resolve("swap.html"), page.formatted(prose, "&amp;"));
    Files.writeString(recent.resolve("swap.html"), page.formatted(prose, "&amp;&amp;"));
    CommandRun.of("sieve", old, recent, "--out", out, "--force");
    assertThat(CommandRun.of("explain", recent.resolve("swap.html"), "--from", out).out())
        .contains("dropped")
        .contains("the kept page says all that it says, but for times and signs");
  }

  /** Of one main text, but with more beside it. */
  @Test
  void shouldSayWhatTheKeptPageLacks() throws IOException {
    String prose = IntStream.range(0, 99).mapToObj(i -> "word" + i).collect(joining(" "));
    String more = "<footer>" + "some words beside it that are only here ".repeat(9) + "</footer>";
    StringBuilder pages = new StringBuilder();
    for (String id : List.of("1", "2")) {
      pages.append(
          "{\"url\":\"https://a.example/item?id=%s\",\"html\":\"<title>Item</title><main><p>%s</main>%s\"}\n"
              .formatted(id, prose, id.equals("1") ? "" : more));
    }
    Path input = Files.writeString(dir.resolve("items.jsonl"), pages);
    CommandRun.of("sieve", input, "--out", out, "--force");
    assertThat(CommandRun.of("explain", "https://a.example/item?id=2", "--from", out).out())
        .contains("(not a copy of it: too much is lost: ")
        .contains("the kept page does not say, word for word, 1 block of 72 words (1 × text)")
        .contains("; with near.names=ignore, the main text alone would decide)");
  }

  /** A page to be printed, of which nothing is missing from the page it is of. */
  @Test
  void shouldSayThatNothingIsLost() throws IOException {
    String prose = IntStream.range(0, 99).mapToObj(i -> "word" + i).collect(joining(" "));
    String menu =
        IntStream.range(0, 30)
            .mapToObj(i -> "<li><a href=/x" + i + ">Some other place " + i + "</a>")
            .collect(joining());
    String page =
        "{\"url\":\"https://a.example/%s/7\",\"html\":\"<title>%s</title>%s<main><h1>A new pool</h1><p>%s</main>\"}\n";
    Path input =
        Files.writeString(
            dir.resolve("print.jsonl"),
            page.formatted(
                    "news", "A new pool | The Paper", "<nav><ul>" + menu + "</ul></nav>", prose)
                + page.formatted("print", "A new pool", "", prose));
    CommandRun.of("sieve", input, "--out", out, "--force");
    assertThat(CommandRun.of("explain", "https://a.example/print/7", "--from", out).out())
        .contains("it copies https://a.example/news/7", "(reason: nothing-lost)")
        .contains("the kept page says all that it says");
  }

  /** Two long pages with other footers, of which only the first blocks are listed. */
  @Test
  void shouldSayThatALongPageIsNotListedWhole() throws IOException {
    String prose =
        IntStream.range(0, 1_500)
            .mapToObj(i -> Integer.toString(i, 2).replace('0', 'o').replace('1', 'l'))
            .map(word -> "<p>paragraph " + word)
            .collect(joining());
    StringBuilder pages = new StringBuilder();
    for (String id : List.of("1", "2")) {
      pages.append(
          ("{\"url\":\"https://a.example/item?id=%s\","
                  + "\"html\":\"<title>Item</title><main>%s</main><footer>%s\"}\n")
              .formatted(id, prose, id.equals("1") ? "about us" : "the privacy of our readers"));
    }
    Path input = Files.writeString(dir.resolve("items.jsonl"), pages);
    CommandRun.of("sieve", input, "--out", out, "--force");
    assertThat(CommandRun.of("explain", "https://a.example/item?id=2", "--from", out).out())
        .contains(
            "it cannot be shown that nothing is lost with it: of each page the first 1,024"
                + " blocks are listed, and one of the two has more; with near.names=ignore")
        .doesNotContain("0 blocks");
  }

  /** Blocks that are equal but for numbers count once, and of a long one 255 words. */
  @Test
  void shouldNotSayThatThreeBlocksAreOneOf255Words() throws IOException {
    String verses =
        IntStream.range(0, 4_000).mapToObj(i -> "verse" + i).collect(joining(" ", "<p>", ""));
    String added = IntStream.range(0, 300).mapToObj(i -> "more" + i).collect(joining(" "));
    Files.writeString(old.resolve("poem.html"), "<title>A poem</title>" + verses);
    Files.writeString(
        recent.resolve("poem.html"),
        "<title>A poem</title>%1$s<p>1 %2$s<p>2 %2$s<p>3 %2$s".formatted(verses, added));
    CommandRun.of("sieve", old, recent, "--out", out, "--force");
    assertThat(CommandRun.of("explain", recent.resolve("poem.html"), "--from", out).out())
        .contains("1 block of at least 255 words (1 × text)")
        .doesNotContain("1 block of 255");
  }

  /** What is lost is said by its kind, and which setting would not compare it. */
  @Test
  void shouldSayWhichKindOfLossKeepsAPage() throws IOException {
    String ignore = "; with near.names=ignore, the similarity alone would decide)";
    String same = "; with near.names=ignore, the main text alone would decide)";
    String raven = "<title>The raven and the night</title>";
    String ash = "<title>An ash tree</title>";
    assertThat(explained("a", ash + "<p>", 120, "b", raven + "<p>", 121))
        .contains("(not a copy of it: its title or heading is lost: ", "1 × title", ignore);
    assertThat(explained("a", raven + "<p>", 9, "a", "<title>A raven in winter</title><p>", 9))
        .contains("(not a copy of it: its title or heading is lost: ", same)
        .contains("1 block of 4 words (1 × title)");
  }

  /** What is said of the second page, which is kept. */
  private String explained(
      String site, String html, int words, String otherSite, String otherHtml, int otherWords)
      throws IOException {
    String page = "{\"url\":\"https://%s.example/%s/page\",\"html\":\"%s%s\"}\n";
    Path input =
        Files.writeString(
            dir.resolve("two.jsonl"),
            page.formatted(site, "v1", html, words(words))
                + page.formatted(otherSite, "v2", otherHtml, words(otherWords)));
    CommandRun.of("sieve", input, "--out", out, "--force");
    return CommandRun.of("explain", "https://" + otherSite + ".example/v2/page", "--from", out)
        .out();
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "word" + i).collect(joining(" "));
  }

  /** What the site's other pages show decides, too: the two were compared, and failed the rule. */
  @Test
  void shouldSayWhatFailedOfPagesThatAreNearEnough() throws IOException {
    StringBuilder pages = new StringBuilder();
    String[] names = {"ash", "birch", "cedar", "dogwood", "elm", "fir"};
    for (String name : names) {
      pages.append(listed(name, name));
    }
    pages.append(listed("ash", "gingko"));
    Path input = Files.writeString(dir.resolve("lists.jsonl"), pages);
    Path lists = dir.resolve("lists");
    CommandRun.of("sieve", input, "--out", lists);
    assertThat(CommandRun.of("explain", "https://a.example/gingko", "--from", lists).out())
        .contains("nearest is https://a.example/ash")
        .contains("(not a copy of it: many other texts of the site have this title and heading; ")
        .doesNotContain("near enough, but");
  }

  private static String listed(String text, String name) {
    String words = IntStream.range(0, 120).mapToObj(i -> text + i * i).collect(joining(" "));
    String beside = "<aside>of all our members the %s is the one that came last".formatted(name);
    return "{\"url\":\"https://a.example/%s\",\"html\":\"<title>The list of all our members</title>"
            .formatted(name)
        + "<h1>The list of all our members</h1><main><p>%s</main>%s\"}\n".formatted(words, beside);
  }

  @Test
  void shouldSayThatOverridesKeepPagesApart() throws IOException {
    Path pages =
        Files.writeString(
            dir.resolve("shops.jsonl"),
            "{\"url\":\"https://a.example/1\",\"text\":\"%1$s\"}\n{\"url\":\"https://b.example/1\",\"text\":\"%1$s\"}\n"
                .formatted(TEXT));
    Path file =
        Files.writeString(
            dir.resolve("overrides.jsonl"),
            "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\"]}}\n");
    String set = "overrides.file=" + file;
    Path shops = dir.resolve("shops");
    CommandRun.of("sieve", pages, "--out", shops, "--set", set);
    assertThat(CommandRun.of("explain", "https://b.example/1", "--from", shops, "--set", set).out())
        .containsPattern("not a copy of it: near enough, but .*overrides.file keeps them apart");
  }

  /** Such a page is not in the index, however near it is. */
  @Test
  void shouldNotNameAPageThatOnlyAnOverrideKept() throws IOException {
    StringBuilder shops = new StringBuilder();
    for (String host : List.of("a.example", "b.example", "c.example")) {
      shops.append("{\"url\":\"https://%s/1\",\"text\":\"%s\"}\n".formatted(host, TEXT));
    }
    Path pages = Files.writeString(dir.resolve("three.jsonl"), shops);
    Path file =
        Files.writeString(
            dir.resolve("keep.jsonl"),
            """
            {"separate":{"hosts":["a.example","c.example"]}}
            {"keep":{"host":"b.example"}}
            """);
    String set = "overrides.file=" + file;
    Path kept = dir.resolve("kept-apart");
    CommandRun.of("sieve", pages, "--out", kept, "--set", set);
    assertThat(CommandRun.of("explain", "https://c.example/1", "--from", kept, "--set", set).out())
        .contains("nearest is https://a.example/1", "overrides.file keeps them apart");
  }

  @Test
  void shouldSayThatADateIsAnother() throws IOException {
    String event = "<title>The repair cafe in our hall</title><h1>The repair cafe in our hall</h1>";
    String words = IntStream.range(0, 60).mapToObj(i -> "word" + i).collect(joining(" "));
    Path pages = dir.resolve("pages.jsonl");
    String page =
        "{\"url\":\"https://a.example/events/cafe-%s\",\"html\":\"%s<main><p>We meet on %s in the"
            + " big hall</p><p>%s\"}\n";
    Files.writeString(
        pages,
        page.formatted("a", event, "19 May", words) + page.formatted("b", event, "26 June", words));
    CommandRun.of("sieve", pages, "--out", dir.resolve("events"));
    assertThat(
            CommandRun.of(
                    "explain", "https://a.example/events/cafe-b", "--from", dir.resolve("events"))
                .out())
        .contains("not a copy of it: a line or a number of the item, such as a date or a place, is")
        .contains("1 block of 9 words (1 × text); with near.names=ignore, the similarity alone");
  }

  @Test
  void shouldSayThatABetterCopyTakesThePlaceOfTheOther() throws IOException {
    Path pages = dir.resolve("pages.jsonl");
    String page = "{\"url\":\"https://a.example/%s\",\"text\":\"%s\",\"fetchTime\":\"%s\"}\n";
    Files.writeString(
        pages, page.formatted(1, TEXT, "2026-01-30") + page.formatted(2, TEXT, "2026-01-31"));
    CommandRun.of(
        "sieve",
        pages,
        "--out",
        dir.resolve("newest"),
        "--set",
        "clusters.enabled=true",
        "--set",
        "clusters.policy=newest",
        "--set",
        "dedup.keep=policy");
    CommandRun run =
        CommandRun.of("explain", "https://a.example/2", "--from", dir.resolve("newest"));
    assertThat(run.out())
        .contains("a copy, but kept as the better one: the same content under another URL")
        .contains("it takes the place of https://a.example/1\n")
        .contains("better by newest", "both are in unique, this one later")
        .doesNotContain("dropped", "to keep it all the same");
  }

  /** Lines of a text file are other blocks than the paragraphs of the page that was kept. */
  @Test
  void shouldSayThatNothingOfATextInOtherBlocksIsLost() throws IOException {
    String words = words(400);
    Files.writeString(old.resolve("poem.html"), "<title>A poem</title><main><p>" + words);
    Files.writeString(
        recent.resolve("poem.html"),
        "<title>A poem</title><main><p>once " + words.replaceAll("([13579]9) ", "$1</p><p>"));
    CommandRun.of("sieve", old, recent, "--out", out, "--force");
    assertThat(CommandRun.of("explain", recent.resolve("poem.html"), "--from", out).out())
        .contains("it copies ", "(reason: nothing-lost)");
  }

  /** The line that explain prints is an override, and does what it says. */
  @Test
  void shouldNameTheCureOfAWrongDrop() throws IOException {
    CommandRun dropped = CommandRun.of("explain", recent.resolve("raven.html"), "--from", out);
    String line = dropped.out().replaceAll("(?s).*the line (\\{.*}) in a file.*", "$1");
    Path overrides = Files.writeString(dir.resolve("overrides.jsonl"), line + "\n");
    assertThat(dropped.out()).contains(" (reason: nothing-lost)");
    Path kept = dir.resolve("kept");
    CommandRun run =
        CommandRun.of("sieve", old, recent, "--out", kept, "--set", "overrides.file=" + overrides);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(CommandRun.of("explain", recent.resolve("raven.html"), "--from", kept).out())
        .contains(
            "kept by line 1 of overrides.file: keep url", "(as URLs are compared: http is https)");
  }
}
