package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.inspect.NearestKept;
import dev.crawlsieve.tool.inspect.ReasonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A verdict in words. */
final class Explanation {

  /** The beginning of a line of evidence: for a copy, against it, or neither. */
  private static final String FOR = "  for: ";

  private static final String AGAINST = "  against: ";

  private Explanation() {}

  /**
   * What is known of the run that decided.
   *
   * @param detector the detector; empty if its thresholds are unknown
   * @param live whether it decided on topics, where settings that change verdicts are refused
   */
  record Run(Optional<DetectorSettings> detector, boolean live) {}

  /**
   * The explanation in lines.
   *
   * @param cluster the cluster of the page
   * @param nearest the nearest page that was kept before; empty if the page was not kept, or there
   *     is none
   * @param run the run that decided
   */
  static List<String> lines(
      Verdict verdict, @Nullable JsonNode cluster, Optional<NearestKept> nearest, Run run) {
    Optional<DetectorSettings> detector = run.detector();
    List<String> lines = new ArrayList<>();
    Evidence evidence = verdict.evidence();
    boolean reference = verdict.reference();
    lines.add(verdict.url());
    if (reference) {
      lines.add("  a reference page, routed to neither unique nor duplicate");
    }
    if (verdict.overridden() != null) {
      lines.addAll(overridden(verdict.overridden(), run));
    } else if (evidence == null) {
      lines.add(
          "  "
              + (reference ? "the crawl is compared with it" : "kept")
              + ": no page kept before it matches");
    } else {
      lines.add(
          "  "
              + (reference
                  ? "the crawl is not compared with it"
                  : verdict.kept() ? "a copy, but kept as the better one" : "dropped")
              + ": "
              + reason(verdict, evidence));
      lines.add("  it copies " + evidence.duplicateOf().url());
      lines.add(place(evidence.duplicateOf(), run));
      lines.add(
          FOR
              + (evidence.match() == Evidence.Match.EXACT
                  ? equal(verdict)
                  : ReasonText.measured(
                          evidence.distance(),
                          evidence.similarity(),
                          verdict.basis().detector(),
                          detector)
                      + contained(evidence)));
      if (!verdict.bytes()) {
        lines.addAll(ofRule(evidence, detector));
      }
      if (evidence.lost() != null) {
        lines.add(lost(evidence.lost()));
      }
      if (!reference && !verdict.kept()) {
        lines.add(
            "  to keep it all the same"
                + (run.live() ? ", in a new generation ('replay --into PREFIX'): " : ": ")
                + cure(verdict));
      }
    }
    nearest.ifPresent(
        near -> {
          Nearness nearness = near.nearness();
          String apart =
              Figures.nearness(
                  nearness.distance(), nearness.similarity(), verdict.basis().detector());
          lines.add("  nearest is " + near.url());
          lines.add("    (not a copy of it: " + near.reason() + ")");
          if (!near.reason().contains(apart)) {
            lines.add("    their texts: " + apart);
          }
        });
    lines.add("  detector " + verdict.basis().detector() + compared(verdict, nearest.isPresent()));
    lines.add(
        text(
            "  decided in lane %1$s, at offset %2$s of its log; it is %3$s, time %4$s",
            verdict.lane(),
            verdict.laneOffset(),
            place(verdict.source(), run),
            Instant.ofEpochMilli(verdict.timestamp())));
    Verdict.Replaced replaced = verdict.replaces();
    if (replaced != null) {
      lines.add("  it takes the place of " + replaced.url());
      lines.add("    (better by " + replaced.by() + ": dedup.keep=policy, clusters.policy);");
      lines.add("    both are in unique, this one later");
    }
    if (cluster != null) {
      lines.add(
          text(
              "  in a cluster of %s pages; preferred is %s%s",
              cluster.path("size").asLong(),
              cluster.path("preferred").path("url").asText(),
              cluster.path("by").isNull() ? "" : ", by " + cluster.path("by").asText()));
    }
    return lines;
  }

