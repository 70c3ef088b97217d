package dev.crawlsieve.core.sweep.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts as heights, on a square-root scale where one bar dwarfs the rest.
 *
 * @param counts one for each bar
 */
public record Bars(List<Long> counts) {

  /** The largest bar of this many times the usual one makes the others hard to see. */
  private static final int DWARFS = 8;

  public Bars {
    counts = List.copyOf(counts);
  }

  /** The highest count, 0 if there is none. */
  public long largest() {
    return counts.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Whether heights are square roots. */
  public boolean squareRoot() {
    long[] bars = counts.stream().mapToLong(Long::longValue).filter(n -> n > 0).sorted().toArray();
    return bars.length > 2 && largest() > DWARFS * bars[bars.length / 2];
  }

  /** The height of a count, 0 to 1. */
  public double height(long count) {
    if (count == 0) {
      return 0;
    }
    double height = (double) count / largest();
    return squareRoot() ? Math.sqrt(height) : height;
  }

  /** At most this many round counts up to the highest, far enough apart to be labelled. */
  List<Long> ticks(int most) {
    List<Long> ticks = new ArrayList<>();
    double above = Double.POSITIVE_INFINITY;
    for (long unit = powerOfTen(largest()); unit >= 1; unit /= 10) {
      for (int times : squareRoot() ? new int[] {5, 2, 1} : new int[] {8, 6, 4, 2, 1}) {
        long tick = times * unit;
        if (tick <= largest() && above - height(tick) > 0.9 / most && height(tick) > 0.08) {
          ticks.add(tick);
          above = height(tick);
        }
      }
    }
    return ticks;
  }

  private static long powerOfTen(long number) {
    long power = 1;
    while (power <= number / 10) {
      power *= 10;
    }
    return power;
  }
}
