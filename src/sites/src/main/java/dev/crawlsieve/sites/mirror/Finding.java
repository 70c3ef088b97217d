package dev.crawlsieve.sites.mirror;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A fact learned from verdicts. It is declared, repeated with more support, or withdrawn. */
public sealed interface Finding permits Mirror, UrlRule {

  /** The finding's key on its compacted topic, where the latest record of a key counts. */
  String key();

  /** Whether it is declared; otherwise it is withdrawn. */
  boolean declared();

  /** Number of pairs of pages that agree. */
  int support();

  /** Share of the comparable pairs that agree, in [0, 1]; 0 if there are no pairs. */
  double confidence();

  /** The record for the topic. */
  ObjectNode json();

  /**
   * Reads the result of {@link #json}.
   *
   * @throws IllegalArgumentException if it is not a finding
   */
  static Finding of(JsonNode json) {
    boolean declared = json.path("state").asText().equals("declared");
    int support = json.path("support").asInt();
    return json.path("type").asText().equals(UrlRule.TYPE)
        ? new UrlRule(
            json.path("site").asText(),
            UrlRule.Kind.named(json.path("rule").asText()),
            json.path("name").asText(),
            declared,
            support,
            json.path("tested").asInt())
        : new Mirror(
            Root.of(json.path("one").asText()),
            Root.of(json.path("two").asText()),
            declared,
            support,
            json.path("common").asInt());
  }

  /** A share rounded to four decimal places. */
  static double share(int part, int whole) {
    return whole == 0 ? 0 : Math.round(1e4 * part / whole) / 1e4;
  }
}
