package dev.crawlsieve.lab.detectors;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * A way to decide whether two pages are near-duplicates: a score and a threshold.
 *
 * @param name lower case, words joined by hyphens
 * @param settings except thresholds, or the empty string
 * @param thresholds those to report, ordered by strictness in either direction
 * @param score how similar two pages are: higher means more similar; symmetric. Positive infinity
 *     matches at every threshold, negative infinity at none
 */
record PairDetector(
    String name,
    String settings,
    List<Threshold> thresholds,
    ToDoubleBiFunction<DetectorPage, DetectorPage> score) {

  /** A detector that never matches a page without text. */
  static PairDetector ofTexts(
      String name,
      String settings,
      List<Threshold> thresholds,
      ToDoubleBiFunction<DetectorPage, DetectorPage> score) {
    return new PairDetector(
        name,
        settings,
        thresholds,
        (a, b) ->
            a.hasTokens() && b.hasTokens() ? score.applyAsDouble(a, b) : Double.NEGATIVE_INFINITY);
  }

  /** How similar two pages are. */
  double score(DetectorPage a, DetectorPage b) {
    return score.applyAsDouble(a, b);
  }
}
