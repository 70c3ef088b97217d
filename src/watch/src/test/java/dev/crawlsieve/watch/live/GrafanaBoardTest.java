package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.meters.LaneStats;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Verdicts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;

/** Every metric on the Grafana board exists. */
final class GrafanaBoardTest {

  private static final Pattern NAME = Pattern.compile("\\b(?:crawlsieve|disk)_[a-z_]+");

  private static JsonNode board() throws IOException {
    return RecordJson.JSON.readTree(
        Files.readString(Path.of("src/deploy/grafana/dashboards/crawlsieve.json")));
  }

  @Test
  void shouldShowTheInstancesThatAreChosen() throws IOException {
    assertThat(board().at("/templating/list/0/name").asText()).isEqualTo("instance");
    for (JsonNode expression : board().findValues("expr")) {
      assertThat(NAME.splitAsStream(expression.asText()).skip(1))
          .allMatch(labels -> labels.matches("(?s)\\{[^}]*instance=~\"\\$instance\"}.*"));
    }
  }

  @Test
  void shouldCountTheShareOfDuplicatesAsTheAlertDoes() throws IOException {
    assertThat(board().findValues("expr"))
        .extracting(JsonNode::asText)
        .filteredOn(expression -> expression.matches(".*duplicate.* / .*"))
        .hasSize(2)
        .allMatch(expression -> expression.split(" / ", 2)[1].contains("decision!=\"unjudged\""));
  }

  @Test
  void shouldAskForMetricsThatThereAre() throws IOException {
    JsonNode board = board();
    Set<String> asked = new TreeSet<>();
    for (JsonNode expression : board.findValues("expr")) {
      NAME.matcher(expression.asText()).results().forEach(name -> asked.add(name.group()));
    }
    assertThat(asked).hasSizeGreaterThan(10);
    try (Metrics metrics = new Metrics()) {
      IndexTasks tasks = new IndexTasks(1, 2);
      SieveMeters counted = new SieveMeters(metrics.registry(), tasks, () -> Overrides.NONE);
      metrics.restoring(new RestoreProgress(tasks), tasks);
      metrics.waiting(tasks, () -> Map.of(1, 7L));
      counted.lanes().opened("recent", 0, () -> LaneStats.of(1, 1, 1, 1, 1, 1, 1, 1));
      counted.lanes().opened("index", 0, () -> LaneStats.of(1, 1, 1, 1, 1, 1, 1, 1));
      counted.decided(Verdicts.of("http://a.example/", null), null, 1);
      SieveConfig config = SieveConfig.of(Map.of());
      metrics.following(() -> 1, () -> 1);
      metrics.lagging(config.topics(), Map::of);
      metrics.readiness(() -> RunHealth.of(KafkaStreams.State.RUNNING, Map.of(), null, null));
      metrics.stateFolder(new File("."));
      String text = metrics.text();
      assertThat(asked)
          .allSatisfy(name -> assertThat(text).containsPattern("(?m)^" + name + "[{ ]"));
    }
  }
}
