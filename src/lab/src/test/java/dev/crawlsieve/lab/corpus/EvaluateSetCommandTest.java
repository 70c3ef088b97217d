package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateSetCommandTest {

  @TempDir Path dir;

  private static String words(String stem, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(stem).append(i).append(i % 10 == 9 ? "</p><p>" : " ");
    }
    return text.toString();
  }

  private static String event(String url, String html) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    return mapper.writeValueAsString(mapper.createObjectNode().put("url", url).put("html", html))
        + "\n";
  }

  @Test
  void shouldMakeAnEvaluationSetAndMeasureOnIt() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      events.append(
          event(
              "http://site.example/" + i,
              "<title>Page "
                  + i
                  + "</title><body><main><h1>On "
                  + i
                  + "</h1><p>"
                  + words("w" + i + "x", 200)
                  + "</main></body>"));
    }
    Path pages = Files.writeString(dir.resolve("pages.jsonl"), events);
    Path set = dir.resolve("set");
    List<Object> args = List.of("evaluate-set", pages, "--out", set, "--seed", 5);
    CommandRun made = CommandRun.of(args.toArray());
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).contains("labelled pairs of").contains(set.toString());
    assertThat(Files.readString(set.resolve("kinds.tsv")))
        .contains("\t1\tdates-counters", "\t0\tsame-template");
    CommandRun again = CommandRun.of(args.toArray());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("--force");
    CommandRun measured =
        CommandRun.of(
            "evaluate",
            "--pages",
            set.resolve("pages.jsonl"),
            "--truth",
            set.resolve("truth.tsv"),
            "--kinds",
            set.resolve("kinds.tsv"));
    assertThat(measured.exitCode()).isZero();
    assertThat(measured.out()).contains("exact-copy");
    assertThat(CommandRun.of("evaluate-set", pages, "--out", set, "--every", 0).exitCode())
        .isEqualTo(2);
  }
}
