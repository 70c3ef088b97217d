package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.inspect.ComparedText;
import dev.crawlsieve.tool.inspect.NearestKept;
import dev.crawlsieve.tool.inspect.ReasonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
   * @param allText whether all visible text was compared ({@code text=visible})
   * @param live whether it decided on topics, where settings that change verdicts are refused
   */
  record Run(Optional<DetectorSettings> detector, boolean allText, boolean live) {}

  /**
   * The explanation in lines.
   *
   * @param cluster the cluster of the page
   * @param nearest the nearest page that was kept before; empty if the page was not kept, or there
   *     is none
   * @param compared how much of the page is compared; empty if unknown
   * @param run the run that decided
   */
  static List<String> lines(
      Verdict verdict,
      @Nullable JsonNode cluster,
      Optional<NearestKept> nearest,
      Optional<ComparedText> compared,
      Run run) {
    Optional<DetectorSettings> detector = run.detector();
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
      lines.add(place(evidence.duplicateOf()));
      lines.add(
          FOR
              + (evidence.match() == Evidence.Match.EXACT
                  ? equal(verdict, compared)
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
                + cure(verdict, evidence, run));
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
            "  decided in lane %1$s, at offset %2$s of its log; the page is at %3$s, time %4$s",
            verdict.lane(),
            verdict.laneOffset(),
            place(verdict.source()),
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

  /** What is equal, and how much that is: it may be only the header of a site. */
  private static String equal(Verdict verdict, Optional<ComparedText> compared) {
    if (verdict.bytes()) {
      return "their bytes are equal";
    }
    if (compared.isEmpty()) {
      return "their main texts are equal; 'extract --blocks' shows what that is";
    }
    int words = compared.get().words();
    return words == 0
        ? "neither has text, and their bytes are equal"
        : text(
            "their main texts are equal: %,d of about %,d words of the page; 'extract --blocks'"
                + " shows which",
            words, compared.get().all());
  }

  /** Whether the rule compared the names; true if the settings are unknown. */
  private static boolean comparesNames(Verdict verdict, Optional<DetectorSettings> detector) {
    return !verdict.bytes() && detector.map(DetectorSettings::comparesNames).orElse(true);
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

  private static List<String> overridden(Verdict.Overridden overridden) {
    Verdict.Original match = overridden.match();
    String text = overridden.rule().text();
    String rule = text + AppliedOverrides.asCompared(text);
    return match == null
        ? List.of("  dropped by an override: " + rule)
        : List.of(
            "  kept by an override: " + rule, "  else it would copy " + match.url(), place(match));
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

  /**
   * What a user can change to keep a page that should not have been dropped; docs/faq.md has more.
   * What would change nothing for this page is not advised.
   */
  private static String cure(Verdict verdict, Evidence evidence, Run run) {
    String line =
        RecordJson.JSON
            .createObjectNode()
            .set("keep", RecordJson.JSON.createObjectNode().put("url", verdict.url()))
            .toString();
    boolean exact = evidence.match() == Evidence.Match.EXACT;
    String rule =
        verdict.bytes()
            ? "no threshold keeps equal bytes; accept.bytes says which types they are compared of"
            : evidence.kind() == Verdict.Kind.REVISIT
                ? "dedup.revisit=readmit keeps each version that has changed"
                : exact
                    ? ofText(evidence.lost(), run.allText())
                    : !comparesNames(verdict, run.detector())
                        ? "near.names=compare keeps most pages of other names"
                        : evidence.similarity() == 1
                            ? "no threshold does, since the two are as similar as equal texts"
                            : "'replay --try' tries stricter values of "
                                + thresholds(evidence, run);
    return "the line "
        + line
        + " in a file, with --set overrides.file=FILE"
        + (rule.isEmpty() ? "" : "; " + rule);
  }

  /** The settings of thresholds of which a stricter value may keep a near copy. */
  private static String thresholds(Evidence evidence, Run run) {
    boolean alike = evidence.reason() == Reason.SIMILAR;
    return Stream.of(Threshold.values())
        .filter(each -> alike == (each == Threshold.ALIKE))
        .filter(each -> run.detector().filter(detector -> !each.isUsed(detector)).isEmpty())
        .map(Threshold::setting)
        .collect(Collectors.joining(", "));
  }

  /** Whether comparing all text may tell two pages apart that have the same main text. */
  private static String ofText(@Nullable Lost lost, boolean allText) {
    if (lost != null && lost.blocks() == 0 && lost.all()) {
      return "another setting hardly would: the kept page says all that it says, but for numbers, times"
          + " and signs";
    }
    if (allText || lost == null || lost.blocks() == 0) {
      return "";
    }
    return lost.isOnly(BlockKind.TITLE)
        ? "text=visible would not keep it, since it compares no titles, and only the title is lost"
            + " here"
        : "text=visible may keep it: it compares all text, not the main text alone";
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

  private static String place(Verdict.Original page) {
    return text(
        "    (%s, %s)", page.reference() ? "a reference page" : "kept", place(page.source()));
  }

  private static String place(Coordinates at) {
    return "partition " + at.partition() + ", offset " + at.offset();
  }
}
