package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.ComparedPage;

/**
 * A page of a lane.
 *
 * @param lane number of the lane
 */
public record LanePage(int lane, ComparedPage page) {

  /** {@return the page as these overrides decide on it, and not those in the log} */
  public LanePage with(Overrides overrides) {
    return new LanePage(lane, page.overriddenBy(overrides.of(page.url()).decision()));
  }
}
