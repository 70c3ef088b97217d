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
 */
public record Nearness(int distance, int equal, int agreeing) {

  /** Super-shingles per sketch. */
  static final int SUPER_SHINGLES = 6;

  /** Min-hashes per super-shingle: Broder, Identifying and Filtering Near-Duplicates, 2000. */
  static final int SUPER_SHINGLE_SIZE = Fingerprint.SKETCH_SIZE / SUPER_SHINGLES;

  /** The most similar first, then the closest; those without a sketch last. */
  public static final Comparator<Nearness> NEAREST_FIRST =
      Comparator.<Nearness>comparingInt(nearness -> -nearness.equal)
          .thenComparingInt(Nearness::distance);

  /** No pages to compare. */
  static final Nearness NONE = new Nearness(-1, -1, -1);

  /** Compares two pages. */
  public static Nearness of(LeaderRecord a, LeaderRecord b) {
    int distance = Long.bitCount(a.simhash() ^ b.simhash());
    if (!a.hasSketch() || !b.hasSketch()) {
      return new Nearness(distance, -1, -1);
    }
    int equal = a.equalMinHashes(b);
    return new Nearness(distance, equal, equal < SUPER_SHINGLE_SIZE ? 0 : agreeing(a, b));
  }

  private static int agreeing(LeaderRecord a, LeaderRecord b) {
    int agreeing = 0;
    for (int group = 0; group < SUPER_SHINGLES; group++) {
      agreeing += a.sameMinHashes(b, group * SUPER_SHINGLE_SIZE, SUPER_SHINGLE_SIZE) ? 1 : 0;
    }
    return agreeing;
  }

  /** Jaccard similarity as estimated from the sketches, in [0, 1]; negative if there is none. */
  public double similarity() {
    return equal < 0 ? -1 : (double) equal / Fingerprint.SKETCH_SIZE;
  }

  /** The fewest equal min-hashes whose estimate reaches this similarity. */
  static int minEqual(double similarity) {
    return (int) Math.ceil(similarity * Fingerprint.SKETCH_SIZE - 1e-9);
  }
}
