package dev.crawlsieve.measure.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Round values along an axis: multiples of 1, 2 or 5 times a power of ten.
 *
 * @param step from one to the next
 * @param first the first one's multiple
 * @param last the last one's multiple
 */
public record Ticks(double step, long first, long last) {

  private static final double SLACK = 1e-9;

  /**
   * Ticks around a range, the first at or before its start, the last at or after its end.
   *
   * @param most how many steps at most, 2 or more
   * @param whole whether a step is at least 1
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
   * Ticks around some values of 0 or more, or around the place of a single one.
   *
   * @param most how many steps at most, 2 or more
   * @param least the shortest axis; a step is at least 1 if this is greater
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
