package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.Damages;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.tool.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SummaryTest {

  private static SieveResult allUnique(
      long pages, SieveResult.Corpus corpus, List<SieveResult.Example> examples) {
    return new SieveResult(
        pages,
        pages,
        0,
        Map.of(),
        new TreeMap<>(),
        0,
        corpus,
        900,
        8.5,
        Map.of(),
        new Damages(0, List.of()),
        new Damages(0, List.of()),
        List.of(),
        Map.of(),
        List.of(),
        examples);
  }

  @Test
  void shouldNotSayThatAFewPagesAreNone() {
    SieveResult result =
        allUnique(
            3,
            new SieveResult.Corpus(0, 0, 0, 0, 0),
            List.of(
                new SieveResult.Example(
                    "http://b.example/", "exact", "http://c.example/", 0, null, "exact", true)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(out, true, UTF_8), false);
    Summary summary = new Summary(result);
    summary.print(console);
    summary.printExamples(console);
    console.flush();
    assertThat(out.toString(UTF_8))
        .containsPattern("pages/s +0\\.4\\b")
        .contains("exact, their bytes are equal");
  }

  @Test
  void shouldShowEveryCountThatJsonHas() {
    Map<String, Long> kinds =
        Stream.of(Verdict.Kind.values())
            .collect(Collectors.toMap(Verdict.Kind::text, kind -> 2_000L + kind.text().length()));
    SieveResult result =
        new SieveResult(
            1_001,
            1_002,
            1_003,
            kinds,
            new TreeMap<>(Map.of("type", 1_004L, "status", 1_005L)),
            1_006,
            new SieveResult.Corpus(3_050, 1_008, 1_009, 3_100_000, 1_010),
            3_200_000,
            60,
            Map.of(),
            new Damages(0, List.of()),
            new Damages(0, List.of()),
            List.of(),
            Map.of("no URL", 1_011L),
            List.of(new SieveResult.Copied("http://a.example/", 1_012, 1_013)),
            List.of(
                new SieveResult.Example(
                    "http://b.example/", "near", "http://c.example/", 9, .5, "simhash", false)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(out, true, UTF_8), false);
    Summary summary = new Summary(result);
    summary.print(console);
    summary.printExamples(console);
    console.flush();

    JsonNode json = new ObjectMapper().valueToTree(result);
    assertThat(json.findParents("pages")).hasSize(2);
    assertThat(json.path("override").asLong()).isPositive();
    assertShown(json, out.toString(UTF_8));
    assertThat(out.toString(UTF_8))
        .containsPattern("reference pages +3,050 +3\\.1 MB\n")
        .containsPattern("  copies within it +1,033\n")
        .contains("The commonest reasons of dead letters (# is any number, '…' any quoted text):");
  }

  @Test
  void shouldNameNoSizeOfACorpusOfFingerprints() {
    SieveResult result = allUnique(1, new SieveResult.Corpus(331, 331, 0, 0, 0), List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, new PrintStream(out, true, UTF_8), false);
    new Summary(result).print(console);
    console.flush();
    assertThat(out.toString(UTF_8)).containsPattern("reference pages +331 *\n");
  }

  private static void assertShown(JsonNode json, String text) {
    json.properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              if (value.isContainerNode()) {
                assertShown(value, text);
              } else if (value.isIntegralNumber() && !field.getKey().equals("damaged")) {
                long number = value.longValue();
                assertThat(text)
                    .as(field.getKey())
                    .contains(
                        number > 1_000_000
                            ? ConsoleCommand.text(" %.1f MB", number / 1e6)
                            : ConsoleCommand.text(" %,d", number));
              }
            });
    if (json.isArray()) {
      json.forEach(item -> assertShown(item, text));
    }
  }
}
