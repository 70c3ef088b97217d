package dev.crawlsieve.stream.meters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.http.WatchServer;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of dropped page is counted, shown and documented. */
final class VerdictKindsTest {

  private static final List<String> KINDS =
      Stream.of(Verdict.Kind.values()).map(Verdict.Kind::text).toList();

  @TempDir Path folder;
  private final Metrics metrics = new Metrics();
  private final CountingMeters counted = new CountingMeters(metrics.registry());

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldBeInTheNumbersOfThePage() {
    counted.routed(CountingMetersTest.verdict("http://a.example/", null), 1);
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      counted.routed(CountingMetersTest.verdict("http://a.example/" + kind, kind), 1);
    }
    History history = new History(2);
    history.add(new History.Sample(0, 0, Map.of(), 0, -1));
    history.add(new History.Sample(1_000, 1, counted.duplicatesByKind(), 0, 7));
    ObjectNode stats = stats(history);

    assertThat(stats.path("pagesPerSecond").asDouble()).isEqualTo(1.0 + KINDS.size());
    JsonNode sample = stats.at("/history/1");
    List<String> names = new ArrayList<>();
    stats.path("historyFields").forEach(name -> names.add(name.asText()));
    assertThat(names)
        .startsWith(
            "millis", "unique", "duplicate", "deadLetters", "exact", "near", "revisit", "waiting")
        .containsAll(KINDS)
        .hasSize(sample.size());
    assertThat(sample.path(names.indexOf("duplicate")).asInt()).isEqualTo(KINDS.size());
    assertThat(sample.path(names.indexOf("waiting")).asInt()).isEqualTo(7);
    for (String kind : KINDS) {
      assertThat(sample.path(names.indexOf(kind)).asInt()).as(kind).isEqualTo(1);
      assertThat(stats.path("totals").path(kind).asInt()).as(kind).isEqualTo(1);
    }
  }

  private ObjectNode stats(History history) {
    Health health = new Health(true, true, "running", null);
    return new StatsJson(SieveConfig.of(Map.of()), counted, Instant.EPOCH)
        .of(health, history, new Latest<>(1), Map.of(), Map.of());
  }

  @Test
  void shouldBeAcceptedAsAFilter() throws Exception {
    SieveConfig config = SieveConfig.of(Map.of("state.dir", folder.toString()));
    try (MeteredRun run = new MeteredRun(config, Optional.empty(), streams -> {})) {
      for (String kind : KINDS) {
        assertThat(run.dropped(null, kind).path("dropped")).isEmpty();
      }
      assertThatThrownBy(() -> run.dropped(null, "odd"))
          .isInstanceOf(RefusedException.class)
          .hasMessage("kind must be one of " + String.join(", ", KINDS));
    }
  }

  @Test
  void shouldBeOnThePage() throws IOException {
    Matcher list = Pattern.compile("KINDS = \\[(.*)];").matcher(file("pages.js"));
    assertThat(list.find()).isTrue();
    assertThat(list.group(1).replace("'", "").split(", ")).containsExactlyElementsOf(KINDS);
    String style = file("style.css");
    for (String kind : KINDS) {
      assertThat(style)
          .contains(".key." + kind + " {", "path." + kind + " {", "circle." + kind + " {");
    }
  }

  @Test
  void shouldBeDocumented() throws IOException {
    String row =
        Files.readAllLines(Path.of("docs/operations.md")).stream()
            .filter(line -> line.startsWith("| `/api/dropped?"))
            .findFirst()
            .orElseThrow();
    assertThat(row).contains(KINDS.stream().map(kind -> "`" + kind + "`").toList());
    JsonNode schema =
        RecordJson.JSON.readTree(Path.of("docs/schemas/verdict.schema.json").toFile());
    assertThat(schema.at("/properties/kind/enum")).map(JsonNode::asText).containsAll(KINDS);
  }

  private static String file(String name) throws IOException {
    try (InputStream in = WatchServer.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
