package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.fingerprint.Fingerprint;

/**
 * Two pages are near iff their sketches share a band and estimate a Jaccard similarity of at least
 * τ, and their SimHashes do not say that the pages are unrelated. The most similar leader is best.
 *
 * @param bands which pages are compared, and τ
 */
public record SketchDetector(Bands bands) implements Detector {

  @Override
  public int rank(int distance, int equal) {
    return distance <= Nearness.MOST_DISTANCE && equal >= Nearness.minEqual(bands.threshold())
        ? Fingerprint.SKETCH_SIZE - equal
        : NO_MATCH;
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return bands.share(page, leader);
  }

  @Override
  public int findsWithin() {
    return -1;
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new SketchDetector(bands.within(thresholds));
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TableLayout.sketch(this);
  }
}
