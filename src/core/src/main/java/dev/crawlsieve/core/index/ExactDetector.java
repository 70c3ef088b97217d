package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;

/** No two pages of different content are near: only exact copies match. */
public record ExactDetector() implements Detector {

  @Override
  public int rank(int distance, int equal) {
    return NO_MATCH;
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return false;
  }

  @Override
  public int findsWithin() {
    return -1;
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return this;
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TableLayout.exact(this);
  }
}
