package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;

/**
 * Near iff another detector says so, and the {@link Rule} says that the page is a copy.
 *
 * @param similar decides how similar two pages must be, ranks them, and has the tables
 * @param alikeEqual the fewest equal min-hashes of texts without titles
 */
record RuledDetector(Detector similar, int alikeEqual) implements Detector {

  /** In bits: pages of two names are not sought farther away, though the tables might find them. */
  private static final int MOST_DISTANCE = 3;

  static RuledDetector of(Detector similar, double alikeSimilarity) {
    return new RuledDetector(similar, Nearness.minEqual(alikeSimilarity));
  }

  @Override
  public int rank(int distance, int equal) {
    return similar.rank(distance, equal);
  }

  @Override
  public int rank(PagePair pair) {
    int rank = similar.rank(pair);
    return rank != NO_MATCH && copies(pair) ? rank : NO_MATCH;
  }

  @Override
  public boolean copies(PagePair pair) {
    return reason(pair).isCopy();
  }

  @Override
  public Reason reason(PagePair pair) {
    return Rule.decide(pair, alikeEqual, Math.min(MOST_DISTANCE, similar.findsWithin()));
  }

  @Override
  public boolean mayCopyOther(ComparedPage page, long rest) {
    return Rule.mayCopyOther(page, rest);
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return similar.reaches(page, leader);
  }

  @Override
  public boolean comparesNames() {
    return true;
  }

  @Override
  public int findsWithin() {
    return similar.findsWithin();
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new RuledDetector(
        similar.within(thresholds),
        Math.max(alikeEqual, Nearness.minEqual(thresholds.stricter(Threshold.ALIKE, 0))));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return similar.layout(expectedLeaders).verifiedBy(this);
  }
}
