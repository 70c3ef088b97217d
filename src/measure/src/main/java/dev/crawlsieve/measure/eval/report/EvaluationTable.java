package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;
import static dev.crawlsieve.measure.report.Figures.ratio;

import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.eval.Evaluation;
import dev.crawlsieve.measure.eval.StreamAgreement;
import dev.crawlsieve.measure.report.TextTable;

/** An evaluation as plain text, for a terminal. */
public final class EvaluationTable {

  private EvaluationTable() {}

  /** Precision and recall, over all pairs and by hosts. */
  public static String text(Evaluation result) {
    TextTable table = new TextTable().row("", "precision", "recall", "F1", "? matched");
    row(table, "all pairs", result.all());
    part(table, "same host", result.sameHost());
    part(table, "cross host", result.crossHost());
    String text =
        "%s of %s; %s, %s\n\n%s"
            .formatted(
                count(result.pairs(), "labelled pair"),
                count(result.pages(), "page"),
                result.detector(),
                result.settings(),
                table.text());
    return text + "\n" + StreamAgreement.ALONE;
  }

  /** Adds a row, unless it has no pairs: its zeros would look like results. */
  private static void part(TextTable table, String pairs, Counts counts) {
    if (!counts.equals(Counts.NONE)) {
      row(table, pairs, counts);
    }
  }

  private static void row(TextTable table, String pairs, Counts counts) {
    table.row(
        pairs,
        ratio(counts.precision()),
        ratio(counts.recall()),
        ratio(counts.f1()),
        counts.undecidedMatched() + "/" + counts.undecided());
  }
}
