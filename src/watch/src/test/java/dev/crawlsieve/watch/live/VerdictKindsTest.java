package dev.crawlsieve.watch.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Total;
import dev.crawlsieve.stream.meters.Verdicts;
import dev.crawlsieve.watch.http.Health;
import dev.crawlsieve.watch.http.WatchServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every total and every kind of dropped page is counted, shown and documented. */
final class VerdictKindsTest {

  private static final List<String> KINDS =
      Stream.of(Verdict.Kind.values()).map(Verdict.Kind::text).toList();

  private static final List<String> TOTALS = Stream.of(Total.values()).map(Total::key).toList();

  private final Metrics metrics = new Metrics();
  private final SieveMeters counted = new SieveMeters(metrics.registry());

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldBeInTheNumbersOfThePage() {
    counted.routed(Verdicts.of("http://a.example/", null), 1);
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      counted.routed(Verdicts.of("http://a.example/" + kind, kind), 1);
    }
    History history = new History(2);
    history.add(new History.Sample(0, new TreeMap<>(metrics.totals()), -1));
    counted.routed(Verdicts.of("http://a.example/2", null), 1);
    history.add(new History.Sample(1_000, metrics.totals(), 7));
    ObjectNode stats =
        new StatsJson(SieveConfig.of(Map.of()), counted, metrics)
            .of(new Health(true, true, "running", null), history);

    assertThat(stats.path("pagesPerSecond").asDouble()).isEqualTo(1);
    JsonNode sample = stats.at("/history/1");
    List<String> names = new ArrayList<>();
    stats.path("historyFields").forEach(name -> names.add(name.asText()));
    assertThat(names)
        .contains("millis", "waiting")
        .containsAll(TOTALS)
        .containsAll(KINDS)
        .hasSize(2 + TOTALS.size() + KINDS.size())
        .hasSize(sample.size());
    assertThat(sample.path(names.indexOf("unique")).asInt()).isEqualTo(2);
    assertThat(sample.path(names.indexOf("duplicate")).asInt()).isEqualTo(KINDS.size());
    assertThat(sample.path(names.indexOf("waiting")).asInt()).isEqualTo(7);
    for (String kind : KINDS) {
      assertThat(sample.path(names.indexOf(kind)).asInt()).as(kind).isEqualTo(1);
      assertThat(stats.path("totals").path(kind).asInt()).as(kind).isEqualTo(1);
    }
  }

  @Test
  void shouldBeOnThePage() throws IOException {
    Matcher list = Pattern.compile("KINDS = \\[(.*)];").matcher(file("pages.js"));
    assertThat(list.find()).isTrue();
    assertThat(list.group(1).replace("'", "").split(", ")).containsExactlyElementsOf(KINDS);
    list = Pattern.compile("TOTALS = \\{(.*)};").matcher(file("pages.js"));
    assertThat(list.find()).isTrue();
    assertThat(list.group(1).replaceAll(": '.*?'", "").split(", "))
        .containsExactlyElementsOf(TOTALS);
  }

  @Test
  void shouldBeDocumented() throws IOException {
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
