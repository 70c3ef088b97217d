package dev.crawlsieve.lab.chaos;

import java.util.function.LongSupplier;

/**
 * Distributes pages evenly over the faults, however long these take: by the time a fault is over,
 * its share of the pages is released.
 *
 * <p>Thread-safe.
 */
final class Pace {

  /** Assumed duration of a step before any is over. */
  private static final double FIRST_GUESS_NANOS = 12e9;

  private final int steps;
  private final long pages;
  private final LongSupplier nanos;
  private final long start;
  private int done;
  private long stepStart;

  /**
   * @param steps number of steps, 0 or more
   * @param nanos supplies the current time in nanoseconds
   */
  Pace(int steps, long pages, LongSupplier nanos) {
    this.steps = steps;
    this.pages = pages;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.stepStart = start;
  }

  /** Ends a step. */
  synchronized void step() {
    done++;
    stepStart = nanos.getAsLong();
  }

  /** Number of pages that may be produced by now. */
  synchronized long released() {
    if (done >= steps) {
      return pages;
    }
    double usual = done == 0 ? FIRST_GUESS_NANOS : Math.max(1, (stepStart - start) / done);
    double part = Math.min(1, (nanos.getAsLong() - stepStart) / usual);
    return (long) (pages * (done + part) / steps);
  }

  /**
   * Number of pages that must be out before the next step: those of all completed steps but one.
   */
  synchronized long due() {
    return steps == 0 ? 0 : pages * Math.max(0, done - 1) / steps;
  }
}
