package dev.crawlsieve.core.config;

/**
 * What pages need, beside being similar enough for the detector, if their names do not say that
 * they are the same item. See {@link dev.crawlsieve.core.name.Identity}.
 *
 * @param alikeSimilarity minimum estimated Jaccard similarity of two pages whose names are alike,
 *     in [0, 1]
 * @param otherContainment minimum share of a page's shingles that a kept page of another name must
 *     contain, in [0, 1]; see {@link dev.crawlsieve.core.index.Nearness#contained}. At 1 only exact
 *     copies match
 */
public record NameThresholds(double alikeSimilarity, double otherContainment) {

  /** The setting that says whether names are compared. */
  public static final String NAMES = "near.names";

  /** The setting of {@link #alikeSimilarity}. */
  public static final String ALIKE = "near.alike.min.similarity";

  /** The setting of {@link #otherContainment}. */
  public static final String OTHER = "near.other.min.containment";

  /** Names are not compared. */
  public static final NameThresholds IGNORED = new NameThresholds(0, 0);

  /** The defaults. */
  public static final NameThresholds DEFAULT = new NameThresholds(0.85, 1);

  public NameThresholds {
    check(alikeSimilarity, ALIKE);
    check(otherContainment, OTHER);
  }

  private static void check(double share, String setting) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(setting + " is " + share + ", must be in [0,1]");
    }
  }
}
