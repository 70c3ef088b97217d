package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.report.Figures.ratio;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.eval.SketchError;
import dev.crawlsieve.core.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An evaluation as plain text, for a terminal. */
public final class EvaluationTable {

  private EvaluationTable() {}

  /** The configured row, then each detector at its best threshold. */
  public static String summary(EvaluationResult result) {
    return text(result, bestRows(result));
  }

  /** The configured row, then for each detector and its settings the first row of the best F1. */
  static List<EvaluationRow> bestRows(EvaluationResult result) {
    Map<String, EvaluationRow> best = new LinkedHashMap<>();
    List<EvaluationRow> rows = new ArrayList<>();
    for (EvaluationRow row : result.rows()) {
      if (row.isDefault()) {
        rows.add(row);
      } else {
        best.merge(
            row.detector() + "; " + row.settings(),
            row,
            (a, b) -> b.all().f1() > a.all().f1() ? b : a);
      }
    }
    rows.addAll(best.values());
    return rows;
  }

  /** What concerns the configured detector: it, and its best thresholds. */
  public static String configured(EvaluationResult result) {
    return agreement(result, bestRows(result)).toString();
  }

  private static StringBuilder agreement(EvaluationResult result, List<EvaluationRow> rows) {
    StringBuilder text = new StringBuilder();
    text.append(count(result.pairs(), "labelled pair")).append(" of ");
    text.append(count(result.pages(), "page")).append("; * is the configured detector\n\n");
    text.append(detectors(rows)).append('\n');
    result.configured().filter(r -> !r.kinds().isEmpty()).ifPresent(r -> text.append(kinds(r)));
    return text;
  }

  static String text(EvaluationResult result, List<EvaluationRow> rows) {
    StringBuilder text = agreement(result, rows);
    text.append("Pairs by agreeing super-shingles, 6 of 14\n").append(superShingles(result));
    text.append("\nRotate, sort, check adjacent\n").append(rotations(result));
    if (result.sketchError().pairs() > 0) {
      text.append('\n').append(sketchError(result.sketchError())).append('\n');
    }
    return text.toString();
  }

  /** The sketches' error in a sentence. */
  static String sketchError(SketchError error) {
    return "Error of the sketches' estimates over %s: %s, %.2f times what theory gives, %s"
        .formatted(
            count(error.pairs(), "pair"),
            ratio(error.measured()),
            error.ratio(),
            ratio(error.theoretical()));
  }

  private static String detectors(List<EvaluationRow> rows) {
    TextTable table =
        new TextTable(2)
            .row(
                "detector",
                "settings",
                "precision",
                "recall",
                "F1",
                "same host P",
                "R",
                "cross host P",
                "R",
                "?");
    rows.forEach(r -> table.row(cells(r, (r.isDefault() ? "* " : "  ") + r.detector(), "/")));
    return table.text();
  }

  /** A row's cells, its name first; {@code of} separates the undecided pairs that match. */
  static List<String> cells(EvaluationRow row, String name, String of) {
    return List.of(
        name,
        row.fullSettings(),
        ratio(row.all().precision()),
        ratio(row.all().recall()),
        ratio(row.all().f1()),
        ratio(row.sameHost().precision()),
        ratio(row.sameHost().recall()),
        ratio(row.crossHost().precision()),
        ratio(row.crossHost().recall()),
        row.all().undecidedMatched() + of + row.all().undecided());
  }

  private static String kinds(EvaluationRow row) {
    TextTable table = new TextTable(2).row("kind", "label", "matched", "pairs", "share");
    kindCells(row).forEach(table::row);
    return "What the configured detector matches, by kind\n" + table.text() + "\n";
  }

  static List<List<String>> kindCells(EvaluationRow row) {
    return row.kinds().stream()
        .map(
            kind ->
                List.of(
                    kind.kind(),
                    kind.label().sign(),
                    Integer.toString(kind.matched()),
                    Integer.toString(kind.pairs()),
                    ratio(kind.share())))
        .toList();
  }

  private static String superShingles(EvaluationResult result) {
    TextTable table = new TextTable().row("agreeing", "1", "0", "?", "correct", "Henzinger 2006");
    superShingleCells(result).forEach(table::row);
    return table.text();
  }

  static List<List<String>> superShingleCells(EvaluationResult result) {
    return result.superShingles().stream()
        .map(
            row ->
                List.of(
                    Integer.toString(row.agreeing()),
                    Integer.toString(row.duplicates()),
                    Integer.toString(row.different()),
                    Integer.toString(row.undecided()),
                    row.pairs() == 0 ? "" : ratio(row.correct()),
                    row.agreeing() < 2 ? "" : ratio(row.reported())))
        .toList();
  }

  private static String rotations(EvaluationResult result) {
    TextTable table = new TextTable().row("rotations", "k", "found", "all", "recall");
    rotationCells(result).forEach(table::row);
    return table.text();
  }

  static List<List<String>> rotationCells(EvaluationResult result) {
    return result.rotations().stream()
        .map(
            recall ->
                List.of(
                    Integer.toString(recall.rotations()),
                    Integer.toString(recall.hamming()),
                    Long.toString(recall.found()),
                    Long.toString(recall.all()),
                    ratio(recall.recall())))
        .toList();
  }

  static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
