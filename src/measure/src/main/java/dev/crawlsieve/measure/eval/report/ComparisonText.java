package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;
import static dev.crawlsieve.measure.report.Figures.ratio;

import dev.crawlsieve.measure.diff.TextDiff.Change;
import dev.crawlsieve.measure.eval.PageComparison;
import dev.crawlsieve.measure.report.TextTable;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as plain text, for a terminal. */
public final class ComparisonText {

  /** Number of words shown on either side of a change. */
  private static final int CONTEXT = 6;

  /** Maximum number of characters shown of each side of a change. */
  private static final int MOST_CHARACTERS = 1_000;

  private ComparisonText() {}

  /**
   * The distances of two pages, the changes in the notation of {@code wdiff}, {@code [-gone-]} and
   * {@code {+come+}}, and the decision of the configured detector.
   *
   * @param mostChanges maximum number of changes shown; the number of omitted ones is stated
   */
  public static String of(PageComparison pages, int mostChanges) {
    StringBuilder text = new StringBuilder();
    text.append("A ").append(pages.a()).append("\nB ").append(pages.b()).append("\n\n");
    TextTable table = new TextTable(3).row("distance", "value", "of");
    lines(pages).forEach(table::row);
    text.append(table.text()).append('\n');
    List<Change> changes = pages.diff().changes();
    if (changes.isEmpty()) {
      text.append("The main texts are the same.\n\n");
    }
    changes.stream().limit(mostChanges).forEach(change -> text.append(change(change)));
    if (changes.size() > mostChanges) {
      int more = changes.size() - mostChanges;
      text.append(count(more, "more change")).append(" not shown\n\n");
    }
    text.append("The configured detector (").append(pages.detector()).append(") calls the second ");
    text.append(decision(pages));
    text.append(
        "That, and 'rule', is by these two pages alone; no other page of their site was read.\n");
    if (pages.siteMayDecide()) {
      text.append(
          "Other pages of their site may show that their name is common, or their text a template"
              + " (docs/tuning.md, \"What a\nsite shows\"): 'explain' has what a run over all of"
              + " them found, and may say otherwise.\n");
    }
    return text.toString();
  }

  private static String decision(PageComparison pages) {
    if (!pages.matches()) {
      return "another page than the first.\n";
    }
    return "a copy of the first.\n";
  }

  private static List<List<String>> lines(PageComparison p) {
    PageComparison.ShingleCounts shingles = p.shingles();
    return List.of(
        List.of("exact match", p.sameContent() ? "same" : "differs", "main text"),
        List.of(
            "Jaccard (resemblance)",
            ratio(p.jaccard()),
            "%s-shingles: %s of %s and %s"
                .formatted(shingles.width(), shingles.common(), shingles.a(), shingles.b())),
        List.of("containment of A in B", ratio(p.containmentAInB()), "shingles"),
        List.of("containment of B in A", ratio(p.containmentBInA()), "shingles"),
        List.of(
            "edit similarity",
            ratio(p.editSimilarity()),
            "lines of text: %s in both, of %s and %s"
                .formatted(p.diff().common(), p.diff().linesA(), p.diff().linesB())),
        List.of("Hamming", count(p.hamming(), "bit"), "SimHash: 64 bits, of which these differ"),
        List.of(
            "estimated Jaccard",
            ratio(p.estimatedJaccard()),
            "sketch: %s of 84 min-hashes".formatted(p.equalMinHashes())),
        List.of("super-shingles", p.superShingles() + " of 6", "equal groups of min-hashes"),
        List.of("least containment of A in B", least(p, p.leastContainmentAInB()), sure(p)),
        List.of("least containment of B in A", least(p, p.leastContainmentBInA()), sure(p)),
        List.of(
            "rule",
            p.reason(),
            "by what they say and show, and what they are called"
                + (p.siteMayDecide() ? ", not by other pages of their site" : "")));
  }

  /** A lower bound on containment. If the texts are equal, it is known without the sketches. */
  private static String least(PageComparison pages, double share) {
    return pages.sameContent() ? ratio(1) : share < 0 ? "-" : ratio(share);
  }

  private static String sure(PageComparison pages) {
    return pages.sameContent() ? "the texts are equal" : "sketch, 95 % sure";
  }

  /** The beginning of removed or added words, and the number of characters that are left out. */
  private static String shown(String words) {
    if (words.codePointCount(0, words.length()) <= MOST_CHARACTERS) {
      return words;
    }
    String beginning = words.substring(0, words.offsetByCodePoints(0, MOST_CHARACTERS));
    int more = words.codePointCount(beginning.length(), words.length());
    return beginning + "… (" + count(more, "character") + " more)";
  }

  private static String change(Change change) {
    return "@ A %d, B %d\n  %s\n\n"
        .formatted(
            change.lineA(),
            change.lineB(),
            change.near(CONTEXT).stream()
                .map(
                    run ->
                        switch (run.op()) {
                          case SAME -> run.words();
                          case REMOVED -> "[-" + shown(run.words()) + "-]";
                          case ADDED -> "{+" + shown(run.words()) + "+}";
                        })
                .collect(Collectors.joining(" ")));
  }
}
