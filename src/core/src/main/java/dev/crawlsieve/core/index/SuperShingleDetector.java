package dev.crawlsieve.core.index;

import static dev.crawlsieve.core.index.Nearness.SUPER_SHINGLES;
import static dev.crawlsieve.core.index.Nearness.SUPER_SHINGLE_SIZE;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Fingerprint;

/**
 * Near iff at least n of 6 super-shingles are equal, and the SimHashes do not say that the pages
 * are unrelated; the match with the most equal ones is best, then the most similar. Complete.
 *
 * <p>Broder: Identifying and Filtering Near-Duplicate Documents, CPM 2000.
 *
 * @param minAgreeing n, 1 to 6
 */
public record SuperShingleDetector(int minAgreeing) implements Detector {

  // There is a table for each super-shingle. A match is found in at least n of them, and in no
  // fewer than it has equal super-shingles, so the number of tables bounds the rank.

  @Override
  public int rank(int distance, int equal, int agreeing) {
    return distance <= Nearness.MOST_DISTANCE && agreeing >= minAgreeing
        ? rank(agreeing, Fingerprint.SKETCH_SIZE - equal)
        : NO_MATCH;
  }

  @Override
  public boolean reaches(LeaderRecord page, LeaderRecord leader) {
    return true;
  }

  @Override
  public int bound(int distance, int differing, int tables) {
    return tables < minAgreeing || distance > Nearness.MOST_DISTANCE
        ? NO_MATCH
        : rank(tables, differing);
  }

  private static int rank(int agreeing, int differing) {
    return (SUPER_SHINGLES - agreeing) << 7 | differing;
  }

  /** The most min-hashes in which two matching pages differ. */
  int maxDiffering() {
    return (SUPER_SHINGLES - minAgreeing) * SUPER_SHINGLE_SIZE;
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new SuperShingleDetector((int) thresholds.stricter(Threshold.AGREEING, minAgreeing));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TableLayout.superShingles(this);
  }
}
