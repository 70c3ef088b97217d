package dev.crawlsieve.chaos;

import java.util.function.LongSupplier;

/**
 * Lets pages go evenly over the faults, however long these take: by the time that a fault is over,
 * its share of the pages is released.
 *
 * <p>Thread-safe.
 */
final class Pace {

  /** What a step is thought to take before one is over. */
  private static final double FIRST_GUESS_NANOS = 12e9;

  private final int steps;
  private final long pages;
  private final LongSupplier nanos;
  private final long start;
  private int done;
  private long stepStart;

  /**
   * @param steps how many steps there are, 0 or more
   * @param nanos the time
   */
  Pace(int steps, long pages, LongSupplier nanos) {
    this.steps = steps;
    this.pages = pages;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.stepStart = start;
  }

  /** A step is over. */
  synchronized void step() {
    done++;
    stepStart = nanos.getAsLong();
  }

  /** How many pages may be out by now. */
  synchronized long released() {
    if (done >= steps) {
      return pages;
    }
    double usual = done == 0 ? FIRST_GUESS_NANOS : Math.max(1, (stepStart - start) / done);
    double part = Math.min(1, (nanos.getAsLong() - stepStart) / usual);
    return (long) (pages * (done + part) / steps);
  }

  /** How many pages must be out before the next step: all of the steps that are over but one. */
  synchronized long due() {
    return steps == 0 ? 0 : pages * Math.max(0, done - 1) / steps;
  }
}
