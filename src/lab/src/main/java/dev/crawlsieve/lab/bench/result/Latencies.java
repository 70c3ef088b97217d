package dev.crawlsieve.lab.bench.result;

import java.util.Arrays;

/**
 * Latencies of pages, and their percentiles.
 *
 * <p>A percentile is the smallest latency that at least this share of all do not exceed (nearest
 * rank).
 */
public final class Latencies {

  private final long[] sorted;

  /**
   * @param millis latencies in milliseconds, in any order, at least one
   */
  public Latencies(long[] millis) {
    if (millis.length == 0) {
      throw new IllegalArgumentException("no latencies");
    }
    sorted = millis.clone();
    Arrays.sort(sorted);
  }

  /**
   * The percentile in milliseconds.
   *
   * @param percent above 0 to 100
   */
  public long percentile(double percent) {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("a percentile of " + percent + ", must be in (0, 100]");
    }
    return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
  }

  /** Number of pages timed. */
  public int count() {
    return sorted.length;
  }
}
