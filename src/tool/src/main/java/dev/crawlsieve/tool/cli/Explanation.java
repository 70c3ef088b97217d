package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.SitePairs;
import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteTitles;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.report.TextLines;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.inspect.ComparedText;
import dev.crawlsieve.tool.inspect.NearestKept;
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
  private static final String UNDECIDED = "  undecided: ";

  /** The least bound on what the kept page has of a main text of which nothing may be missing. */
  private static final double NEARLY_ALL = 0.9;

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
              + otherName(verdict, compared, detector)
              + ": "
              + reason(verdict, evidence)
              + allTheSame(verdict, detector));
      lines.add("  it copies " + evidence.duplicateOf().url());
      lines.add(place(evidence.duplicateOf()));
      lines.add(
          FOR
              + (evidence.match() == Evidence.Match.EXACT
                  ? equal(verdict, compared)
                  : measured(verdict, evidence, detector) + contained(evidence)));
      if (!verdict.bytes()) {
        lines.addAll(ofNames(evidence, detector));
      }
      if (evidence.lost() != null) {
        lines.addAll(lost(evidence, evidence.lost(), compared));
      }
      if (!reference && !verdict.kept()) {
        lines.add(
            "  to keep it all the same"
                + (run.live() ? ", in a new generation ('replay --into PREFIX'): " : ": ")
                + cure(verdict, evidence, compared, run));
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
          lines.add("    their names: " + names(nearness.identity()));
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

  /** The measure that decided, and its threshold. */
  private static String measured(
      Verdict verdict, Evidence evidence, Optional<DetectorSettings> detector) {
    double similarity = evidence.similarity();
    boolean bits = byBits(verdict, evidence, detector);
    if (!bits) {
      return Figures.similarity(similarity)
          + needed(detector, "; a near copy needs ", Threshold.SIMILARITY)
          + detector.map(settings -> closer(evidence, settings)).orElse("");
    }
    return text("%d of 64 bits differ", evidence.distance())
        + within(detector, Threshold.DISTANCE)
        + (Figures.byBitsAlone(similarity, verdict.basis().detector())
            ? ""
            : text(", similarity is about %.2f", similarity)
                + within(detector, Threshold.CONFIRMING));
  }

  private static String within(Optional<DetectorSettings> detector, Threshold threshold) {
    return detector.map(settings -> " (" + threshold.bound(settings) + ")").orElse("");
  }

  /** Whether the SimHashes decided, rather than the similarity alone. */
  private static boolean byBits(
      Verdict verdict, Evidence evidence, Optional<DetectorSettings> detector) {
    double similarity = evidence.similarity();
    return Figures.byBitsAlone(similarity, verdict.basis().detector())
        || detector.filter(d -> similarity < d.minSimilarity()).isPresent();
  }

  /** The settings of the thresholds of which a stricter value would keep a near copy. */
  private static String decisive(
      Verdict verdict, Evidence evidence, Optional<DetectorSettings> detector) {
    if (evidence.identity() == Identity.ALIKE && comparesNames(verdict, detector)) {
      return Threshold.ALIKE.setting();
    }
    boolean bits = byBits(verdict, evidence, detector);
    boolean close =
        bits || detector.filter(settings -> !closer(evidence, settings).isEmpty()).isPresent();
    return (bits ? "" : Threshold.SIMILARITY.setting() + (close ? " and " : ""))
        + (close ? Threshold.DISTANCE.setting() : "");
  }

  /** The lower threshold that a pair with close SimHashes passes; empty for other pairs. */
  private static String closer(Evidence evidence, DetectorSettings settings) {
    return Threshold.CONFIRMING.isUsed(settings)
            && evidence.distance() <= Threshold.DISTANCE.value(settings)
        ? text(
            ", or %s if at most %s of 64 bits differ, and %d do",
            Threshold.CONFIRMING.told(settings),
            Threshold.DISTANCE.told(settings),
            evidence.distance())
        : "";
  }

  private static String needed(
      Optional<DetectorSettings> detector, String before, Threshold threshold) {
    return detector.map(settings -> before + threshold.told(settings)).orElse("");
  }

  /** Whether the rule compared the names; true if the settings are unknown. */
  private static boolean comparesNames(Verdict verdict, Optional<DetectorSettings> detector) {
    return !verdict.bytes() && detector.map(DetectorSettings::comparesNames).orElse(true);
  }

  /** Whether the rule took two pages for copies although their names are of two items. */
  private static boolean otherNames(Verdict verdict, Optional<DetectorSettings> detector) {
    Evidence evidence = verdict.evidence();
    return evidence != null
        && evidence.identity() == Identity.OTHER
        && comparesNames(verdict, detector);
  }

  /** By what parts of its name a copy seems to be another item; all of them if that is unknown. */
  private static String otherName(
      Verdict verdict, Optional<ComparedText> compared, Optional<DetectorSettings> detector) {
    Evidence evidence = verdict.evidence();
    if (evidence == null || !otherNames(verdict, detector)) {
      return "";
    }
    List<String> parts = compared.map(ComparedText::differences).orElse(List.of());
    if (parts.isEmpty() && evidence.siteTitles() != null) { // of one title and heading
      parts = List.of("address");
    }
    return parts.isEmpty()
        ? ", although its title, heading or address names another item"
        : ", although its "
            + TextLines.listed(parts)
            + (parts.size() == 1 ? " names" : " name")
            + " another item";
  }

  /** The reason why two pages are copies although their names are of two items. */
  private static String allTheSame(Verdict verdict, Optional<DetectorSettings> detector) {
    Evidence evidence = verdict.evidence();
    if (evidence == null || !otherNames(verdict, detector)) {
      return "";
    }
    Lost lost = evidence.lost();
    if (lost != null && lost.blocks() == 0 && lost.all()) {
      return ", and the kept page says all that it says";
    }
    return evidence.siteTexts() != null
        ? ", and hardly another page of its site has its text"
        : evidence.siteTitles() != null && evidence.siteTitles().areRare()
            ? ", and its title is rare on its site"
            : ", and next to nothing of the page is missing there";
  }

  /**
   * What the names of two pages say for and against one item, and what their site shows about it.
   */
  private static List<String> ofNames(Evidence evidence, Optional<DetectorSettings> detector) {
    String names = "title, heading and address, taken together: " + names(evidence.identity());
    if (detector.isPresent() && !detector.get().comparesNames()) {
      return List.of("  ignored: " + names + ", which near.names=ignore does not compare");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        switch (evidence.identity()) {
              case SAME -> FOR;
              case OTHER -> AGAINST;
              case ALIKE, NONE -> UNDECIDED;
            }
            + names
            + (evidence.identity() == Identity.ALIKE && evidence.match() == Evidence.Match.NEAR
                ? needed(
                    detector, "; a near copy then also needs a similarity of ", Threshold.ALIKE)
                : ""));
    if (evidence.site() != null) {
      lines.add(FOR + shown(evidence.site()));
    }
    if (evidence.siteTexts() != null) {
      lines.add(FOR + own(evidence.siteTexts()));
    }
    SiteTitles titles = evidence.siteTitles();
    if (titles != null) {
      lines.add((titles.areCommon() ? AGAINST : FOR) + titled(titles));
    }
    return lines;
  }

  private static String names(Identity identity) {
    return switch (identity) {
      case NONE -> "they do not tell whether the two are one item (identity: none)";
      case SAME -> "the same item (identity: same)";
      case ALIKE -> "perhaps the same item, perhaps another (identity: alike)";
      case OTHER -> "another item (identity: other)";
    };
  }

  private static String shown(SitePairs site) {
    return text(
        "their addresses: on this site, pages whose addresses differ as these two do had the same"
            + " title and heading %s of %s times",
        site.named(), site.seen());
  }

  private static String own(SiteTexts texts) {
    return text(
        "this page's text: %s of %s other titles in a sample of this site's pages %s nearly this"
            + " text%s; so it is one page's own text under two names, not one of many pages",
        texts.near() == 0 ? "besides these two pages, none" : "only " + texts.near(),
        texts.names(),
        texts.near() > 1 ? "have" : "has",
        texts.near() == 0
            ? ""
            : texts.near() == 1
                ? ", and it may be the kept page's"
                : ", and the kept page's may be one of them");
  }

  private static String titled(SiteTitles titles) {
    return titles.areCommon()
        ? text(
            "%s of %s texts in a sample of this site's pages have their title and heading; so it says"
                + " nothing that these are the same",
            titles.titled(), titles.texts())
        : text(
            "their title and heading are the same: of %s texts in a sample of this site's pages, %s;"
                + " so two addresses under them may be one item",
            titles.texts(),
            titles.titled() == 0
                ? "no other has them"
                : titles.titled() + (titles.titled() == 1 ? " has" : " have") + " them, too");
  }

  /** What the kept page says, and what it lacks, in one or two lines. */
  private static List<String> lost(Evidence evidence, Lost lost, Optional<ComparedText> compared) {
    if (lost.blocks() == 0) {
      return List.of(
          FOR
              + text(
                  "the kept page says all that %s says, but for numbers, times and signs",
                  lost.all() ? "it" : "the beginning of this long page"));
    }
    if (evidence.match() == Evidence.Match.EXACT) {
      return List.of(AGAINST + "beside it, the" + lacking(lost));
    }
    Lost beside = compared.map(ComparedText::beside).orElse(null);
    if (beside == null || evidence.contained() < NEARLY_ALL) {
      return List.of(
          AGAINST
              + "of all visible text, not only the main text, the"
              + lacking(lost)
              + (compared.isEmpty() && evidence.contained() >= NEARLY_ALL
                  ? "; blocks whose words are there, but are cut into other blocks, count, too"
                  : "")
              + (lost.isOnly(BlockKind.TITLE, BlockKind.TOP_HEADING)
                  ? ""
                  : "; 'compare' shows which words of the main text"));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        FOR
            + "nothing of the main text is missing: its words are all, or nearly all, in the kept"
            + " page's text, and only its blocks are cut otherwise ("
            + lost.text()
            + " are not there word for word)");
    if (beside.blocks() > 0) {
      lines.add(AGAINST + "beside the main text, the" + lacking(beside));
    }
    return lines;
  }

  private static String lacking(Lost lost) {
    return " kept page does not say, word for word, " + counted(lost);
  }

  /** A count of lost words. Headings count with their numbers. */
  private static String counted(Lost lost) {
    boolean headings = lost.isOnly(BlockKind.TITLE, BlockKind.TOP_HEADING, BlockKind.HEADING);
    String text = lost.text();
    return headings || !text.endsWith(")")
        ? text
        : text.substring(0, text.length() - 1) + "; blocks that differ only in numbers count once)";
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
  private static String cure(
      Verdict verdict, Evidence evidence, Optional<ComparedText> compared, Run run) {
    String line =
        RecordJson.JSON
            .createObjectNode()
            .set("keep", RecordJson.JSON.createObjectNode().put("url", verdict.url()))
            .toString();
    boolean exact = evidence.match() == Evidence.Match.EXACT;
    boolean same = exact && compared.filter(ComparedText::same).isPresent();
    String rule =
        verdict.bytes()
            ? "no threshold keeps equal bytes; accept.bytes says which types they are compared of"
            : evidence.kind() == Verdict.Kind.REVISIT
                ? same
                    ? "dedup.revisit=readmit would not: nothing has changed"
                    : "dedup.revisit=readmit keeps each version that has changed"
                : exact
                    ? ofText(evidence.lost(), run.allText())
                    : evidence.identity() == Identity.OTHER
                            && !comparesNames(verdict, run.detector())
                        ? "near.names=compare keeps most pages of other names"
                        : evidence.similarity() == 1
                            ? "no threshold does, since the two are as similar as equal texts"
                            : "'replay --try' tries stricter values of "
                                + decisive(verdict, evidence, run.detector());
    return "the line "
        + line
        + " in a file, with --set overrides.file=FILE"
        + (rule.isEmpty() ? "" : "; " + rule);
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
