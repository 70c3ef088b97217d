package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractCommandTest {

  private static final String FRAME = "All that you should know of our zoo";

  @TempDir private Path dir;

  private Path pages() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (String animal : "badger otter marten polecat weasel stoat mink fisher".split(" ")) {
      String html =
          "<title>The %s</title><p>%s<h1>The %s</h1><p>Why the %s sleeps by day"
              .formatted(animal, FRAME, animal, animal);
      pages.append(
          "{\"url\":\"https://zoo.example/%s\",\"html\":\"%s\"}\n".formatted(animal, html));
    }
    return Files.writeString(dir.resolve("zoo.jsonl"), pages);
  }

  @Test
  void shouldLeaveOutWhatTheSiteSaysOnEveryPage() throws IOException {
    Path pages = pages();
    Path out = dir.resolve("out");
    assertThat(CommandRun.of("sieve", pages, "--out", out, "--passages").exitCode()).isZero();
    Path passages = out.resolve("passages.jsonl");
    assertThat(passages).content().contains(FRAME);
    CommandRun run = CommandRun.of("extract", pages, "--without", passages, "--limit", 1);
    assertThat(run.exitCode()).isZero();
    JsonNode shown = new ObjectMapper().readTree(run.out());
    assertThat(shown.path("text").asText()).isEqualTo("The badger\nWhy the badger sleeps by day");
    assertThat(shown.path("share").asDouble()).isBetween(0.1, 0.9);
    assertThat(shown.path("passages").size()).isEqualTo(1);
    assertThat(shown.path("passages").get(0).path("line").asInt()).isZero();
    CommandRun folder = CommandRun.of("extract", pages, "--without", out, "--limit", 1);
    assertThat(folder.out()).isEqualTo(run.out());
    Files.delete(passages);
    assertThat(CommandRun.of("extract", pages, "--without", out).err())
        .contains("there is no file " + passages)
        .contains("'crawlsieve sieve INPUT --passages --out DIR' leaves one in DIR");
  }

  @Test
  void shouldSayWhyNothingIsTakenOut() throws IOException {
    Path pages = pages();
    Path out = dir.resolve("out");
    CommandRun none =
        CommandRun.of("sieve", pages, "--out", out, "--passages", "--set", "passages.pages=9");
    assertThat(none.exitCode()).isZero();
    assertThat(none.err())
        .contains(
            "no passage was found: no site has enough pages: it needs 9 (passages.pages), and of"
                + " zoo.example, the largest, 8 pages of distinct text were counted");
    Path passages = out.resolve("passages.jsonl");
    assertThat(CommandRun.of("extract", pages, "--without", passages).err())
        .contains("nothing was taken out by " + passages + ": the file has no passages");
    Path others = Files.writeString(dir.resolve("others.jsonl"), other("a") + other("b"));
    CommandRun differ = CommandRun.of("sieve", others, "--out", dir.resolve("o"), "--passages");
    assertThat(differ.err()).contains("it needs 6 (passages.pages), and of zoo.example", "2 pages");
    CommandRun rare =
        CommandRun.of(
            "sieve", others, "--out", out, "--force", "--passages", "--set", "passages.pages=2");
    assertThat(rare.err())
        .contains("no line is on at least 2 of its site's pages")
        .contains("of zoo.example, the largest site, 2 pages of distinct text were counted");
    Path empty = Files.writeString(dir.resolve("bad.jsonl"), "{}\n");
    assertThat(CommandRun.of("sieve", empty, "--out", out, "--force", "--passages").err())
        .contains("no passage was found: no page has lines of text that count");
    CommandRun found = CommandRun.of("sieve", pages, "--out", out, "--force", "--passages");
    assertThat(found.err())
        .doesNotContain("no passage", "is left out")
        .contains("1 passage is in passages.jsonl; --format text leaves them out of texts");
    CommandRun texts =
        CommandRun.of("sieve", pages, "--out", out, "--force", "--passages", "--format", "text");
    assertThat(texts.err())
        .containsPattern("[1-9][0-9.]+ % of the text was passages and is left out, on 8 pages");
    Path elsewhere =
        Files.writeString(
            dir.resolve("elsewhere.jsonl"), Files.readString(pages).replace("zoo.ex", "ark.ex"));
    assertThat(CommandRun.of("extract", elsewhere, "--without", passages).err())
        .contains("its passages are of zoo.example, and none of these pages is");
    assertThat(CommandRun.of("extract", others, "--without", passages).err())
        .contains("these pages have no passages of their sites");
    assertThat(CommandRun.of("extract", pages, "--without", passages).err())
        .doesNotContain("nothing was taken out");
  }

  private static String other(String word) {
    return "{\"url\":\"https://zoo.example/x/%s\",\"html\":\"<p>Only %s here, %s\"}%n"
        .formatted(word, word.repeat(9), word);
  }

  /** As sieve, which sends them to unjudged; a terminal should not receive an image's bytes. */
  @Test
  void shouldSayWhatBytesAreThatNoTextHas() throws IOException {
    Path image = dir.resolve("image.html");
    Files.write(image, "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0<p>words".getBytes(ISO_8859_1));
    Path feed = Files.writeString(dir.resolve("feed.html"), "{\"title\": \"Not a page\"}");
    Path page = Files.writeString(dir.resolve("page.html"), "<p>The badger sleeps by day");
    for (String command : List.of("extract", "fingerprint")) {
      CommandRun run = CommandRun.of(command, image, page, feed);
      assertThat(run.exitCode()).isZero();
      assertThat(run.lines()).hasSize(1).first().asString().contains("page.html");
      assertThat(run.err())
          .contains("image.html is not judged: the body begins as that of the type image/png")
          .contains("feed.html is not judged: the body begins as that of the type application/json")
          .contains("3 pages, 2 not judged and left out")
          .doesNotContain("IHDR");
      CommandRun counted = CommandRun.of(command, image, page, "--json");
      assertThat(counted.lastLine().path("unjudged").asInt()).isEqualTo(1);
    }
    assertThat(CommandRun.of("extract", feed, "--set", "accept.types=*/*").out())
        .contains("Not a page");
    assertThat(CommandRun.of("fingerprint", image, "--set", "accept.bytes=image/*").lines())
        .hasSize(1);
    for (Object[] pair : new Object[][] {{image, page}, {page, image}}) {
      CommandRun run = CommandRun.of("compare", pair[0], pair[1]);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .contains("image.html has no text to compare: the body begins as that of the type image");
    }
    String url = "http://localhost/" + dir.getFileName() + "/";
    CommandRun named =
        CommandRun.of("compare", url + "page.html", url + "image.html", "--pages", dir);
    assertThat(named.exitCode()).isEqualTo(1);
    assertThat(named.err()).contains("image.html has no text to compare");
  }

  @Test
  void shouldNameAFileThatHoldsNoPassages() throws IOException {
    Path pages = pages();
    CommandRun run = CommandRun.of("extract", pages, "--without", pages, "--limit", 1);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("zoo.jsonl").doesNotContain("\tat ");
    Path none = dir.resolve("none.jsonl");
    run = CommandRun.of("extract", pages, "--without", none, "--limit", 1);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("none.jsonl").doesNotContain("\tat ");
  }
}
