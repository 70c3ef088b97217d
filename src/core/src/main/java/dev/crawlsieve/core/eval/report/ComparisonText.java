package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.eval.report.EvaluationTable.share;

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
    text.append("A ").append(pages.urlA()).append("\nB ").append(pages.urlB()).append("\n\n");
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
    PageComparison.Equality equal = p.equality();
    String ofShingles = p.shingles().width() + "-shingles: ";
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("sum of bytes", same(equal.bodySum()), "body"));
    lines.add(List.of("CRC-32", same(equal.bodyCrc32()), "body"));
    lines.add(List.of("MD5", same(equal.bodyMd5()), "body"));
    lines.add(List.of("SHA-256", same(equal.bodySha256()), "body"));
    lines.add(List.of("SHA-256", same(equal.textSha256()), "main text"));
    lines.add(List.of("SHA-256", same(equal.tokensSha256()), "tokens"));
    lines.add(
        List.of(
            "Jaccard (resemblance)",
            share(p.resemblance()),
            ofShingles + p.shinglesCommon() + " of " + p.shinglesA() + " and " + p.shinglesB()));
    lines.add(List.of("containment of A in B", share(p.containmentA()), "shingles"));
    lines.add(List.of("containment of B in A", share(p.containmentB()), "shingles"));
    lines.add(
        List.of("Jaccard of 0 mod p", share(p.zeroMod()), "shingles, p = " + PageComparison.P));
    lines.add(
        List.of("Jaccard of smallest n", share(p.smallest()), "shingles, n = " + PageComparison.N));
    lines.add(List.of("cosine", share(p.cosine()), "tf"));
    lines.add(List.of("cosine", share(p.cosineTfIdf()), "tf-idf of the two pages"));
    lines.add(List.of("Euclid", String.format(Locale.ROOT, "%.2f", p.euclid()), "tf"));
    lines.add(
        List.of(
            "edit similarity",
            share(p.diff().similarity()),
            p.diff().common() + " lines of " + p.diff().linesA() + " and " + p.diff().linesB()));
    lines.add(
        List.of(
            "Hamming", p.hamming() + " bits", "SimHash, blocks of 16 bits: " + p.hammingBlocks()));
    lines.add(
        List.of(
            "estimated Jaccard",
            share(p.estimate()),
            "sketch: "
                + p.minHashes()
                + " of 84 min-hashes, standard error "
                + share(p.standardError())));
    lines.add(List.of("super-shingles", p.superShingles() + " of 6", "sketch"));
    lines.add(
        List.of("least containment of A in B", least(p.leastContainmentA()), "sketch, at 95 %"));
    lines.add(
        List.of("least containment of B in A", least(p.leastContainmentB()), "sketch, at 95 %"));
    lines.add(List.of("item", p.identity().text(), "title, first heading, address, language"));
    return lines;
  }

  private static String least(double share) {
    return share < 0 ? "-" : share(share);
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
