package dev.crawlsieve.core.config;

import java.util.Locale;

/**
 * What makes two pages near-duplicates.
 *
 * @param kind which features decide
 * @param maxDistance k, maximum distance in bits, 0 to 16; for {@code simhash} and {@code combined}
 * @param minSimilarity τ, minimum estimated Jaccard similarity, in (0, 1]; for {@code sketch} and
 *     {@code combined}
 * @param recall target probability that a pair exactly at τ is compared, in (0, 1); for {@code
 *     sketch} and {@code combined}
 * @param minAgreeing n, minimum number of equal super-shingles of 6, 1 to 6; for {@code
 *     supershingle}
 * @param confirmingSimilarity minimum estimated Jaccard similarity of two pages within k bits, in
 *     [0, τ]; for {@code combined}
 */
public record DetectorSettings(
    Kind kind,
    int maxDistance,
    double minSimilarity,
    double recall,
    int minAgreeing,
    double confirmingSimilarity) {

  /** Which features decide. */
  public enum Kind {
    SIMHASH,
    SKETCH,
    SUPERSHINGLE,
    COMBINED
  }

  private static final int UNUSED = 1;

  public DetectorSettings {
    check(maxDistance >= 0 && maxDistance <= 16, "simhash.max.distance", maxDistance, "0 to 16");
    check(
        minSimilarity > 0 && minSimilarity <= 1,
        "sketch.min.similarity",
        minSimilarity,
        "in (0,1]");
    check(recall > 0 && recall < 1, "sketch.recall", recall, "in (0,1)");
    check(minAgreeing >= 1 && minAgreeing <= 6, "supershingle.min.agreeing", minAgreeing, "1 to 6");
    check(
        confirmingSimilarity >= 0
            && (kind != Kind.COMBINED || confirmingSimilarity <= minSimilarity),
        "combined.min.similarity",
        confirmingSimilarity,
        "in [0, sketch.min.similarity]");
  }

  /** SimHashes within k bits. */
  public static DetectorSettings simhash(int maxDistance) {
    return new DetectorSettings(Kind.SIMHASH, maxDistance, 1, 0.5, UNUSED, 0);
  }

  /** Sketches that estimate a similarity of at least τ. */
  public static DetectorSettings sketch(double minSimilarity, double recall) {
    return new DetectorSettings(Kind.SKETCH, 0, minSimilarity, recall, UNUSED, 0);
  }

  /** At least n equal super-shingles. */
  public static DetectorSettings supershingle(int minAgreeing) {
    return new DetectorSettings(Kind.SUPERSHINGLE, 0, 1, 0.5, minAgreeing, 0);
  }

  /** Similar sketches, or SimHashes within k bits that the sketches confirm. */
  public static DetectorSettings combined(
      int maxDistance, double minSimilarity, double recall, double confirmingSimilarity) {
    return new DetectorSettings(
        Kind.COMBINED, maxDistance, minSimilarity, recall, UNUSED, confirmingSimilarity);
  }

  /** The same thresholds for another detector. */
  public DetectorSettings of(Kind other) {
    return new DetectorSettings(
        other,
        maxDistance,
        minSimilarity,
        recall,
        minAgreeing,
        Math.min(confirmingSimilarity, minSimilarity));
  }

  /** The detector's name in settings and verdicts. */
  public String name() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static void check(boolean holds, String setting, Object value, String range) {
    if (!holds) {
      throw new IllegalArgumentException(setting + " is " + value + ", must be " + range);
    }
  }
}
