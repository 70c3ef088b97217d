package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.util.List;
import java.util.Map;

/**
 * The error of the sketches' estimates against the exact resemblances, and the error that theory
 * predicts.
 *
 * @param pairs number of pairs whose resemblance is neither 0 nor 1, for which theory predicts an
 *     error
 * @param measured root mean square error of the estimate
 * @param theoretical root of the mean of J(1 − J) / 84
 */
public record SketchError(int pairs, double measured, double theoretical) {

  /**
   * The error over all labelled pairs.
   *
   * @param pages by URL, including every page of the pairs
   * @param shingling the shingles from which the sketches were made
   */
  public static SketchError of(
      Map<String, PageFeatures> pages, List<TruthPair> truth, Shingles shingling) {
    int pairs = 0;
    double squares = 0;
    double variances = 0;
    for (TruthPair pair : truth) {
      PageFeatures a = pages.get(pair.urlA());
      PageFeatures b = pages.get(pair.urlB());
      double exact = a.shingles(shingling).resemblance(b.shingles(shingling));
      if (exact > 0 && exact < 1) {
        double error = a.estimate(b) - exact;
        pairs++;
        squares += error * error;
        variances += variance(exact);
      }
    }
    return new SketchError(
        pairs, Math.sqrt(squares / Math.max(1, pairs)), Math.sqrt(variances / Math.max(1, pairs)));
  }

  /** The variance J(1 − J) / 84 of an estimated resemblance J. */
  static double variance(double resemblance) {
    return resemblance * (1 - resemblance) / Fingerprint.SKETCH_SIZE;
  }

  /** The measured error over the theoretical one, about 1; NaN if there are no pairs. */
  public double ratio() {
    return measured / theoretical;
  }
}
