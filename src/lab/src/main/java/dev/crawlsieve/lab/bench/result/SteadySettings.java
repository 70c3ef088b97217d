package dev.crawlsieve.lab.bench.result;

import dev.crawlsieve.core.config.SettingsException;
import java.time.Duration;

/**
 * The settings of a steady run.
 *
 * @param length how long pages are produced
 * @param rate pages per second, above 0
 * @param every interval between measurements
 * @param kind the form of the pages
 * @param nearShare share of near-copies among the generated pages, in [0, 1)
 * @param seed determines all choices
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

  /** Total number of pages. */
  public int pages() {
    return (int) pages(length, rate);
  }
}
