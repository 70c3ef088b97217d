package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.tool.inspect.NearestKept;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A verdict in words. */
final class Explanation {

  private final Verdict verdict;
  private final Map<String, Boolean> opinions;
  private final JsonNode cluster;
  private final Optional<NearestKept> nearest;

  /**
   * A verdict in words.
   *
   * @param opinions whether each detector calls the page and what it copies near-duplicates
   * @param cluster the cluster of the page, or null
   * @param nearest the nearest page kept before, if the page was kept and there is one
   */
  Explanation(
      Verdict verdict,
      Map<String, Boolean> opinions,
      JsonNode cluster,
      Optional<NearestKept> nearest) {
    this.verdict = verdict;
    this.opinions = opinions;
    this.cluster = cluster;
    this.nearest = nearest;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    Evidence evidence = verdict.evidence();
    boolean reference = verdict.reference();
    lines.add(verdict.url());
    if (reference) {
      lines.add("  a reference page, routed to neither unique nor duplicate");
    }
    if (verdict.overridden() != null) {
      lines.addAll(overridden(verdict.overridden()));
    } else if (evidence == null) {
      lines.add("  " + (reference ? "compared with" : "kept") + ": no page kept before it matches");
    } else {
      lines.add("  " + (reference ? "not compared with" : "dropped") + ": " + reason(evidence));
      lines.add("  it copies " + evidence.duplicateOf().url());
      lines.add(
          "    ("
              + (evidence.duplicateOf().reference() ? "a reference page" : "kept")
              + ", "
              + place(evidence.duplicateOf().source())
              + ")");
      lines.add("  " + Summary.apart(evidence) + ", found by " + evidence.table());
      lines.add("  " + names(evidence.identity()) + contained(evidence.contained()));
    }
    nearest.ifPresent(
        near -> {
          lines.add("  nearest is " + near.url());
          lines.add("    (not a copy of it: " + near.reason() + ")");
          lines.add("    " + names(near.nearness().identity()) + ", " + apart(near.nearness()));
        });
    lines.add(
        "  detector "
            + verdict.basis().detector()
            + ", "
            + verdict.compared()
            + " candidates compared");
    if (evidence != null && evidence.match() == Evidence.Match.NEAR) {
      lines.add(
          "  at the current thresholds: "
              + opinions.entrySet().stream()
                  .map(opinion -> opinion.getKey() + (opinion.getValue() ? " near" : " different"))
                  .collect(Collectors.joining(", ")));
    }
    lines.add(
        "  decided in lane "
            + verdict.lane()
            + " at "
            + verdict.laneOffset()
            + "; the page is at "
            + place(verdict.source())
            + ", time "
            + Instant.ofEpochMilli(verdict.timestamp()));
    Verdict.Replaced replaced = verdict.replaces();
    if (replaced != null) {
      lines.add("  kept anyway, in place of " + replaced.url() + ", by " + replaced.by());
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

  private static String names(Identity identity) {
    return switch (identity) {
      case NONE -> "their names do not tell whether they are one item";
      case SAME -> "the same item by their names";
      case ALIKE -> "the same names at two addresses, or in two languages";
      case OTHER -> "another item by their names";
    };
  }

  private static String contained(double share) {
    return share < 0
        ? ""
        : String.format(Locale.ROOT, "; at least %.2f of it is contained (at 95 %%)", share);
  }

  private static String apart(Nearness nearness) {
    return Summary.apart(nearness.distance(), nearness.similarity());
  }

  private static List<String> overridden(Verdict.Overridden overridden) {
    Verdict.Original match = overridden.match();
    String rule = overridden.rule().text();
    return match == null
        ? List.of("  dropped by an override: " + rule)
        : List.of(
            "  kept by an override: " + rule,
            "  else it would copy " + match.url(),
            "    ("
                + (match.reference() ? "a reference page" : "kept")
                + ", "
                + place(match.source())
                + ")");
  }

  private static String reason(Evidence evidence) {
    return switch (evidence.kind()) {
      case EXACT -> "the same content under another URL";
      case NEAR -> "nearly the same content under another URL";
      case REVISIT ->
          "an earlier version of the same page has "
              + (evidence.match() == Evidence.Match.EXACT ? "" : "nearly ")
              + "this content";
      case OVERRIDE -> throw new IllegalArgumentException("an override needs no evidence");
    };
  }

  private static String place(Coordinates at) {
    return "partition " + at.partition() + ", offset " + at.offset();
  }
}
