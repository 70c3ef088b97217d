package dev.crawlsieve.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
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
    for (String figure : COMPARED) {
      assertThat(kind.path("passThrough").path(figure).asDouble()).as(figure).isPositive();
    }
    assertParts(
        kind.path("passThrough"),
        1e3 * kind.path("passThrough").path("cpuSecondsPerThousandPages").asDouble());
    List<String> names = new ArrayList<>();
    for (JsonNode detector : kind.path("detectors")) {
      names.add(detector.path("detector").asText());
      assertThat(detector.path("unique").asInt() + detector.path("duplicate").asInt())
          .isEqualTo(150);
      assertThat(detector.path("duplicate").asInt()).isBetween(20, 110);
      assertThat(detector.path("stateBytesPerPage").asDouble()).isPositive();
      for (String figure : COMPARED) {
        assertRatio(detector.path(figure), figure);
      }
      JsonNode process = detector.path("cpuSecondsPerThousandPages");
      assertParts(detector, 1e3 * process.path("value").asDouble());
      JsonNode parts = detector.path("cpuMicrosPerPage");
      assertThat(parts.path("ratio").asDouble())
          .as("one round")
          .isCloseTo(
              parts.path("warm").asDouble()
                  / (parts.path("alone").asDouble()
                      + kind.path("passThrough").path("cpuMicrosPerPage").path("warm").asDouble()),
              withinPercentage(1));
    }
    assertThat(names).containsExactly("simhash", "combined");
  }

  private static void assertParts(JsonNode result, double process) {
    JsonNode parts = result.path("cpuMicrosPerPage");
    assertThat(parts.path("streams").asDouble()).isPositive();
    assertThat(parts.path("clients").asDouble()).isPositive();
    assertThat(parts.path("broker").asDouble()).isPositive();
    double sum = 0;
    for (String part : List.of("streams", "clients", "broker", "machine")) {
      sum += parts.path(part).asDouble();
    }
    assertThat(sum).isCloseTo(process, withinPercentage(1));
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
    assertThat(result.path("restore").path("leadersPerSecond").asDouble()).isPositive();
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
            "--shards",
            "2,1",
            "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("leaders").asInt()).isEqualTo(3000);
    assertThat(result.path("pages").asInt()).isBetween(5_500, 6_500);
    for (String figure :
        List.of("pagesPerSecond", "cpuSecondsPerThousandPages", "brokerBytesPerPage")) {
      assertRatio(result.path(figure), figure);
    }
    assertThat(result.path("restore").path("records").asInt()).isGreaterThanOrEqualTo(3000);
    assertThat(result.path("restore").path("recordsPerSecond").asDouble()).isPositive();
    assertThat(result.path("shards")).hasSize(2);
    assertThat(result.path("scale")).hasSize(7);
    assertRatio(result.path("threadMicrosPerPage"), "threadMicrosPerPage");
    for (JsonNode shards : result.path("shards")) {
      assertThat(shards.path("shards").asInt()).isBetween(1, 2);
      assertThat(shards.path("pagesPerSecond").asDouble()).isPositive();
      assertThat(shards.path("threadMicrosPerPage").asDouble())
          .isPositive()
          .isLessThan(1_000 * shards.path("cpuSecondsPerThousandPages").asDouble());
      assertThat(shards.path("perShard").path("brokerBytesPerPage").asDouble())
          .as("a page for each shard, compressed")
          .isGreaterThan(100);
      assertThat(shards.path("largestTableBytes").asLong() * shards.path("shards").asInt())
          .isGreaterThanOrEqualTo(result.path("tableBytes").asLong() / 2);
    }
    assertThat(result.path("restore").path("secondsToRunning").asDouble()).isPositive();
  }

  @Test
  void shouldSpreadALaneOverProcessesAndLoseOne() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "spread",
            "--leaders",
            3000,
            "--heap",
            "300m",
            "--shards",
            "2,0",
            "--kill",
            "--lose",
            100,
            "--json",
            "--set",
            "consumer.session.timeout.ms=6000",
            "--set",
            "consumer.heartbeat.interval.ms=1500");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("pages").asInt()).isBetween(3_500, 5_000);
    assertThat(result.path("equal").asBoolean()).isTrue();
    assertThat(result.path("lanes")).hasSize(2);
    for (JsonNode lane : result.path("lanes")) {
      assertThat(lane.path("duplicates").asInt()).isBetween(500, 2_000);
      assertThat(lane.path("pagesPerSecond").asDouble()).isPositive();
    }
    assertThat(result.path("lanes").get(1).path("outage").path("end").asText()).isEqualTo("lost");
    assertThat(result.path("lanes").get(0).path("inPipelineAtKill").asInt()).isNotNegative();
    JsonNode outage = result.path("lanes").get(0).path("outage");
    assertThat(outage.path("restoredRecords").asLong()).isGreaterThan(1_500);
    double silent = outage.path("secondsWithoutVerdicts").asDouble();
    assertThat(silent).isGreaterThan(1);
    assertThat(outage.path("secondsToCaughtUp").asDouble()).isGreaterThanOrEqualTo(silent);
    assertThat(outage.path("waiting").asLong()).isGreaterThan(100);
  }

  @Test
  void shouldMeasureAnswersOverHttp() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench", "http", "--leaders", 1000, "--seconds", 0.1, "--clients", "2", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("leaders").asInt()).isEqualTo(1000);
    assertThat(result.path("diskBytesPerPage").asDouble()).isPositive();
    assertThat(result.path("asked")).hasSize(4);
    for (JsonNode asked : result.path("asked")) {
      assertThat(asked.path("asks").asInt()).isGreaterThanOrEqualTo(asked.path("clients").asInt());
      assertThat(asked.path("p50Millis").asDouble())
          .isPositive()
          .isLessThanOrEqualTo(asked.path("p99Millis").asDouble());
      for (String period : List.of("quiet", "busy")) {
        JsonNode lane = asked.path(period);
        assertThat(lane.path("p50Millis").asLong())
            .isNotNegative()
            .isLessThanOrEqualTo(lane.path("p99Millis").asLong());
      }
    }
  }

  @Test
  void shouldShowWhatASteadyRunHolds() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "steady",
            crawl(20),
            "--minutes",
            0.1,
            "--rate",
            20,
            "--every",
            2,
            "--json",
            "--set",
            "index.retention=1s");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = run.lastLine();
    assertThat(result.path("retention").asText()).isEqualTo("PT1S");
    assertThat(result.path("points")).isNotEmpty();
    for (JsonNode point : result.path("points")) {
      assertThat(point.path("heapBytes").asLong()).isPositive();
      assertThat(point.path("rocksBytes").asLong()).isNotNegative();
    }
    assertThat(run.err()).contains("kept pages live");
    CommandRun wrong = CommandRun.of("bench", "steady", "--rate", 0);
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("crawlsieve: --rate is 0.0, must be greater than 0");
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
            "tokens,event-to,lookup-supershingle,classes",
            "--seconds",
            0.05,
            "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines()).hasSize(1);
    JsonNode kernels = run.lastLine().path("kernels");
    assertThat(kernels).hasSize(3);
    assertThat(kernels.get(0).path("name").asText()).isEqualTo("event-to-record");
    assertThat(kernels.get(1).path("name").asText()).isEqualTo("tokens");
    assertThat(kernels.get(0).path("megabytesPerSecond").asDouble()).isPositive();
    assertThat(kernels.get(0).path("bytesPerOperation").asDouble())
        .isGreaterThan(kernels.get(1).path("bytesPerOperation").asDouble());
    assertThat(kernels.get(2).path("nanosPerOperation").asDouble()).isPositive();
    assertThat(kernels.get(2).has("megabytesPerSecond")).isFalse();
    JsonNode classes = run.lastLine().path("pageClasses");
    assertThat(classes.path("all").path("pages").asInt()).isEqualTo(30);
    assertThat(classes.path("all").path("timesJsoup").asDouble()).isPositive();
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
          {"http", "--seconds", "0", "--seconds is 0.0, must be greater than 0"},
          {"spread", "--heap", "much", "--heap is much, must be a number with k, m or g"},
          {"spread", "--lose", "-1", "--lose is -1.0, must be 0 to"},
          {"index", "--scopes", "0", "--scopes is 0, must be 1 or more"},
          {"lane", "--template-share", "2", "--template-share is 2.0, must be in [0, 1]"},
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
    assertThat(absent.exitCode()).isEqualTo(1);
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
