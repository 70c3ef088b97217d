package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.config.SettingsException;

/**
 * The synthetic pages with which an index grows.
 *
 * @param leaders number of kept pages to grow to, 1,000 or more
 * @param nearShare share of near-copies among the pages, in [0, 1)
 * @param templates number of templates with which pages share min-hashes, 0 for none
 * @param templateShare share of a page's min-hashes that come from its template, in [0, 1]
 * @param scopes number of scopes that pages are of, 1 or more
 * @param seed determines all choices
 */
public record GrowthSettings(
    long leaders, double nearShare, int templates, double templateShare, int scopes, long seed) {

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
    if (templates < 0) {
      throw new SettingsException("--templates is " + templates + ", must be 0 or more");
    }
    if (!(templateShare >= 0 && templateShare <= 1)) {
      throw new SettingsException("--template-share is " + templateShare + ", must be in [0, 1]");
    }
    if (scopes < 1) {
      throw new SettingsException("--scopes is " + scopes + ", must be 1 or more");
    }
  }

  /** The same settings with fewer leaders. */
  public GrowthSettings upTo(long fewer) {
    long other = Math.max(LEAST_LEADERS, Math.min(leaders, fewer));
    return new GrowthSettings(other, nearShare, templates, templateShare, scopes, seed);
  }
}
