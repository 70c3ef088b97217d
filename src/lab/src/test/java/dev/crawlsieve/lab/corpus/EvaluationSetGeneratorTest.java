package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.measure.eval.Label;
import dev.crawlsieve.measure.eval.TruthFile;
import dev.crawlsieve.measure.eval.TruthHalves;
import dev.crawlsieve.measure.eval.TruthPair;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationSetGeneratorTest {

  @TempDir private static Path folder;

  private static Path file(String name, String text) throws IOException {
    return java.nio.file.Files.writeString(folder.resolve(name), text);
  }

  /** The three files. */
  private record Files(String pages, String truth, String kinds) {

    Map<String, JsonNode> byUrl() throws Exception {
      Map<String, JsonNode> byUrl = new TreeMap<>();
      for (String line : pages.lines().toList()) {
        JsonNode page = new ObjectMapper().readTree(line);
        assertThat(byUrl.put(page.get("url").asText(), page)).isNull();
      }
      return byUrl;
    }

    List<TruthPair> pairs() throws Exception {
      Set<String> urls = byUrl().keySet();
      Function<String, Optional<String>> find = url -> Optional.of(url).filter(urls::contains);
      return TruthPair.withKinds(
          TruthFile.read(file("truth", truth)).pairs(find),
          TruthFile.readKinds(file("kinds", kinds)).pairs(find));
    }
  }

  private static Files generate(long seed, int pages) throws Exception {
    SourcePage tooShort = new SourcePage("https://x.example/", "<p>Nothing much.</p>");
    StringWriter[] out = {new StringWriter(), new StringWriter(), new StringWriter()};
    EvaluationSetWriter writer = new EvaluationSetWriter(out[0], out[1], out[2]);
    EvaluationSetGenerator.generate(
        seed,
        Stream.concat(Stream.of(tooShort), SampleSite.pages(pages).stream()).iterator(),
        writer);
    Files files = new Files(out[0].toString(), out[1].toString(), out[2].toString());
    assertThat(files.byUrl()).hasSize(writer.pages());
    assertThat(files.pairs()).hasSize(writer.pairs());
    return files;
  }

  @Test
  void shouldBeAFunctionOfItsSeed() throws Exception {
    assertThat(generate(5, 8)).isEqualTo(generate(5, 8)).isNotEqualTo(generate(6, 8));
  }

  @Test
  void shouldMakeEveryKind() throws Exception {
    Map<String, Set<Label>> labels =
        generate(5, 12).pairs().stream()
            .collect(
                Collectors.groupingBy(
                    TruthPair::kind, Collectors.mapping(TruthPair::label, Collectors.toSet())));
    Set<Label> duplicate = Set.of(Label.DUPLICATE);
    Set<Label> different = Set.of(Label.DIFFERENT);
    assertThat(labels)
        .containsOnlyKeys(
            "dates-counters",
            "ads-navigation",
            "other-template",
            "inserted-paragraph",
            "reordered-paragraphs",
            "truncated",
            "mixed",
            "exact-copy",
            "unrelated",
            "same-template",
            "same-template-brief")
        .containsEntry("other-template", duplicate)
        .containsEntry("mixed", duplicate)
        .containsEntry("same-template", different);
  }

  @Test
  void shouldWritePageEvents() throws Exception {
    for (JsonNode page : generate(5, 4).byUrl().values()) {
      assertThat(page.get("status").asInt()).isEqualTo(200);
      assertThat(page.get("contentType").asText()).isEqualTo("text/html; charset=utf-8");
      assertThat(page.get("html").asText()).contains("<body");
      assertThat(page.get("fetchTime").asText()).startsWith("2025-01-01T00:");
    }
  }

  @Test
  void shouldCopyExactly() throws Exception {
    Files files = generate(5, 12);
    Map<String, JsonNode> pages = files.byUrl();
    for (TruthPair pair : files.pairs()) {
      boolean same = pages.get(pair.urlA()).get("html").equals(pages.get(pair.urlB()).get("html"));
      assertThat(same).as(pair.toString()).isEqualTo(pair.kind().equals("exact-copy"));
    }
  }

  @Test
  void shouldCutInHalvesThatShareNoPage() throws Exception {
    TruthHalves halves = TruthHalves.of(generate(5, 40).pairs(), 1);
    assertThat(urls(halves.choosing()))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(urls(halves.reporting()));
    assertThat(urls(halves.reporting())).isNotEmpty();
  }

  private static Set<String> urls(List<TruthPair> pairs) {
    return pairs.stream().flatMap(p -> Stream.of(p.urlA(), p.urlB())).collect(Collectors.toSet());
  }
}
