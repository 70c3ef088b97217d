package dev.crawlsieve.stream.feed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Chooses dropped pages that show different reasons: of every kind, of every distance. */
public final class Examples {

  private static final int WANTED = 5;
  private static final int OF_EACH = 3;

  /** By kind and distance, the first few. */
  private final Map<String, List<DroppedPage>> byReason = new TreeMap<>();

  public void offer(JsonNode verdict) {
    JsonNode original = verdict.path("duplicateOf");
    if (!original.isObject()) {
      return;
    }
    String kind = verdict.path("kind").asText();
    int distance = verdict.path("distance").asInt();
    List<DroppedPage> alike =
        byReason.computeIfAbsent(kind + " " + distance, reason -> new ArrayList<>());
    if (alike.size() < OF_EACH) {
      alike.add(
          new DroppedPage(
              verdict.path("url").asText(),
              kind,
              original.path("url").asText(),
              distance,
              verdict.path("similarity").asDouble(-1)));
    }
  }

  /** One for each reason, then a second for each, until there are enough; sorted by distance. */
  public List<DroppedPage> chosen() {
    List<DroppedPage> chosen = new ArrayList<>();
    for (int round = 0; round < OF_EACH; round++) {
      for (List<DroppedPage> alike : byReason.values()) {
        if (round < alike.size() && chosen.size() < WANTED) {
          chosen.add(alike.get(round));
        }
      }
    }
    chosen.sort(Comparator.comparing(DroppedPage::kind).thenComparing(DroppedPage::distance));
    return chosen;
  }
}
