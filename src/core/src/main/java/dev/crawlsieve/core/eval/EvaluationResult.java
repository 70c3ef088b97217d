package dev.crawlsieve.core.eval;

import java.util.List;
import java.util.Optional;

/**
 * How well detectors agree with human judgement.
 *
 * @param pages number of pages
 * @param pairs number of labelled pairs
 * @param rows each detector at each threshold
 * @param curves each detector over all thresholds
 * @param superShingles pairs by agreeing super-shingles, 0 to 6
 * @param rotations what rotating and sorting finds among the pages
 * @param sketchError difference between the sketches' estimates and the exact resemblances
 */
public record EvaluationResult(
    int pages,
    int pairs,
    List<EvaluationRow> rows,
    List<PrecisionRecallCurve> curves,
    List<SuperShingleRow> superShingles,
    List<RotationRecall> rotations,
    SketchError sketchError) {

  public EvaluationResult {
    rows = List.copyOf(rows);
    curves = List.copyOf(curves);
    superShingles = List.copyOf(superShingles);
    rotations = List.copyOf(rotations);
  }

  /** The row of the stream's configured detector. */
  public Optional<EvaluationRow> configured() {
    return rows.stream().filter(EvaluationRow::isDefault).findFirst();
  }
}
