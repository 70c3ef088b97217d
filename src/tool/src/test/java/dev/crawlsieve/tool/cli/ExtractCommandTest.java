package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  }

  @Test
  void shouldNameAFileThatHoldsNoPassages() throws IOException {
    Path pages = pages();
    CommandRun run = CommandRun.of("extract", pages, "--without", pages, "--limit", 1);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("zoo.jsonl").doesNotContain("\tat ");
    Path none = dir.resolve("none.jsonl");
    run = CommandRun.of("extract", pages, "--without", none, "--limit", 1);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("none.jsonl").doesNotContain("\tat ");
  }
}
