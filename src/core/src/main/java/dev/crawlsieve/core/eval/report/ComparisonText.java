package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.report.Figures.ratio;

import dev.crawlsieve.core.diff.TextDiff.Change;
import dev.crawlsieve.core.diff.TextDiff.Op;
import dev.crawlsieve.core.diff.TextDiff.Run;
import dev.crawlsieve.core.eval.PageComparison;
import dev.crawlsieve.core.report.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A comparison as plain text, for a terminal. */
public final class ComparisonText {

  /** Words shown on either side of a change. */
  private static final int CONTEXT = 6;

  private ComparisonText() {}

  /**
   * The distances, then the changes as {@code wdiff} shows them: {@code [-gone-]} and {@code
   * {+come+}}.
   *
   * @param mostChanges changes shown; how many are left out is said
   */
  public static String of(PageComparison pages, int mostChanges) {
    StringBuilder text = new StringBuilder();
    text.append("A ").append(pages.a()).append("\nB ").append(pages.b()).append("\n\n");
    TextTable table = new TextTable(3).row("distance", "value", "of");
    lines(pages).forEach(table::row);
    text.append(table.text()).append('\n');
    List<Change> changes = pages.diff().changes();
    if (changes.isEmpty()) {
      return text.append("The main texts are the same.\n").toString();
    }
    changes.stream().limit(mostChanges).forEach(change -> text.append(change(change)));
    if (changes.size() > mostChanges) {
      int more = changes.size() - mostChanges;
      text.append(EvaluationTable.count(more, "more change")).append(" not shown\n");
    }
    return text.toString();
  }

  private static List<List<String>> lines(PageComparison p) {
    PageComparison.Equality equal = p.equal();
    PageComparison.ShingleCounts shingles = p.shingles();
    return List.of(
        List.of("sum of bytes", same(equal.bodySum()), "body"),
        List.of("CRC-32", same(equal.bodyCrc32()), "body"),
        List.of("MD5", same(equal.bodyMd5()), "body"),
        List.of("SHA-256", same(equal.bodySha256()), "body"),
        List.of("SHA-256", same(equal.textSha256()), "main text"),
        List.of("SHA-256", same(equal.tokensSha256()), "tokens"),
        List.of(
            "Jaccard (resemblance)",
            ratio(p.jaccard()),
            "%s-shingles: %s of %s and %s"
                .formatted(shingles.width(), shingles.common(), shingles.a(), shingles.b())),
        List.of("containment of A in B", ratio(p.containmentAInB()), "shingles"),
        List.of("containment of B in A", ratio(p.containmentBInA()), "shingles"),
        List.of("Jaccard of 0 mod p", ratio(p.zeroMod4()), "shingles, p = 4"),
        List.of("Jaccard of smallest n", ratio(p.smallest50()), "shingles, n = 50"),
        List.of("cosine", ratio(p.cosineTf()), "tf"),
        List.of("cosine", ratio(p.cosineTfIdf()), "tf-idf of the two pages"),
        List.of("Euclid", String.format(Locale.ROOT, "%.2f", p.euclidTf()), "tf"),
        List.of(
            "edit similarity",
            ratio(p.editSimilarity()),
            "%s lines of %s and %s"
                .formatted(p.diff().common(), p.diff().linesA(), p.diff().linesB())),
        List.of(
            "Hamming", p.hamming() + " bits", "SimHash, blocks of 16 bits: " + p.hammingBlocks()),
        List.of(
            "estimated Jaccard",
            ratio(p.estimatedJaccard()),
            "sketch: %s of 84 min-hashes, standard error %s"
                .formatted(p.equalMinHashes(), ratio(p.standardError()))),
        List.of("super-shingles", p.superShingles() + " of 6", "sketch"),
        List.of("least containment of A in B", least(p.leastContainmentAInB()), "sketch, at 95 %"),
        List.of("least containment of B in A", least(p.leastContainmentBInA()), "sketch, at 95 %"),
        List.of("item", p.identity(), "title, first heading, address, language"));
  }

  private static String least(double share) {
    return share < 0 ? "-" : ratio(share);
  }

  private static String same(boolean same) {
    return same ? "same" : "differs";
  }

  private static String change(Change change) {
    StringBuilder text = new StringBuilder();
    text.append("@ A ").append(change.lineA()).append(", B ").append(change.lineB()).append('\n');
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < change.runs().size(); i++) {
      Run run = change.runs().get(i);
      if (run.op() == Op.SAME) {
        shown.add(context(run.words(), i > 0, i + 1 < change.runs().size()));
      } else {
        shown.add(run.op() == Op.REMOVED ? "[-" + run.words() + "-]" : "{+" + run.words() + "+}");
      }
    }
    return text.append("  ").append(String.join(" ", shown)).append("\n\n").toString();
  }

  /** Words that stay, without those that are far from a change. */
  private static String context(String words, boolean afterChange, boolean beforeChange) {
    List<String> all = Arrays.asList(words.split(" "));
    int first = afterChange ? CONTEXT : 0;
    int last = beforeChange ? CONTEXT : 0;
    if (all.size() <= first + last + 1) {
      return words;
    }
    List<String> kept = new ArrayList<>(all.subList(0, first));
    kept.add("…");
    kept.addAll(all.subList(all.size() - last, all.size()));
    return String.join(" ", kept);
  }
}
