package dev.crawlsieve.watch.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A rule of {@code alerts.yml}.
 *
 * @param lasting for how long the expression has to hold, at every evaluation, before it fires
 */
record AlertRule(
    String name,
    String expression,
    Duration lasting,
    Map<String, String> labels,
    Map<String, String> annotations) {

  static List<AlertRule> read() throws IOException {
    String text = Files.readString(Path.of("src/deploy/prometheus/alerts.yml"));
    Object root = new Load(LoadSettings.builder().build()).loadFromString(text);
    List<AlertRule> rules = new ArrayList<>();
    for (Object group : (List<?>) ((Map<?, ?>) root).get("groups")) {
      for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
        rules.add(of((Map<?, ?>) rule));
      }
    }
    return rules;
  }

  private static AlertRule of(Map<?, ?> rule) {
    Object lasting = rule.get("for");
    return new AlertRule(
        (String) rule.get("alert"),
        (String) rule.get("expr"),
        lasting == null ? Duration.ZERO : Duration.parse("PT" + lasting),
        texts(rule.get("labels")),
        texts(rule.get("annotations")));
  }

  private static Map<String, String> texts(Object map) {
    Map<String, String> texts = new HashMap<>();
    ((Map<?, ?>) map).forEach((name, text) -> texts.put((String) name, (String) text));
    return texts;
  }
}
