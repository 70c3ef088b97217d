package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.name.Identity;

/**
 * Near iff another detector says so and the two pages' names allow it: pages with the same name, or
 * without one, need no more; pages with similar names must be more similar; pages with different
 * names are never near.
 *
 * @param similar decides how similar two pages must be, ranks them, and has the tables
 * @param minEqual the fewest equal min-hashes of pages whose names are alike
 */
record ItemDetector(Detector similar, int minEqual) implements Detector {

  static ItemDetector of(Detector similar, double alikeSimilarity) {
    return new ItemDetector(similar, Nearness.minEqual(alikeSimilarity));
  }

  @Override
  public int rank(int distance, int equal, int agreeing) {
    return similar.rank(distance, equal, agreeing);
  }

  @Override
  public int rank(Nearness nearness) {
    boolean allowed =
        switch (nearness.identity()) {
          case NONE, SAME -> true;
          case ALIKE -> nearness.equal() >= minEqual;
          case OTHER -> false;
        };
    return allowed ? similar.rank(nearness) : NO_MATCH;
  }

  /**
   * Two pages with a common text but different names are not copies if the text is short or they
   * say other things beside it: it may be a notice, a menu, or a list without its dates. If only
   * the address differs, and no readable text, it may be short, like an error message.
   */
  @Override
  public boolean copies(LeaderRecord page, LeaderRecord leader, Identity identity) {
    return identity != Identity.OTHER
        || (page.nearEligible() && WholeText.isAlike(page, leader))
        || (page.name().sameWords(leader.name()) && WholeText.isSame(page, leader));
  }

  // Tables ask only about names that toldApart() tells apart, which have different words.

  @Override
  public boolean mayCopyOther(LeaderRecord page, long rest) {
    return page.nearEligible() && WholeText.mayBeAlike(page, rest);
  }

  @Override
  public boolean reaches(LeaderRecord page, LeaderRecord leader) {
    return similar.reaches(page, leader);
  }

  @Override
  public int bound(int distance, int differing, int tables) {
    return similar.bound(distance, differing, tables);
  }

  @Override
  public boolean comparesNames() {
    return true;
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new ItemDetector(
        similar.within(thresholds),
        Math.max(minEqual, Nearness.minEqual(thresholds.stricter(Threshold.ALIKE, 0))));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return similar.layout(expectedLeaders).verifiedBy(this);
  }
}
