package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Fingerprint;

/**
 * Two pages are near iff their sketches are similar and their SimHashes do not contradict that, or
 * their SimHashes are close and their sketches confirm it. The most similar leader is best, then
 * the closest.
 *
 * @param maxDistance k, in bits
 * @param bands which pages are compared in addition to those within k bits, and τ
 * @param confirmingSimilarity least estimated similarity of two pages within k bits
 */
public record CombinedDetector(int maxDistance, Bands bands, double confirmingSimilarity)
    implements Detector {

  // Henzinger, Finding Near-Duplicate Web Pages: A Large-Scale Evaluation of Algorithms, SIGIR
  // 2006: shingles and SimHash err on different pages, and pairs that both call near are right far
  // more often (.79) than those that one of them does (.38, .50). A sketch match needs no
  // confirmation, because most of the shingles are equal. A SimHash match means little for short
  // texts and for texts of one template, so the sketch must confirm it.
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
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return Long.bitCount(page.simhash() ^ leader.simhash()) <= maxDistance
        || bands.share(page, leader);
  }

  @Override
  public int findsWithin() {
    return maxDistance;
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
