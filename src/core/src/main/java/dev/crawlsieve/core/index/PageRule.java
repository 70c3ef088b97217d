package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;

/**
 * The rule as it applies to one page: which leaders it may match, and how near they must be.
 *
 * <p>Overrides are applied here, where two pages are compared, so if they rule out the best leader,
 * the next best can match.
 *
 * @param overrides the overrides for all pages
 * @param own the page's overrides
 * @param lane the lane's detector
 * @param detector the page's detector: the lane's, or a stricter one for the page's host
 */
public record PageRule(Overrides overrides, PageOverrides own, Detector lane, Detector detector) {

  /** Added to the distance of exact matches: it ranks them before all near ones, closest first. */
  private static final int EXACT = -65;

  /** The rule for a page. */
  public static PageRule of(ComparedPage page, Detector detector, Overrides overrides) {
    PageOverrides own = of(page, overrides);
    HostThresholds thresholds = own.thresholds();
    return new PageRule(
        overrides,
        own,
        detector,
        thresholds.equals(HostThresholds.NONE) ? detector : detector.within(thresholds));
  }

  /**
   * The overrides by which a page is compared; one that decides is {@link ComparedPage#override}.
   */
  public static PageOverrides of(ComparedPage page, Overrides overrides) {
    return overrides.digest().isEmpty() ? PageOverrides.NONE : overrides.of(page.url());
  }

  /** Whether the page may match a leader, exactly or nearly. */
  public boolean admits(ComparedPage leader) {
    return !own.separates() || !own.separates(overrides.of(leader.url()));
  }

  /** Whether the page is a copy of a leader that has the same content. */
  public boolean copies(ComparedPage page, ComparedPage leader) {
    return admits(leader) && detector.copies(PagePair.of(page, leader));
  }

  /**
   * How well the page matches a leader, by definition, without any table: smaller is better, and
   * below 0 if both have the same content; or {@link Detector#NO_MATCH}.
   */
  public int rank(ComparedPage page, ComparedPage leader) {
    if (!page.sameScope(leader) || !admits(leader)) {
      return Detector.NO_MATCH;
    }
    PagePair pair = PagePair.of(page, leader);
    if (pair.sameText()) {
      return detector.copies(pair) ? EXACT + pair.distance() : Detector.NO_MATCH;
    }
    boolean compared = page.nearEligible() && leader.nearEligible() && lane.reaches(page, leader);
    return compared ? detector.rank(pair) : Detector.NO_MATCH;
  }
}
