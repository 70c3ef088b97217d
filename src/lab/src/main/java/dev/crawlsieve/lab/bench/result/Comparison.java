package dev.crawlsieve.lab.bench.result;

import java.util.Arrays;
import java.util.List;

/**
 * A figure compared with another, mostly that of the pass-through, from alternating runs.
 *
 * @param value median of the rounds
 * @param passThrough median of what it is compared with
 * @param ratio median of the rounds' own ratios, value over pass-through
 * @param leastRatio smallest ratio of a round
 * @param mostRatio largest ratio of a round
 */
public record Comparison(
    double value, double passThrough, double ratio, double leastRatio, double mostRatio) {

  /**
   * Compares round by round.
   *
   * @param values one figure for each round
   * @param bare what each is compared with
   */
  static Comparison of(double[] values, double[] bare) {
    if (values.length != bare.length) {
      throw new IllegalArgumentException(
          values.length + " rounds beside " + bare.length + " of the pass-through");
    }
    double[] ratios = new double[values.length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = values[round] / bare[round];
    }
    double ratio = median(ratios);
    Arrays.sort(ratios);
    return new Comparison(
        median(values), median(bare), ratio, ratios[0], ratios[ratios.length - 1]);
  }

  /** The median of one figure for each round. */
  public static double median(List<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The median; of an even number of values, the mean of the middle two. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
