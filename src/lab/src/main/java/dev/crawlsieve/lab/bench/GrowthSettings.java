package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.config.SettingsException;

/**
 * The synthetic pages with which an index grows.
 *
 * @param leaders number of kept pages to grow to, 1,000 or more
 * @param nearShare share of near-copies among the pages, in [0, 1)
 * @param seed determines all choices
 */
public record GrowthSettings(long leaders, double nearShare, long seed) {

  private static final long LEAST_LEADERS = 1_000;
  private static final long MOST_LEADERS = 1L << 31;

  public GrowthSettings {
    if (leaders < LEAST_LEADERS || leaders > MOST_LEADERS) {
      throw new SettingsException(
          "--leaders is " + leaders + ", must be " + LEAST_LEADERS + " to " + MOST_LEADERS);
    }
    if (!(nearShare >= 0 && nearShare < 1)) {
      throw new SettingsException("--near-share is " + nearShare + ", must be in [0, 1)");
    }
  }

  /** The same settings with fewer leaders. */
  public GrowthSettings upTo(long fewer) {
    long other = Math.max(LEAST_LEADERS, Math.min(leaders, fewer));
    return new GrowthSettings(other, nearShare, seed);
  }
}
