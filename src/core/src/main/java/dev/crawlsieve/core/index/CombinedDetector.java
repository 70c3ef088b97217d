package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Fingerprint;

/**
 * Near iff the sketches are similar and the SimHashes do not say that the pages are unrelated, or
 * the SimHashes are close and the sketches not too different; the most similar is best, then the
 * closest.
 *
 * @param maxDistance k, in bits
 * @param bands which pages are compared besides those within k bits, and τ
 * @param confirmingSimilarity least estimated similarity of two pages within k bits
 */
public record CombinedDetector(int maxDistance, Bands bands, double confirmingSimilarity)
    implements Detector {

  // Henzinger, Finding Near-Duplicate Web Pages: A Large-Scale Evaluation of Algorithms, SIGIR
  // 2006: shingles and SimHash err on different pages, and pairs that both call near are right far
  // more often (.79) than those of either (.38, .50). A sketch match stands alone, because most of
  // the shingles are equal; a SimHash match, which means little for short texts and texts of one
  // template, must be confirmed by the sketch.
  //
  // The rule is isNear() and nothing else. Tables rely on one property of it: a match beyond k bits
  // has at least the bands' threshold.

  private boolean isNear(int distance, int equal) {
    return (equal >= Nearness.minEqual(bands.threshold()) && distance <= Nearness.MOST_DISTANCE)
        || (distance <= maxDistance && equal >= Nearness.minEqual(confirmingSimilarity));
  }

  @Override
  public int rank(int distance, int equal) {
    return isNear(distance, equal) ? ((Fingerprint.SKETCH_SIZE - equal) << 7) | distance : NO_MATCH;
  }

  @Override
  public boolean reaches(LeaderRecord page, LeaderRecord leader) {
    return Long.bitCount(page.simhash() ^ leader.simhash()) <= maxDistance
        || bands.share(page, leader);
  }

  @Override
  public int bound(int distance, int differing, int tables) {
    return rank(distance, Fingerprint.SKETCH_SIZE - differing);
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new CombinedDetector(
        (int) thresholds.stricter(Threshold.DISTANCE, maxDistance),
        bands.within(thresholds),
        thresholds.stricter(Threshold.CONFIRMING, confirmingSimilarity));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TableLayout.combined(this, TablePlanner.plan(maxDistance, expectedLeaders));
  }
}
