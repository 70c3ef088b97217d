package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;

/**
 * The rule as it applies to one page: which leaders it may match, and how near they must be.
 *
 * <p>Overrides are applied here, where two pages are compared: a leader that is ruled out leaves
 * its place to the next best.
 */
public final class PageRule {

  private final Overrides overrides;
  private final PageOverrides own;
  private final Detector detector;

  private PageRule(Overrides overrides, PageOverrides own, Detector detector) {
    this.overrides = overrides;
    this.own = own;
    this.detector = detector;
  }

  /** The rule for a page. */
  public static PageRule of(LeaderRecord page, Detector detector, Overrides overrides) {
    PageOverrides own = of(page, overrides);
    HostThresholds thresholds = own.thresholds();
    return new PageRule(
        overrides,
        own,
        thresholds.equals(HostThresholds.NONE) ? detector : detector.within(thresholds));
  }

  /** The overrides that apply to a page. */
  public static PageOverrides of(LeaderRecord page, Overrides overrides) {
    return overrides == Overrides.NONE ? PageOverrides.NONE : overrides.of(page.url());
  }

  /** Whether the page may match a leader, exactly or nearly. */
  public boolean admits(LeaderRecord leader) {
    return !own.separates() || !own.separates(overrides.of(leader.url()));
  }

  /** Whether the page is a copy of a leader that has the same content. */
  public boolean copies(LeaderRecord page, LeaderRecord leader) {
    return admits(leader) && detector.copies(page, leader, page.identity(leader));
  }

  /** The detector with the thresholds for the page. */
  public Detector detector() {
    return detector;
  }
}
