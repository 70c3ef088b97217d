package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.util.Comparator;

/**
 * How near two pages are, by every feature of their fingerprints.
 *
 * @param distance Hamming distance of the SimHashes in bits, 0 to 64
 * @param equal how many of the 84 min-hashes are equal; -1 if one of the pages has no sketch
 * @param agreeing how many of the 6 super-shingles, groups of 14 min-hashes, are equal; -1 if one
 *     of the pages has no sketch
 * @param contained lower bound, with a confidence of 95 %, of the share of the first page's
 *     shingles that the second page also has, in ten-thousandths, 0 to 10,000; -1 if one of the
 *     pages has no sketch
 */
public record Nearness(int distance, int equal, int agreeing, int contained) {

  /** The one-sided 95 % quantile of the normal distribution. */
  private static final double CONFIDENCE_95 = 1.645;

  private static final double[] LEAST_JACCARD = leastJaccard();

  private static double[] leastJaccard() {
    double n = Fingerprint.SKETCH_SIZE;
    double zz = CONFIDENCE_95 * CONFIDENCE_95;
    double[] least = new double[Fingerprint.SKETCH_SIZE + 1];
    for (int equal = 0; equal < least.length; equal++) {
      double share = equal / n;
      double spread = CONFIDENCE_95 * Math.sqrt(share * (1 - share) / n + zz / (4 * n * n));
      least[equal] = Math.max(0, (share + zz / (2 * n) - spread) / (1 + zz / n));
    }
    return least;
  }

  /**
   * The greatest Hamming distance of the SimHashes of near copies, in bits, however similar their
   * sketches are. Unrelated pages differ in 32 ± 4.
   */
  // Both features are made from the same shingles, so if the sketch says "equal" and the SimHash
  // says "unrelated", the sketch is forged: without a seed, anyone can write a page with other
  // words and the min-hashes of a given page. Of 9,323 near copies among 87,933 real pages, 5
  // differ in more than 27 bits and 43 in more than 23; of 1,436 with fewer than 128 shingles, none
  // differs in more than 25. This does not stop an author who also forges the SimHash; a seed does.
  public static final int MOST_DISTANCE = 27;

  /** All shingles of a page. */
  public static final int ALL = 10_000;

  /** Super-shingles per sketch. */
  static final int SUPER_SHINGLES = 6;

  /** Min-hashes per super-shingle: Broder, Identifying and Filtering Near-Duplicates, 2000. */
  static final int SUPER_SHINGLE_SIZE = Fingerprint.SKETCH_SIZE / SUPER_SHINGLES;

  /**
   * Orders by similarity, most similar first, then by distance; pages without a sketch come last.
   */
  public static final Comparator<Nearness> NEAREST_FIRST =
      Comparator.<Nearness>comparingInt(nearness -> -nearness.equal)
          .thenComparingInt(Nearness::distance);

  /** The nearness if there was no page to compare with. */
  static final Nearness NONE = new Nearness(-1, -1, -1, -1);

  /**
   * Compares two pages.
   *
   * @param a the page that may be a copy
   * @param b the page of which it may be a copy
   */
  public static Nearness of(ComparedPage a, ComparedPage b) {
    int distance = Long.bitCount(a.simhash() ^ b.simhash());
    if (!a.hasSketch() || !b.hasSketch()) {
      return new Nearness(distance, -1, -1, -1);
    }
    int equal = a.equalMinHashes(b);
    int agreeing = equal < SUPER_SHINGLE_SIZE ? 0 : agreeing(a, b);
    int contained = contained(equal, a.shingles(), b.shingles());
    return new Nearness(distance, equal, agreeing, contained);
  }

  /**
   * A lower bound of the share of a page that another page contains. J (|A| + |B|) / (1 + J) of the
   * |A| shingles are common to both (Broder, On the Resemblance and Containment of Documents,
   * 1997).
   *
   * <p>J is not the estimate itself but the lower bound of Wilson's interval (1927) around it: with
   * 84 of 84 equal min-hashes it is 0.97, so of two texts of equal length at least 0.98 is
   * contained; with 76 equal, an estimate of 0.90, J is at least 0.84, and at least 0.91 is
   * contained. If one page is a part of a longer one, the estimate of J is low and the bound says
   * little. The numbers of shingles include repeats, sketches do not: where a page says its text
   * twice, the numbers are further apart than J lets two sets be, and J itself is the bound.
   *
   * @param equal equal min-hashes of 84, or -1
   * @param shingles number of the page's shingles, at least 1 if any min-hash is equal
   * @param others number of the other page's shingles
   * @return ten-thousandths, at most {@link #ALL}; -1 if there are no min-hashes to compare
   */
  public static int contained(int equal, int shingles, int others) {
    if (equal <= 0) {
      return equal;
    }
    double size = Math.max(1, shingles);
    double jaccard = LEAST_JACCARD[equal];
    if (Math.min(size, others) < jaccard * Math.max(size, others)) {
      return (int) Math.round(ALL * jaccard);
    }
    return (int) Math.min(ALL, Math.round(ALL * jaccard * (size + others) / (1 + jaccard) / size));
  }

  private static int agreeing(ComparedPage a, ComparedPage b) {
    int agreeing = 0;
    for (int group = 0; group < SUPER_SHINGLES; group++) {
      agreeing += a.sameMinHashes(b, group * SUPER_SHINGLE_SIZE, SUPER_SHINGLE_SIZE) ? 1 : 0;
    }
    return agreeing;
  }

  /**
   * Jaccard similarity, estimated from the sketches, in [0, 1]; negative if one of the pages has no
   * sketch.
   */
  public double similarity() {
    return equal < 0 ? -1 : (double) equal / Fingerprint.SKETCH_SIZE;
  }

  /** The fewest equal min-hashes whose estimate reaches this similarity. */
  static int minEqual(double similarity) {
    return (int) Math.ceil(similarity * Fingerprint.SKETCH_SIZE - 1e-9);
  }
}
