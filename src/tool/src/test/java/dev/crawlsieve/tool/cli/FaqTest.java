package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/faq.md says of pages. */
class FaqTest {

  private static final String WORDS =
      IntStream.range(0, 200).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

  @TempDir Path dir;

  @Test
  void shouldDropExactCopiesOnly() throws Exception {
    String more = WORDS + " and a few more words";
    String menu = "<nav>" + "a menu of other things ".repeat(9) + "</nav><p>" + WORDS;
    List<String> pages =
        List.of(
            page("https://a.example/1", "One", WORDS),
            page("https://b.example/2", "Two", WORDS),
            page("https://b.example/3", "One", more),
            page("https://c.example/4", "One", WORDS),
            page("https://a.example/5", "Menu", menu));
    assertThat(kept(pages))
        .containsExactly("https://a.example/1", "https://b.example/2", "https://a.example/5");
    String exact = documented("./crawlsieve sieve crawl.jsonl.gz --out exact ");
    assertThat(kept(pages, exact.strip().replaceAll("^.*? --set ", "")))
        .containsExactly(
            "https://a.example/1",
            "https://b.example/2",
            "https://b.example/3",
            "https://a.example/5");
    CommandRun why = CommandRun.of("explain", "https://b.example/3", "--from", dir.resolve("out"));
    assertThat(why.out())
        .contains("not the same main text, and detector=exact drops no near copies")
        .contains(
            "detector exact: when it was decided, it was compared with no kept page, since none was"
                + " near enough, or names told them apart before; the nearest was looked up now");
    assertThat(kept(pages, "detector=exact", "near.names=ignore"))
        .containsExactly("https://a.example/1", "https://b.example/3");
    assertThat(kept(pages, "accept.types=-*/*", "accept.bytes=*/*"))
        .hasSize(4)
        .doesNotContain("https://c.example/4");
  }

  @Test
  void shouldKeepTheFirstInTheOrderOfReading() throws IOException {
    String old = page("https://a.example/old", "One", WORDS);
    String recent = page("https://a.example/new", "One", WORDS);
    assertThat(kept(List.of(old, recent))).containsExactly("https://a.example/old");
    assertThat(kept(List.of(recent, old))).containsExactly("https://a.example/new");
  }

  /** The release may stand twice in each path, as Debian's packages have it. */
  @Test
  void shouldCompareReleasesThatFoldersName() throws IOException {
    assertThat(releases("foo-%s-doc/usr/share/doc/foo-%1$s-doc", "12.1", "13.0")).hasSize(3);
    assertThat(releases("v%s", "12", "13")).hasSize(3);
    assertThat(releases("foo-%s-doc", "12", "13")).as("12 may be a page's number").hasSize(6);
  }

  private List<String> releases(String folders, String old, String recent) throws IOException {
    for (String release : List.of(old, recent)) {
      Path html = Files.createDirectories(dir.resolve(folders.formatted(release)));
      for (String item : List.of("vector", "list", "map")) {
        String text = WORDS.replace("word", item).replaceAll("(\\d9) ", "$1 <p>in all ");
        Files.writeString(
            html.resolve(item + ".html"),
            "<title>%s</title><h1>%1$s</h1><p>%s %s"
                .formatted(item, text, release.equals(old) ? "was old" : "is new"));
      }
    }
    String first = folders.replaceFirst("/.*", "");
    return kept(dir.resolve(first.formatted(old)), dir.resolve(first.formatted(recent)));
  }

  @Test
  void shouldTakeFormsOfAUrlForOnePage() throws IOException {
    List<String> pages =
        List.of(
            page("http://a.example/p?a=1&b=2", "One", WORDS),
            page("https://www.a.example:443/p?b=2&a=1&utm_source=x#top", "One", WORDS + " more"),
            page("https://other.example/p?a=1&b=2", "One", WORDS));
    assertThat(kept(pages)).containsExactly("http://a.example/p?a=1&b=2");
    assertThat(Files.readAllLines(dir.resolve("out/verdicts.jsonl")).get(1))
        .contains("\"kind\":\"revisit\"");
    assertThat(kept(pages, "dedup.revisit=readmit")).hasSize(2);
  }

  /** As docs/tutorial.md says of the output. */
  @Test
  void shouldListKeptPagesWithTenCopiesOrMore() throws IOException {
    List<String> pages = new ArrayList<>();
    for (int i = 0; i <= 9; i++) {
      pages.add(page("https://a.example/" + i, "One", WORDS));
    }
    assertThat(sieve(pages).out()).doesNotContain("The kept pages with the most copies");
    pages.add(page("https://a.example/10", "One", WORDS));
    assertThat(sieve(pages).out())
        .contains("The kept pages with the most copies")
        .contains("10       10  https://a.example/0\n");
  }

  /** As docs/tutorial.md says of the output. */
  @Test
  void shouldSayWhereToSeeWhatWasDropped() throws IOException {
    String one = page("https://a.example/1", "One", WORDS);
    assertThat(sieve(List.of(one)).out()).doesNotContain("dropped");
    assertThat(sieve(List.of(one, page("https://a.example/2", "One", WORDS))).out())
        .contains("Some of what was dropped, and what it copies (the one read first is kept):")
        .contains("    https://a.example/2\n    copies https://a.example/1\n")
        .contains("what each dropped page copies: " + dir.resolve("out/verdicts.jsonl"))
        .contains("why: crawlsieve explain URL --from " + dir.resolve("out"));
  }

  /** A command of docs/faq.md, by its beginning. */
  private static String documented(String beginning) throws IOException {
    String faq = Files.readString(Path.of("docs/faq.md"));
    int start = faq.indexOf("\n" + beginning) + 1;
    assertThat(start).isPositive();
    Matcher end = Pattern.compile("[^|\\\\]\n").matcher(faq);
    assertThat(end.find(start)).isTrue();
    return faq.substring(start, end.end());
  }

  private static String page(String url, String title, String text) {
    return "{\"url\":\"%s\",\"html\":\"<title>%s</title><p>%s</p>\"}".formatted(url, title, text);
  }

  private List<String> kept(List<String> pages, String... settings) throws IOException {
    assertThat(sieve(pages, settings).exitCode()).isZero();
    return kept();
  }

  private List<String> kept(Path first, Path second) throws IOException {
    CommandRun run = CommandRun.of("sieve", first, second, "--out", dir.resolve("out"), "--force");
    assertThat(run.exitCode()).as(run.err()).isZero();
    return kept();
  }

  private List<String> kept() throws IOException {
    return Files.readAllLines(dir.resolve("out/unique.jsonl")).stream()
        .map(line -> line.replaceAll("\\{\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private CommandRun sieve(List<String> pages, String... settings) throws IOException {
    Path input = Files.write(dir.resolve("pages.jsonl"), pages);
    List<Object> command =
        new ArrayList<>(List.of("sieve", input, "--out", dir.resolve("out"), "--force"));
    for (String setting : settings) {
      command.addAll(List.of("--set", setting));
    }
    CommandRun run = CommandRun.of(command.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }
}
