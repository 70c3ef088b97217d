package dev.crawlsieve.bench.result;

import dev.crawlsieve.core.config.SettingsException;
import java.time.Duration;

/**
 * How a steady run is made.
 *
 * @param length how long pages are produced
 * @param rate pages a second, above 0
 * @param every how often is measured
 * @param kind the form in which pages come
 * @param nearShare share of near-copies among the pages that are made, in [0, 1)
 * @param seed of all chance
 */
public record SteadySettings(
    Duration length,
    double rate,
    Duration every,
    BenchSettings.Kind kind,
    double nearShare,
    long seed) {

  public SteadySettings {
    if (!(rate > 0 && rate <= 100_000)) {
      throw new SettingsException(
          "--rate is " + rate + ", must be greater than 0, and 100000 at most");
    }
    if (every.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new SettingsException(
          "--every is " + every.toSeconds() + ", must be 1 or more seconds");
    }
    if (length.compareTo(every) < 0 || pages(length, rate) > Integer.MAX_VALUE) {
      throw new SettingsException(
          "--minutes is "
              + length.toMillis() / 60_000.0
              + ", must be from one measurement (--every) on, and give fewer than 2^31 pages");
    }
    if (!(nearShare >= 0 && nearShare < 1)) {
      throw new SettingsException("--near-share is " + nearShare + ", must be in [0, 1)");
    }
  }

  private static double pages(Duration length, double rate) {
    return length.toMillis() / 1e3 * rate;
  }

  /** How many pages that makes. */
  public int pages() {
    return (int) pages(length, rate);
  }
}
