package dev.crawlsieve.core.eval;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** A way to decide whether two pages are near-duplicates: a score and a threshold. */
public interface PairDetector {

  /** Its name: lower case, words joined by hyphens. */
  String name();

  /** Its settings, except thresholds, or the empty string. */
  String settings();

  /** The thresholds to report, ordered by strictness in either direction. */
  List<Threshold> thresholds();

  /**
   * How similar two pages are: higher means more similar; symmetric. Positive infinity matches at
   * every threshold, negative infinity at none.
   */
  double score(PageFeatures a, PageFeatures b);

  /** A detector with these parts. */
  static PairDetector of(
      String name,
      String settings,
      List<Threshold> thresholds,
      ToDoubleBiFunction<PageFeatures, PageFeatures> score) {
    return new ScoringDetector(name, settings, thresholds, score);
  }

  /** This detector at one threshold, as a rule. */
  default Rule at(Threshold threshold) {
    return new Rule(name() + " " + threshold.text(), (a, b) -> score(a, b) >= threshold.least());
  }

  /** A detector that matches if both this one and the rule do. */
  default PairDetector and(String name, Rule rule) {
    return of(
        name,
        joined("and " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? score(a, b) : Double.NEGATIVE_INFINITY);
  }

  /** A detector that matches if this one or the rule does. */
  default PairDetector or(String name, Rule rule) {
    return of(
        name,
        joined("or " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? Double.POSITIVE_INFINITY : score(a, b));
  }

  /**
   * This detector as used by the stream: after the exact match, and only for texts that are long
   * enough.
   */
  default PairDetector inStream() {
    return of(
        name(),
        joined("after exact match"),
        thresholds(),
        and("", Rule.nearEligible()).or("", Rule.sameContent())::score);
  }

  private String joined(String more) {
    return settings().isEmpty() ? more : settings() + ", " + more;
  }
}
