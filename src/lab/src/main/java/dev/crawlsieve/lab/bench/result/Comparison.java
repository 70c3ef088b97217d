package dev.crawlsieve.lab.bench.result;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

  /** Compares a figure round by round. */
  public static Comparison of(
      CaseResult detector, CaseResult passThrough, ToDoubleFunction<Figures> figure) {
    double[] values = figures(detector.rounds(), figure);
    double[] bare = figures(passThrough.rounds(), figure);
    return of(values, bare);
  }

  private static Comparison of(double[] values, double[] bare) {
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

  /**
   * Compares the CPU time of a page with the sum of its parts: the pass-through's, and that of the
   * same work without Kafka. All without the JIT compiler, in microseconds.
   */
  public static Comparison withParts(CaseResult detector, CaseResult passThrough) {
    List<Figures> bare = passThrough.rounds();
    double[] values = figures(detector.rounds(), Figures::warmMicrosPerPage);
    double[] parts = new double[values.length];
    for (int round = 0; round < parts.length; round++) {
      parts[round] = bare.get(round).warmMicrosPerPage() + detector.alone().get(round);
    }
    return of(values, parts);
  }

  /** Compares a percentile of the latencies round by round, in milliseconds. */
  public static Comparison ofLatency(CaseResult detector, CaseResult passThrough, double percent) {
    return of(percentiles(detector, percent), percentiles(passThrough, percent));
  }

  /** A percentile of the latencies of each round, in milliseconds. */
  public static double[] percentiles(CaseResult result, double percent) {
    return result.latencies().stream().mapToDouble(round -> round.percentile(percent)).toArray();
  }

  /** The median of a figure over the rounds of a case. */
  public static double median(CaseResult result, ToDoubleFunction<Figures> figure) {
    return median(figures(result.rounds(), figure));
  }

  /** The median of one figure for each round. */
  public static double median(List<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double[] figures(List<Figures> rounds, ToDoubleFunction<Figures> figure) {
    return rounds.stream().mapToDouble(figure).toArray();
  }

  /** The median; of an even number of values, the mean of the middle two. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
