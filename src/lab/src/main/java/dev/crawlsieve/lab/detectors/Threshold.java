package dev.crawlsieve.lab.detectors;

import java.util.Arrays;
import java.util.List;

/**
 * A detector's threshold.
 *
 * @param text in the field's notation, such as {@code hamming <= 3}
 * @param least the lowest score of two pages that are considered near-duplicates
 */
record Threshold(String text, double least) {

  /** Whether a score is high enough; negative infinity never is. */
  boolean isReached(double score) {
    return score >= least && score > Double.NEGATIVE_INFINITY;
  }

  /** The thresholds {@code name >= value} of a score that is a similarity. */
  static List<Threshold> atLeast(String name, double... values) {
    return Arrays.stream(values)
        .mapToObj(v -> new Threshold(name + " >= " + number(v), v))
        .toList();
  }

  /** The thresholds {@code name <= value} of a score that is a negated distance. */
  static List<Threshold> atMost(String name, double... values) {
    return Arrays.stream(values)
        .mapToObj(v -> new Threshold(name + " <= " + number(v), -v))
        .toList();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
