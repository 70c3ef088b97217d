package dev.crawlsieve.core.sweep.report;

import java.util.stream.IntStream;

/**
 * Round values along an axis: multiples of 1, 2 or 5 times a power of ten.
 *
 * @param step from one to the next
 * @param first the first one's multiple
 * @param last the last one's multiple
 */
record Ticks(double step, long first, long last) {

  private static final double SLACK = 1e-9;

  /**
   * Ticks around a range, the first at or before its start, the last at or after its end.
   *
   * @param most how many steps at most, 2 or more
   * @param whole whether a step is at least 1
   */
  static Ticks around(double from, double to, int most, boolean whole) {
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
