package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.eval.report.EvaluationTable.count;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.report.ReportTemplate;
import java.util.List;
import java.util.Optional;

/**
 * An evaluation as one HTML page that needs nothing else: no script, no font, no network. Its
 * template is {@code eval/report/evaluation.mustache}.
 */
public final class EvaluationHtml {

  private EvaluationHtml() {}

  /** The page. */
  public static String of(EvaluationResult result) {
    return ReportTemplate.fill("eval/report/evaluation.mustache", Page.of(result));
  }

  /**
   * A table.
   *
   * @param left heads of the columns that are aligned to the left
   * @param heads of the columns after them
   */
  record Table(List<String> left, List<String> heads, List<Row> rows) {

    static Table of(int leftColumns, List<String> heads, List<List<String>> rows) {
      return new Table(
          heads.subList(0, leftColumns),
          heads.subList(leftColumns, heads.size()),
          rows.stream().map(cells -> Row.of(leftColumns, cells, false)).toList());
    }
  }

  /** A row, marked if it is the configured detector's. */
  record Row(boolean marked, List<String> names, List<String> cells) {

    static Row of(int leftColumns, List<String> cells, boolean marked) {
      return new Row(
          marked, cells.subList(0, leftColumns), cells.subList(leftColumns, cells.size()));
    }
  }

  /** What the template shows. */
  record Page(
      String pairs,
      String pages,
      Table best,
      List<CurveFigure> curves,
      Optional<Table> kinds,
      Table superShingles,
      Table rotations,
      String sketchError,
      String rowCount,
      Table all) {

    static Page of(EvaluationResult result) {
      return new Page(
          count(result.pairs(), "labelled pair"),
          count(result.pages(), "page"),
          detectors(EvaluationTable.bestRows(result)),
          CurveFigure.of(result),
          result.configured().filter(r -> !r.kinds().isEmpty()).map(EvaluationHtml::kindTable),
          superShingleTable(result),
          rotationTable(result),
          result.sketchError().pairs() > 0
              ? EvaluationTable.sketchError(result.sketchError()) + "."
              : "",
          count(result.rows().size(), "row"),
          detectors(result.rows()));
    }

    String title() {
      return "How well detectors agree with human judgement";
    }
  }

  private static Table detectors(List<EvaluationRow> rows) {
    List<String> heads =
        List.of("precision", "recall", "F1", "same host P", "R", "cross host P", "R", "? matched");
    return new Table(
        List.of("detector", "settings"),
        heads,
        rows.stream()
            .map(r -> Row.of(2, EvaluationTable.cells(r, r.detector(), " of "), r.isDefault()))
            .toList());
  }

  private static Table kindTable(EvaluationRow row) {
    return Table.of(
        1, List.of("kind", "label", "matched", "pairs", "share"), EvaluationTable.kindCells(row));
  }

  private static Table superShingleTable(EvaluationResult result) {
    return Table.of(
        0,
        List.of("agreeing", "duplicates", "different", "undecided", "correct", "Henzinger"),
        EvaluationTable.superShingleCells(result));
  }

  private static Table rotationTable(EvaluationResult result) {
    return Table.of(
        0,
        List.of("rotations", "k", "pairs found", "pairs", "recall"),
        EvaluationTable.rotationCells(result));
  }
}
