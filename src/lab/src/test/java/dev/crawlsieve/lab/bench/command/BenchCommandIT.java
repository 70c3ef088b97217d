package dev.crawlsieve.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.lab.bench.MadeUpSites;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandIT {

  private static final List<String> COMPARED =
      List.of(
          "pagesPerSecond",
          "megabytesPerSecond",
          "cpuSecondsPerThousandPages",
          "brokerBytesPerPage",
          "p50Millis",
          "p99Millis");

  @TempDir Path dir;

  private Path crawl(int pages) throws IOException {
    Path file = dir.resolve("crawl.jsonl");
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] page : Crawl.pages(pages, 5)) {
        out.write(page);
        out.write('\n');
      }
    }
    return file;
  }

  @Test
  void shouldSayWhatEachConditionDecides() throws IOException {
    Path sieved = dir.resolve("sieved");
    CommandRun sieve = CommandRun.of("sieve", crawl(120), "--out", sieved, "--json");
    assertThat(sieve.exitCode()).as(sieve.err()).isZero();
    Path labels = dir.resolve("labels.tsv");
    Files.writeString(labels, "# dropped\tkept\tlabel\n" + labels(sieved));

    CommandRun run =
        CommandRun.of(
            "bench",
            "rule",
            sieved.resolve("fingerprints.bin"),
            "--labels",
            labels,
            "--source",
            "src/core/src/main/java/dev/crawlsieve/core/index/RuledDetector.java",
            "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode ruled = null;
    for (JsonNode row : run.lastLine()) {
      ruled = row.path("change").asText().startsWith("rank: never") ? row : ruled;
    }
    assertThat(ruled).as(run.out()).isNotNull();
    assertThat(ruled.path("more").path("pages").asInt()).isZero();
    int near = ruled.path("fewer").path("pages").asInt();
    assertThat(near).isPositive();
    assertThat(ruled.path("fewer").path("right").asInt()).isEqualTo(near);
  }

  /** All pairs that were dropped, as right. */
  private static String labels(Path sieved) throws IOException {
    StringBuilder labels = new StringBuilder();
    for (String line : Files.readAllLines(sieved.resolve("verdicts.jsonl"))) {
      JsonNode verdict = RecordJson.JSON.readTree(line);
      labels
          .append(verdict.path("url").asText())
          .append('\t')
          .append(verdict.path("duplicateOf").path("url").asText())
          .append("\t1\n");
    }
    return labels.toString();
  }

  @Test
  void shouldCompareEveryDetectorWithThePassThrough() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            crawl(60),
            "--pages",
            150,
            "--rounds",
            1,
            "--seconds",
            0.1,
            "--kinds",
            "text",
            "--detectors",
            "simhash,combined",
            "--json",
            "--set",
            "partitions=2");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("sources").asInt()).isEqualTo(60);
    assertThat(result.path("partitions").asInt()).isEqualTo(2);
    JsonNode limits = result.path("limits");
    assertThat(limits.path("heapPeakBytes").asLong())
        .isPositive()
        .isLessThanOrEqualTo(limits.path("heapBytes").asLong());
    assertThat(result.path("kinds")).hasSize(1);
    JsonNode kind = result.path("kinds").get(0);
    assertThat(kind.path("kind").asText()).isEqualTo("text");
    assertThat(kind.path("pages").asInt()).isEqualTo(150);
    List<String> names = new ArrayList<>();
    JsonNode bare = kind.path("cases").get(0);
    for (JsonNode next : kind.path("cases")) {
      names.add(next.path("name").asText());
      assertThat(next.path("unique").asInt() + next.path("duplicate").asInt()).isEqualTo(150);
      for (String figure : COMPARED) {
        assertRatio(next.path(figure), figure);
        assertThat(next.path(figure).path("passThrough"))
            .as(figure)
            .isEqualTo(bare.path(figure).path("value"));
      }
    }
    assertThat(names).containsExactly("pass-through", "simhash", "combined");
    for (int detector : new int[] {1, 2}) {
      JsonNode next = kind.path("cases").get(detector);
      assertThat(next.path("duplicate").asInt()).isBetween(20, 110);
      assertThat(next.path("stateBytesPerPage").asDouble()).isPositive();
    }
  }

  private static void assertRatio(JsonNode comparison, String figure) {
    assertThat(comparison.path("ratio").asDouble()).as(figure).isPositive();
    assertThat(comparison.path("ratio").asDouble())
        .as("%s, one round", figure)
        .isBetween(
            0.99 * comparison.path("value").asDouble() / comparison.path("passThrough").asDouble(),
            1.01 * comparison.path("value").asDouble() / comparison.path("passThrough").asDouble());
  }

  @Test
  void shouldMeasureTheIndexAlone() throws IOException {
    CommandRun run =
        CommandRun.of("bench", "index", "--leaders", 3000, "--json", "--set", "detector=sketch");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("detector").asText()).isEqualTo("sketch");
    assertThat(result.path("points")).hasSize(1);
    assertThat(result.path("points").get(0).path("pagesPerSecond").asDouble()).isPositive();
    assertThat(result.path("restoredPerSecond").asDouble()).isPositive();
    CommandRun table = CommandRun.of("bench", "index", "--leaders", 3000);
    assertThat(table.out()).startsWith("combined: ").contains("kept pages  on disk");
  }

  @Test
  void shouldCompareALaneWithThePassThrough() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "lane",
            "--leaders",
            3000,
            "--rounds",
            1,
            "--near-share",
            0.5,
            "--json",
            "--set",
            "index.shards=2");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("leaders").asInt()).isEqualTo(3000);
    assertThat(result.path("pages").asInt()).isBetween(5_500, 6_500);
    JsonNode lane = result.path("cases").get(1);
    assertThat(lane.path("name").asText()).isEqualTo("lane");
    for (String figure :
        List.of("pagesPerSecond", "cpuSecondsPerThousandPages", "brokerBytesPerPage")) {
      assertRatio(lane.path(figure), figure);
    }
    assertThat(lane.path("stateBytesPerPage").asDouble()).isPositive();
    assertThat(result.path("restore").path("records").asInt()).isGreaterThanOrEqualTo(3000);
    assertThat(result.path("restore").path("recordsPerSecond").asDouble()).isPositive();
    assertThat(result.path("restore").path("secondsToRunning").asDouble()).isPositive();
  }

  @Test
  void shouldCompareTwoInstancesOfWhichOneHasTheSettings() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "settings",
            "passages.enabled=true",
            "--pages",
            90,
            "--sites",
            3,
            "--json",
            "--set",
            "partitions=2");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("settings").toString()).isEqualTo("[\"passages.enabled=true\"]");
    assertThat(result.path("bytes").asLong() / 90).isBetween(1_500L, 1_800L);
    JsonNode without = result.path("without");
    JsonNode with = result.path("with");
    for (JsonNode instance : List.of(without, with)) {
      assertThat(instance.path("unique").asInt()).isEqualTo(90);
      assertThat(instance.path("duplicate").asInt()).isZero();
      assertThat(instance.path("stateBytes").asLong()).isPositive();
      assertThat(instance.path("settledCpuSeconds").asDouble())
          .isGreaterThanOrEqualTo(instance.path("cpuSeconds").asDouble());
    }
    assertThat(result.path("ratio").asDouble())
        .isEqualTo(with.path("cpuSeconds").asDouble() / without.path("cpuSeconds").asDouble());
    assertThat(result.path("topics").findValuesAsText("name"))
        .containsExactly("page-blocks", "passages", "passages-changelog");
    JsonNode blocks = result.path("topics").get(0);
    assertThat(blocks.path("records").asInt()).isEqualTo(90);
    assertThat(blocks.path("keys").asInt()).as("sites").isEqualTo(3);
    assertThat(result.path("topics").get(1).path("keys").asInt())
        .as("lines of frames")
        .isEqualTo(3 * MadeUpSites.FRAME_LINES);
  }

  @Test
  void shouldDamageEverythingThatIsRead() throws IOException {
    CommandRun run =
        CommandRun.of("bench", "fuzz", crawl(20), "--minutes", 0, "--seed", 7, "--json");
    assertThat(run.exitCode()).as(run.out()).isZero();
    JsonNode targets = run.lastLine().path("targets");
    assertThat(targets.findValuesAsText("name")).contains("archives", "pages", "verdicts");
    for (JsonNode target : targets) {
      assertThat(target.path("cases").asInt()).isEqualTo(1);
      assertThat(target.path("findings")).isEmpty();
    }
    CommandRun wrong = CommandRun.of("bench", "fuzz", "--minutes", -1);
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("crawlsieve: --minutes is -1.0, must be 0 or more");
  }

  @Test
  void shouldMeasureKernels() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "kernels",
            crawl(30),
            "--only",
            "tokens,event-to,lookup-sketch,classes",
            "--seconds",
            0.05,
            "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines()).hasSize(1);
    JsonNode kernels = run.lastLine().path("kernels");
    assertThat(kernels).hasSize(3);
    assertThat(kernels.get(0).path("name").asText()).isEqualTo("event-to-record");
    assertThat(kernels.get(1).path("name").asText()).isEqualTo("tokens");
    assertThat(kernels.get(0).path("bytes").asDouble())
        .isGreaterThan(kernels.get(1).path("bytes").asDouble());
    assertThat(kernels.get(2).path("nanos").asDouble()).isPositive();
    assertThat(kernels.get(2).path("bytes").asDouble()).isZero();
    JsonNode classes = run.lastLine().path("classes");
    assertThat(classes.path("all").path("pages").asInt()).isEqualTo(30);
    assertThat(classes.path("all").path("jsoupNanos").asLong()).isPositive();
    assertThat(classes.path("classes").findValuesAsText("property"))
        .contains("character set", "body", "text");
    assertThat(run.lastLine().path("realPages").asText()).endsWith("crawl.jsonl");
    CommandRun table =
        CommandRun.of("bench", "kernels", crawl(10), "--only", "classes", "--seconds", 0.01);
    assertThat(table.out())
        .startsWith("real pages: ")
        .contains("jsoup MB/s", "JSON string", "base64 *")
        .doesNotContain("ns/op");
    CommandRun none = CommandRun.of("bench", "kernels", "--only", "nothing");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).startsWith("crawlsieve: --only is nothing, must be among event-to-rec");
  }

  @Test
  void shouldSayWhichOptionOfAPartIsWrong() {
    for (String[] wrong :
        new String[][] {
          {"index", "--leaders", "999", "--leaders is 999, must be 1000 to"},
          {"lane", "--rounds", "0", "--rounds is 0, must be 1 or more"},
          {"settings", "passages.enabled=true", "--sites=0", "--pages is 100000 and --sites is 0"},
          {"lane", "--near-share", "2", "--near-share is 2.0, must be in [0, 1)"},
          {"index", "--set", "index.memory.bytes=999999999999", "index.memory.bytes is 999,999"}
        }) {
      CommandRun run = CommandRun.of("bench", wrong[0], wrong[1], wrong[2]);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).startsWith("crawlsieve: " + wrong[3]);
    }
  }

  @Test
  void shouldSayWhichPagesAreMissing() throws IOException {
    CommandRun absent = CommandRun.of("bench", dir.resolve("absent.jsonl"));
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).startsWith("crawlsieve: ").contains("absent.jsonl");
    CommandRun few = CommandRun.of("bench", crawl(3));
    assertThat(few.exitCode()).isEqualTo(1);
    assertThat(few.err())
        .startsWith("crawlsieve: there are 3 HTML pages in the input, but this needs 10 or more");
  }

  @Test
  void shouldSayWhichOptionIsWrong() throws IOException {
    Path crawl = crawl(20);
    for (String[] wrong :
        new String[][] {
          {"--pages", "99", "--pages is 99, must be 100 or more"},
          {"--rounds", "0", "--rounds is 0, must be 1 or more"},
          {"--seconds", "0", "--seconds is 0.0, must be greater than 0"},
          {"--near-share", "1", "--near-share is 1.0, must be in [0, 1)"},
          {"--detectors", "simhash,simhash", "--detectors is [SIMHASH, SIMHASH]"}
        }) {
      CommandRun run = CommandRun.of("bench", crawl, wrong[0], wrong[1]);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).startsWith("crawlsieve: " + wrong[2]);
    }
    assertThat(CommandRun.of("bench", crawl, "--kinds", "pdf").exitCode()).isEqualTo(2);
  }
}
