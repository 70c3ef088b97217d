package dev.crawlsieve.core.eval;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** A way to decide whether two pages are near-duplicates: a score and a threshold. */
public interface PairDetector {

  /** Its name: lower case, words joined by hyphens. */
  String name();

  /** What it is set to, thresholds aside, or the empty string. */
  String settings();

  /** The thresholds to report, the one that matches least first or last. */
  List<Threshold> thresholds();

  /**
   * How alike two pages are: the higher, the more; the same in either order. Positive infinity
   * matches at every threshold, negative infinity at none.
   */
  double score(PageFeatures a, PageFeatures b);

  /** A detector of these parts. */
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

  /** A detector that matches where this one and the rule do. */
  default PairDetector and(String name, Rule rule) {
    return of(
        name,
        joined("and " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? score(a, b) : Double.NEGATIVE_INFINITY);
  }

  /** A detector that matches where this one or the rule does. */
  default PairDetector or(String name, Rule rule) {
    return of(
        name,
        joined("or " + rule.text()),
        thresholds(),
        (a, b) -> rule.matches(a, b) ? Double.POSITIVE_INFINITY : score(a, b));
  }

  /** This detector as the stream asks it: after the exact match, and not of texts too short. */
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
