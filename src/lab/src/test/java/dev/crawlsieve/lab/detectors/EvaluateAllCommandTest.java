package dev.crawlsieve.lab.detectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.tool.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateAllCommandTest {

  @TempDir Path dir;

  @Test
  void shouldMeasureEveryDetectorAtEveryThreshold() throws Exception {
    String text =
        IntStream.range(0, 600).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    Path pages =
        Files.writeString(
            dir.resolve("pages.jsonl"),
            """
            {"url":"http://a.example/1","text":"TEXT"}
            {"url":"http://b.example/1","html":"<p>TEXT</p>"}
            {"url":"http://b.example/2","text":"another page"}
            """
                .replace("TEXT", text));
    Path truth =
        Files.writeString(
            dir.resolve("truth.tsv"),
            "http://a.example/1\thttp://b.example/1\t1\nhttp://a.example/1\thttp://b.example/2\t0\n");
    CommandRun run = CommandRun.of("evaluate-all", "--pages", pages, "--truth", truth, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode results = run.lastLine().path("results");
    assertThat(results.size()).isEqualTo(123);
    for (JsonNode row : results) {
      assertThat(row.path("precision").asDouble(-1)).isBetween(0.0, 1.0);
      boolean ofBody = row.path("settings").asText().equals("of body");
      assertThat(row.path("recall").asInt()).as(row.toString()).isEqualTo(ofBody ? 0 : 1);
    }
    assertThat(CommandRun.of("evaluate-all", "--pages", pages).exitCode()).isEqualTo(2);
  }
}
