package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void shouldDropExactCopiesOnly() throws IOException {
    List<String> pages =
        List.of(
            page("https://a.example/1", "One", WORDS),
            page("https://b.example/2", "Two", WORDS),
            page("https://b.example/3", "One", WORDS + " more"),
            page("https://c.example/4", "One", WORDS));
    assertThat(kept(pages, "near.min.shingles=1000000", "near.names=ignore"))
        .containsExactly("https://a.example/1", "https://b.example/3");
    assertThat(kept(pages, "accept.types=-*/*", "accept.bytes=*/*"))
        .containsExactly("https://a.example/1", "https://b.example/2", "https://b.example/3");
  }

  @Test
  void shouldKeepTheFirstInTheOrderOfReading() throws IOException {
    String old = page("https://a.example/old", "One", WORDS);
    String recent = page("https://a.example/new", "One", WORDS);
    assertThat(kept(List.of(old, recent))).containsExactly("https://a.example/old");
    assertThat(kept(List.of(recent, old))).containsExactly("https://a.example/new");
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

  private static String page(String url, String title, String text) {
    return "{\"url\":\"%s\",\"html\":\"<title>%s</title><p>%s</p>\"}".formatted(url, title, text);
  }

  private List<String> kept(List<String> pages, String... settings) throws IOException {
    assertThat(sieve(pages, settings).exitCode()).isZero();
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
