package dev.crawlsieve.core.eval;

import java.util.List;
import java.util.Optional;

/**
 * How well detectors agree with human judgement.
 *
 * @param pages pages there are
 * @param pairs labelled pairs
 * @param rows each detector at each threshold
 * @param curves each detector over all thresholds
 * @param superShingles pairs by agreeing super-shingles, 0 to 6
 * @param rotations what rotating and sorting finds among the pages
 * @param sketchError how far the sketches' estimates are from the exact resemblances
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

  /** The row of what the stream is configured to use. */
  public Optional<EvaluationRow> configured() {
    return rows.stream().filter(EvaluationRow::isDefault).findFirst();
  }

  /**
   * The row of a detector with the best F1 among those of a wished precision: how a threshold is
   * chosen, on the choosing half.
   *
   * @param detector its name
   * @param leastPrecision 0 to 1
   */
  public Optional<EvaluationRow> best(String detector, double leastPrecision) {
    return rows.stream()
        .filter(r -> r.detector().equals(detector) && r.all().precision() >= leastPrecision)
        .reduce((a, b) -> b.all().f1() > a.all().f1() ? b : a);
  }
}
