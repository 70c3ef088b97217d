package dev.crawlsieve.tool.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {

  @TempDir Path dir;
  private Path first;
  private Path second;
  private Path pages;

  @BeforeEach
  void writePages() throws IOException {
    first =
        Files.writeString(
            dir.resolve("a.html"), "<p>Once upon a midnight dreary, while I pondered</p>");
    second = Files.writeString(dir.resolve("b.txt"), "Once upon a time, while I pondered\n");
    pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"http://a.example/1","html":"<p>Once upon a midnight dreary, while I pondered"}
            {"url":"http://a.example/2","text":"an older form"}
            {"url":"http://a.example/2","text":"Once upon a time, while I pondered"}
            """);
  }

  @Test
  void shouldShowEveryDistanceAndHowTheTextsDiffer() throws IOException {
    CommandRun run = CommandRun.of("compare", first, second);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("calls the second another page than the first.");
    assertThat(run.out())
        .contains("3-shingles: 2 of 6 and 5", "0.222", "Hamming", "super-shingles")
        .contains("edit similarity", "containment of A in B")
        .contains("[-midnight dreary,-] {+time,+}")
        .contains("The configured detector (combined, ");
  }

  @Test
  void shouldSayThatBothPagesAreNeeded() {
    assertThat(CommandRun.of("compare", "--help").out()).contains(" A B\n").doesNotContain("[A]");
    assertThat(CommandRun.of("compare", first).err()).contains("two pages are needed, A and B");
  }

  /** Of equal texts a sketch would say 0.98. */
  @Test
  void shouldSayThatEqualTextsContainEachOther() {
    assertThat(CommandRun.of("compare", first, first).out())
        .containsPattern("least containment of A in B +1.000 +the texts are equal\n")
        .containsPattern("least containment of B in A +1.000 +the texts are equal\n");
  }

  /** A page that has nothing in common with the other would flood the terminal. */
  @Test
  void shouldCutALongChange() throws IOException {
    Path page = Files.writeString(dir.resolve("long.txt"), "word ".repeat(1_000));
    CommandRun run = CommandRun.of("compare", first, page);
    assertThat(run.out()).contains("word word … (3,999 characters more)+}");
    assertThat(run.out().length()).isLessThan(5_000);
    assertThat(CommandRun.of("compare", first, page, "--json").out()).hasSizeGreaterThan(5_000);
  }

  /** Two pages alone do not show what a site's other pages do, which sieve takes into account. */
  @Test
  void shouldSayThatTheSiteMayDecideOtherwise() throws IOException {
    Path site =
        Files.writeString(
            dir.resolve("site.jsonl"),
            """
            {"url":"http://a.example/x?v=1","html":"<title>The mill by the river</title><p>words"}
            {"url":"http://A.example/x?v=2","html":"<title>The mill by the river</title><p>others"}
            {"url":"http://b.example/x?v=2","html":"<title>The mill by the river</title><p>others"}
            {"url":"http://a.example/x?v=1#","html":"<title>The mill by the river</title><p>words!"}
            """);
    String[] pair = {"http://a.example/x?v=1", "http://A.example/x?v=2"};
    String note = "Other pages of their site may show that their name is common";
    CommandRun run = CommandRun.of("compare", pair[0], pair[1], "--pages", site);
    assertThat(run.out())
        .contains(
            note, "'explain' has what a run over all", "what they are called, not by other pages");
    assertThat(
            CommandRun.of("compare", pair[0], pair[1], "--pages", site, "--json")
                .lastLine()
                .path("siteMayDecide")
                .asBoolean())
        .isTrue();
    assertThat(CommandRun.of("compare", pair[0], "http://b.example/x?v=2", "--pages", site).out())
        .doesNotContain(note);
    assertThat(CommandRun.of("compare", pair[0], pair[0], "--pages", site).out())
        .contains("same", "That, and 'rule', is by these two pages alone; no other page")
        .doesNotContain(note);
    assertThat(
            CommandRun.of(
                    "compare", pair[0], pair[1], "--pages", site, "--set", "near.names=ignore")
                .out())
        .doesNotContain(note);
    assertThat(CommandRun.of("compare", first, second).out()).contains(note);
  }

  /** One list under two tags: two pages alone do not show that the text is the page's own. */
  @Test
  void shouldSayWhatTheRuleFinds() throws IOException {
    String prose = IntStream.range(0, 99).mapToObj(i -> "word" + i).collect(joining(" "));
    String page = "{\"url\":\"http://a.example/tag/%s\",\"html\":\"<title>%1$s</title><p>%s\"}\n";
    Path tags =
        Files.writeString(
            dir.resolve("tags.jsonl"),
            page.formatted("mills", prose) + page.formatted("dams", prose));
    assertThat(
            CommandRun.of(
                    "compare",
                    "http://a.example/tag/mills",
                    "http://a.example/tag/dams",
                    "--pages",
                    tags)
                .out())
        .containsPattern("\\nrule +name-lost ")
        .contains("calls the second another page than the first.\n");
  }

  @Test
  void shouldEndWithJson() throws IOException {
    CommandRun run = CommandRun.of("compare", first, second, "--json");
    assertThat(run.lastLine().path("jaccard").asDouble()).isEqualTo(2 / 9.0);
    assertThat(run.lastLine().path("matches").isBoolean()).isTrue();
    assertThat(run.lastLine().path("diff").path("changes").size()).isEqualTo(1);
  }

  @Test
  void shouldFindPagesByUrl() throws IOException {
    CommandRun run =
        CommandRun.of(
            "compare", "HTTP://a.example/1#top", "http://a.example/2", "--pages", pages, "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.lastLine().path("a").asText()).isEqualTo("http://a.example/1");
    assertThat(run.lastLine().path("jaccard").asDouble()).isEqualTo(2 / 9.0);
    CommandRun mixed = CommandRun.of("compare", first, "http://a.example/1", "--pages", pages);
    assertThat(mixed.out())
        .contains("The main texts are the same.")
        .contains("a copy of the first");
  }

  @Test
  void shouldSayWhichUrlOccursSeveralTimes() {
    Object[] compare = {
      "compare", "http://a.example/1", "http://a.example/2", "--pages", pages, pages, "--json"
    };
    assertThat(CommandRun.of(compare).err())
        .contains(
            "http://a.example/2 occurs 4 times, http://a.example/1 occurs 2 times; the last one is"
                + " taken");
  }

  /** In each order of options and pages, as 'evaluate --pages' does. */
  @Test
  void shouldTakeSeveralInputs() throws IOException {
    Path more =
        Files.writeString(
            dir.resolve("more.jsonl"),
            "{\"url\":\"http://a.example/3\",\"text\":\"Another text\"}");
    String pattern = dir.resolve("{pages,more}.jsonl").toString();
    String a = "http://a.example/1";
    String b = "http://a.example/3";
    Object[][] orders = {
      {"compare", a, b, "--pages", pages, more},
      {"compare", "--pages", pages, more, a, b},
      {"compare", a, "--pages", pages, more, b},
      {"compare", "--pages", pages, "--pages", more, "--json", a, b},
      {"compare", a, b, "--pages", pattern},
    };
    for (Object[] order : orders) {
      CommandRun run = CommandRun.of(order);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).contains(a, b);
    }
    Path folder = Files.createDirectories(dir.resolve("site"));
    Files.copy(first, folder.resolve("a.html"));
    CommandRun based =
        CommandRun.of(
            "compare",
            "https://s.example/a.html",
            second,
            "--base-url",
            "https://s.example/",
            "--pages",
            folder,
            "--json");
    assertThat(based.exitCode()).as(based.err()).isZero();
    assertThat(based.lastLine().path("a").asText()).isEqualTo("https://s.example/a.html");
    CommandRun useless =
        CommandRun.of("compare", first, second, "--base-url", "https://s.example/");
    assertThat(useless.exitCode()).isEqualTo(2);
  }

  /** As explain says of a sieve of both folders, or of the folder that holds them. */
  @Test
  void shouldGiveFilesOfOneNameTheAddressesOfTheirFolders() throws IOException {
    Path one = Files.createDirectories(dir.resolve("one/de x")).resolve("page.html");
    Path two = Files.createDirectories(dir.resolve("two/de x")).resolve("page.html");
    Files.copy(first, one);
    Files.copy(first, two);
    CommandRun run = CommandRun.of("compare", one, two, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lastLine().path("a").asText())
        .isEqualTo("http://localhost/one/de%20x/page.html");
    assertThat(run.lastLine().path("b").asText())
        .isEqualTo("http://localhost/two/de%20x/page.html");
    CommandRun within =
        CommandRun.of(
            "compare",
            one,
            "http://localhost/two/de%20x/page.html",
            "--pages",
            dir.resolve("two"),
            "--pages",
            dir.resolve("one"),
            "--json");
    assertThat(within.exitCode()).as(within.err()).isZero();
    assertThat(within.lastLine().path("a").asText())
        .isEqualTo("http://localhost/one/de%20x/page.html");
    CommandRun same = CommandRun.of("compare", first, second, "--json");
    assertThat(same.lastLine().path("a").asText()).isEqualTo("http://localhost/a.html");
    String hint = "with --pages FOLDER, they are those that 'sieve FOLDER' gives";
    assertThat(same.err()).contains(hint);
    CommandRun inFolder = CommandRun.of("compare", first, second, "--pages", dir, "--json");
    assertThat(inFolder.err()).doesNotContain(hint);
    assertThat(inFolder.lastLine().path("a").asText())
        .isEqualTo("http://localhost/" + dir.getFileName() + "/a.html");
  }

  @Test
  void shouldSayWhichPageIsMissing() {
    CommandRun url = CommandRun.of("compare", first, "http://a.example/9", "--pages", pages);
    assertThat(url.exitCode()).isEqualTo(1);
    assertThat(url.err()).contains("there is no page http://a.example/9 in ");
    CommandRun file = CommandRun.of("compare", first, dir.resolve("absent.html"));
    assertThat(file.exitCode()).isEqualTo(2);
    assertThat(file.err()).contains("absent.html does not exist");
    CommandRun many = CommandRun.of("compare", first, pages);
    assertThat(many.exitCode()).isEqualTo(1);
    assertThat(many.err()).contains("pages.jsonl holds more than one page").contains("--pages");
    CommandRun one = CommandRun.of("compare", first);
    assertThat(one.exitCode()).isEqualTo(2);
    assertThat(one.err()).contains("two pages are needed, A and B");
    assertThat(CommandRun.of("compare", "--pages", pages, first).exitCode()).isEqualTo(2);
  }
}
