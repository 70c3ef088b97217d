package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FileAskTest {

  private static final int CORPUS = 120;
  private static final int ASKED = 6;

  @TempDir Path dir;

  static Stream<Map<String, String>> settings() {
    return Stream.of(
        Map.of(),
        Map.of("dedup.scope", "host", "lanes", "3"),
        Map.of("dedup.revisit", "readmit", "detector", "sketch"));
  }

  /** Sieved against the same corpus, each page alone. */
  @ParameterizedTest
  @MethodSource("settings")
  void shouldAnswerWhatASieveOfEachPageAloneDecides(Map<String, String> settings) throws Exception {
    SieveConfig config = SieveConfig.of(settings);
    List<byte[]> pages = new ArrayList<>(new RandomCrawl(7).lines(CORPUS + ASKED));
    for (int again = 0; again < 4; again++) {
      pages.set(CORPUS + again, pages.get(again));
    }
    Path corpus = write("corpus.jsonl", pages.subList(0, CORPUS));
    sieve(config, corpus, dir.resolve("sieved"), List.of());
    for (Path against : List.of(corpus, dir.resolve("sieved"))) {
      List<ObjectNode> answers = new ArrayList<>();
      Path crawl = write("crawl.jsonl", pages.subList(CORPUS, CORPUS + ASKED));
      SieveInputs inputs =
          SieveInputs.of(
              List.of(new InputGroup(List.of(crawl), null)), List.of(against), config.sieve());
      try (FileAsk ask = new FileAsk(config.sieve(), inputs)) {
        FileAsk.Result result = ask.ask(line -> answers.add(object(line)));
        assertThat(result.pages()).isEqualTo(ASKED);
        assertThat(result.corpus()).isPositive();
      }
      List<String> decisions = new ArrayList<>();
      for (int i = 0; i < ASKED; i++) {
        Path one = write("one.jsonl", pages.subList(CORPUS + i, CORPUS + i + 1));
        Path out = dir.resolve("out-" + i + against.getFileName());
        sieve(config, one, out, List.of(against));
        ObjectNode answer = answers.get(i);
        decisions.add(answer.path("decision").asText());
        if (answer.path("decision").asText().equals("unjudged")) {
          assertThat(out.resolve("unjudged.jsonl")).isNotEmptyFile();
          assertThat(answer.path("origin").asText()).isEqualTo(crawl + ":" + (i + 1));
        } else if (answer.path("decision").asText().equals("dead-letter")) {
          assertThat(out.resolve("dead-letters.jsonl")).isNotEmptyFile();
        } else {
          List<String> verdicts = Files.readAllLines(out.resolve("verdicts.jsonl"));
          ObjectNode verdict = object(verdicts.get(verdicts.size() - 1));
          verdict.remove(List.of("partition", "offset", "timestamp"));
          long laneOffset = verdict.remove("laneOffset").asLong();
          JsonNode asOf = answer.remove("asOf");
          assertThat(asOf.path("lane")).isEqualTo(verdict.path("lane"));
          assertThat(asOf.path("offset").asLong()).isEqualTo(laneOffset - 1);
          answer.remove("timestamp");
          assertThat(answer).isEqualTo(verdict);
        }
      }
      assertThat(decisions).contains("unique", "duplicate");
    }
  }

  @Test
  void shouldPrintALineForEachPage() throws Exception {
    List<byte[]> pages = new RandomCrawl(7).lines(40);
    Path corpus = write("corpus.jsonl", pages);
    Path crawl = write("crawl.jsonl", List.of(pages.get(0), "no page".getBytes(UTF_8)));

    CommandRun run = CommandRun.of("ask", crawl, "--against", corpus, "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).hasSize(3);
    assertThat(object(run.lines().get(0)).path("kind").asText()).isEqualTo("revisit");
    ObjectNode bad = object(run.lines().get(1));
    assertThat(bad.path("decision").asText()).isEqualTo("dead-letter");
    assertThat(bad.path("origin").asText()).isEqualTo(crawl + ":2");
    assertThat(run.lastLine().path("corpus").asInt()).isEqualTo(40);
    assertThat(run.lastLine().path("pages").asInt()).isEqualTo(2);
    assertThat(run.err()).contains("2 pages, compared with a corpus of 40");

    CommandRun missing = CommandRun.of("ask", dir.resolve("none"), "--against", corpus);
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains(dir.resolve("none").toString());
    assertThat(CommandRun.of("ask", crawl).exitCode()).isEqualTo(2);
  }

  private static void sieve(SieveConfig config, Path input, Path out, List<Path> against) {
    SieveInputs inputs =
        SieveInputs.of(List.of(new InputGroup(List.of(input), null)), against, config.sieve());
    try (FileSieve sieve = new FileSieve(config.sieve(), inputs)) {
      assertThat(sieve.sieve(SieveFiles.in(out, false), progress -> {}).pages()).isPositive();
    }
  }

  private static ObjectNode object(String line) {
    try {
      return (ObjectNode) RecordJson.JSON.readTree(line);
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  private Path write(String name, List<byte[]> lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.writeBytes(line);
      all.write('\n');
    }
    return Files.write(dir.resolve(name), all.toByteArray());
  }
}
