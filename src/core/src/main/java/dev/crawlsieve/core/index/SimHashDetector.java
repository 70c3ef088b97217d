package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;

/**
 * Two pages are near iff their SimHashes differ in at most k bits; the closest leader is best. The
 * tables find every match.
 *
 * @param maxDistance k, in bits
 */
public record SimHashDetector(int maxDistance) implements Detector {

  @Override
  public int rank(int distance, int equal) {
    return distance <= maxDistance ? distance : NO_MATCH;
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return true;
  }

  @Override
  public int findsWithin() {
    return maxDistance;
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new SimHashDetector((int) thresholds.stricter(Threshold.DISTANCE, maxDistance));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TablePlanner.plan(maxDistance, expectedLeaders);
  }
}
