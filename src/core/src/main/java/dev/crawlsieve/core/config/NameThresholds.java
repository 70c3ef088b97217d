package dev.crawlsieve.core.config;

/**
 * What two pages need to be copies, in addition to being similar enough for the detector.
 *
 * @param compared whether names, and what is lost, are compared at all
 * @param alikeSimilarity minimum estimated Jaccard similarity of two texts without titles, in [0,
 *     1]
 */
public record NameThresholds(boolean compared, double alikeSimilarity) {

  /** The setting that says whether names are compared. */
  public static final String NAMES = "near.names";

  /** The setting of {@link #alikeSimilarity}. */
  public static final String ALIKE = "near.alike.min.similarity";

  /** Names are not compared. */
  public static final NameThresholds IGNORED = new NameThresholds(false, 0);

  /** The defaults. */
  public static final NameThresholds DEFAULT = new NameThresholds(true, 0.85);

  public NameThresholds {
    if (!(alikeSimilarity >= 0 && alikeSimilarity <= 1)) {
      throw new IllegalArgumentException(ALIKE + " is " + alikeSimilarity + ", must be in [0,1]");
    }
  }
}
