package dev.crawlsieve.core.eval;

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
public record PairDetector(
    String name,
    String settings,
    List<Threshold> thresholds,
    ToDoubleBiFunction<PageFeatures, PageFeatures> score) {

  public PairDetector {
    thresholds = List.copyOf(thresholds);
  }

  /** A detector that never matches a page without text. */
  static PairDetector ofTexts(
      String name,
      String settings,
      List<Threshold> thresholds,
      ToDoubleBiFunction<PageFeatures, PageFeatures> score) {
    return new PairDetector(
        name,
        settings,
        thresholds,
        (a, b) ->
            a.hasTokens() && b.hasTokens() ? score.applyAsDouble(a, b) : Double.NEGATIVE_INFINITY);
  }

  /** How similar two pages are. */
  public double score(PageFeatures a, PageFeatures b) {
    return score.applyAsDouble(a, b);
  }

  /** This detector at one threshold, as a rule. */
  public Rule at(Threshold threshold) {
    return new Rule(name() + " " + threshold.text(), (a, b) -> score(a, b) >= threshold.least());
  }

  /** A detector that matches if both this one and the rule do. */
  public PairDetector and(String name, Rule rule) {
    return new PairDetector(
        name,
        joined("and " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? score(a, b) : Double.NEGATIVE_INFINITY);
  }

  /** A detector that matches if this one or the rule does. */
  public PairDetector or(String name, Rule rule) {
    return new PairDetector(
        name,
        joined("or " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? Double.POSITIVE_INFINITY : score(a, b));
  }

  /**
   * This detector as used by the stream: after the exact match, and only for texts that are long
   * enough.
   */
  public PairDetector inStream() {
    return new PairDetector(
        name(),
        joined("after exact match"),
        thresholds(),
        and("", Rule.nearEligible()).or("", Rule.sameContent()).score());
  }

  private String joined(String more) {
    return settings().isEmpty() ? more : settings() + ", " + more;
  }
}
