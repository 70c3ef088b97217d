package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A verdict in words. */
final class Explanation {

  private final JsonNode verdict;
  private final Map<String, Boolean> opinions;
  private final JsonNode cluster;

  /**
   * A verdict in words.
   *
   * @param opinions whether each detector calls the page and what it copies near-duplicates
   * @param cluster the cluster of the page, or null
   */
  Explanation(JsonNode verdict, Map<String, Boolean> opinions, JsonNode cluster) {
    this.verdict = verdict;
    this.opinions = opinions;
    this.cluster = cluster;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(text("url"));
    if (text("decision").equals("duplicate")) {
      lines.add("  dropped: " + reason());
      lines.add("  it copies " + verdict.path("duplicateOf").path("url").asText());
      lines.add("    (kept, " + place(verdict.path("duplicateOf")) + ")");
      lines.add(
          "  "
              + Summary.apart(
                  verdict.path("distance").asInt(), verdict.path("similarity").asDouble(-1))
              + ", found by "
              + text("table"));
    } else {
      lines.add("  kept: no page kept before it matches");
    }
    lines.add(
        "  detector "
            + text("detector")
            + ", "
            + verdict.path("compared").asLong()
            + " candidates compared"
            + (verdict.path("truncated").asBoolean()
                ? "; a work limit was reached, so a match may have been missed"
                : ""));
    if (text("match").equals("near")) {
      lines.add(
          "  at the current thresholds: "
              + opinions.entrySet().stream()
                  .map(opinion -> opinion.getKey() + (opinion.getValue() ? " near" : " different"))
                  .collect(Collectors.joining(", ")));
    }
    lines.add(
        "  decided in lane "
            + verdict.path("lane").asInt()
            + " at "
            + verdict.path("laneOffset").asLong()
            + "; the page is at "
            + place(verdict)
            + ", time "
            + Instant.ofEpochMilli(verdict.path("timestamp").asLong()));
    if (verdict.path("replaces").isObject()) {
      lines.add(
          "  kept anyway, in place of "
              + verdict.path("replaces").path("url").asText()
              + ", by "
              + verdict.path("replaces").path("by").asText());
    }
    if (cluster != null) {
      lines.add(
          "  in a cluster of "
              + cluster.path("size").asLong()
              + " pages; preferred is "
              + cluster.path("preferred").path("url").asText()
              + (cluster.path("by").isNull() ? "" : ", by " + cluster.path("by").asText()));
    }
    return lines;
  }

  private String reason() {
    return switch (text("kind")) {
      case "exact" -> "the same content under another URL";
      case "near" -> "nearly the same content under another URL";
      case "revisit" ->
          "an earlier version of the same page has "
              + (text("match").equals("exact") ? "" : "nearly ")
              + "this content";
      default -> text("kind");
    };
  }

  private static String place(JsonNode at) {
    return "partition " + at.path("partition").asInt() + ", offset " + at.path("offset").asLong();
  }

  private String text(String field) {
    return verdict.path(field).asText();
  }
}