  private static String equal(Verdict verdict) {
    return verdict.bytes()
        ? "their bytes are equal"
        : "their main texts are equal; 'extract --blocks' shows what that is";
  }

  /** Why the rule takes the page for a copy. */
  private static List<String> ofRule(Evidence evidence, Optional<DetectorSettings> detector) {
    Reason reason = evidence.reason();
    Lost lost = evidence.lost();
    if (reason == null || lost == null) {
      return List.of();
    }
    if (detector.isPresent() && !detector.get().comparesNames()) {
      return List.of("  ignored: what is lost, which near.names=ignore does not compare");
    }
    return List.of(FOR + ReasonText.of(reason, lost) + " (reason: " + reason.text() + ")");
  }

  /** What the kept page says, and what it lacks. */
  private static String lost(Lost lost) {
    return lost.blocks() == 0 && lost.numbers() == 0
        ? FOR
            + text(
                "the kept page says all that %s says, but for times and signs",
                lost.all() ? "it" : "the beginning of this long page")
        : AGAINST + "of all visible text: " + ReasonText.lost(lost);
  }

  private static String contained(Evidence evidence) {
    return evidence.match() == Evidence.Match.EXACT || evidence.contained() < 0
        ? ""
        : text(
            "; the kept page has at least %.2f of its main text (95 %% sure)",
            evidence.contained());
  }

  private static List<String> overridden(Verdict.Overridden overridden, Run run) {
    Verdict.Original match = overridden.match();
    int line = overridden.rule().line();
    String by = line == 0 ? "an override: " : "line " + line + " of overrides.file: ";
    String text = overridden.rule().text();
    String rule = text + AppliedOverrides.asCompared(text);
    return match == null
        ? List.of("  dropped by " + by + rule)
        : List.of(
            "  kept by " + by + rule, "  else it would copy " + match.url(), place(match, run));
  }

  private static String reason(Verdict verdict, Evidence evidence) {
    return switch (evidence.kind()) {
      case EXACT -> "the same " + (verdict.bytes() ? "bytes" : "content") + " under another URL";
      case NEAR -> "nearly the same content under another URL";
      case REVISIT ->
          "a version of the same page, decided before it, has "
              + (evidence.match() == Evidence.Match.EXACT ? "" : "nearly ")
              + "this content";
      case OVERRIDE -> throw new IllegalArgumentException("an override needs no evidence");
    };
  }

  /** What keeps a page that should not have been dropped; docs/faq.md has settings, too. */
  private static String cure(Verdict verdict) {
    ObjectNode line = RecordJson.JSON.createObjectNode();
    line.putObject("keep").put("url", verdict.url());
    return "the line " + line + " in a file, with --set overrides.file=FILE";
  }

  /**
   * How many pages were compared. Tables exclude nearly all, so there may be a nearest page but
   * none compared.
   */
  private static String compared(Verdict verdict, boolean nearest) {
    boolean dropped = verdict.overridden() != null && verdict.overridden().match() == null;
    if (dropped) {
      return ", which was not asked";
    }
    if (nearest && verdict.compared() == 0) {
      return ": when it was decided, it was compared with no kept page, since none was near enough, or"
          + " names told them apart before; the nearest was looked up now";
    }
    return verdict.compared() == 0
        ? ": the index had no kept page near enough to compare it with"
        : ": the index had "
            + Figures.count(verdict.compared(), "kept page")
            + " near enough to compare it with";
  }

  private static String place(Verdict.Original page, Run run) {
    return text(
        "    (%s, %s)", page.reference() ? "a reference page" : "kept", place(page.source(), run));
  }

  /** Where a page is: files have no partitions, and people count their pages from 1. */
  private static String place(Coordinates at, Run run) {
    return run.live()
        ? "at partition " + at.partition() + ", offset " + at.offset()
        : text("page %,d of the inputs", at.offset() + 1);
  }
}
