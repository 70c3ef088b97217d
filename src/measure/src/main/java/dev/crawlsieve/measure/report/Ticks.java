package dev.crawlsieve.measure.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Round values along an axis: multiples of 1, 2 or 5 times a power of ten.
 *
 * @param step difference between two ticks
 * @param first the first tick, as a multiple of the step
 * @param last the last tick, as a multiple of the step
 */
public record Ticks(double step, long first, long last) {

  private static final double SLACK = 1e-9;

  /**
   * Ticks around a range: the first is at or before its start, the last is at or after its end.
   *
   * @param most maximum number of steps, at least 2
   * @param whole whether a step must be at least 1
   */
  public static Ticks around(double from, double to, int most, boolean whole) {
    double least = Math.max((to - from) / most, whole ? 1 : 1e-4);
    double power = Math.pow(10, Math.floor(Math.log10(least) + SLACK));
    for (; ; power *= 10) {
      for (int times : new int[] {1, 2, 5}) {
        double step = times * power;
        long first = (long) Math.floor(from / step + SLACK);
        long last = Math.max(first + 1, (long) Math.ceil(to / step - SLACK));
        if (last - first <= most) {
          return new Ticks(step, first, last);
        }
      }
    }
  }

  /**
   * Ticks around some values, which are at least 0; or around the neighbourhood of a single value.
   *
   * @param most maximum number of steps, at least 2
   * @param least minimum length of the axis; if it is greater than 1, a step is at least 1
   */
  public static Ticks around(double[] values, int most, double least) {
    double from = Arrays.stream(values).min().orElse(0);
    double to = Arrays.stream(values).max().orElse(1);
    double around = Math.max(0, least - (to - from)) / 2;
    return around(Math.max(0, from - around), to + around, most, least > 1);
  }

  double[] values() {
    return IntStream.rangeClosed(0, (int) (last - first)).mapToDouble(i -> at(first + i)).toArray();
  }

  double start() {
    return at(first);
  }

  double end() {
    return at(last);
  }

  private double at(long multiple) {
    return multiple * step;
  }
}
