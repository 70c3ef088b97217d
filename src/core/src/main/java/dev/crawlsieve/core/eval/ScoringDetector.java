package dev.crawlsieve.core.eval;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;

/**
 * A detector defined by a function.
 *
 * @param function its score
 */
record ScoringDetector(
    String name,
    String settings,
    List<Threshold> thresholds,
    ToDoubleBiFunction<PageFeatures, PageFeatures> function)
    implements PairDetector {

  ScoringDetector {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(function, "function");
    thresholds = List.copyOf(thresholds);
  }

  /** A detector that never matches a page without text. */
  static PairDetector ofTexts(
      String name,
      String settings,
      List<Threshold> thresholds,
      ToDoubleBiFunction<PageFeatures, PageFeatures> function) {
    return new ScoringDetector(
        name,
        settings,
        thresholds,
        (a, b) ->
            a.hasTokens() && b.hasTokens()
                ? function.applyAsDouble(a, b)
                : Double.NEGATIVE_INFINITY);
  }

  @Override
  public double score(PageFeatures a, PageFeatures b) {
    return function.applyAsDouble(a, b);
  }
}
