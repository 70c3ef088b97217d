package dev.crawlsieve.core.index;

/**
 * Estimates how much of their whole text two pages with the same main text have in common.
 *
 * <p>The SimHashes of two texts differ in a share of θ/π bits on average, where θ is the angle
 * between their shingles as vectors (Charikar 2002). Call the text outside the main text the rest.
 * Two rests A and B then have cos θ · √(|A| |B|) shingles in common; with the M shingles of the
 * main text, the Jaccard similarity follows.
 */
final class WholeText {

  /** The least similarity of copies that name two items. */
  // Reached by 0 of 21 wrong pairs and by 179 of 213 right ones.
  private static final double LEAST_SIMILARITY = 0.9;

  private static final double[] COSINE = new double[Long.SIZE + 1];

  static {
    for (int bits = 0; bits < COSINE.length; bits++) {
      COSINE[bits] = Math.max(0, StrictMath.cos(StrictMath.PI * bits / Long.SIZE));
    }
  }

  private WholeText() {}

  private static final int MOST_KNOWN = 0xffff;

  /** The rest of a page in 64 bits: 48 bits of its SimHash, and 16 for its number of shingles. */
  static long word(ComparedPage page) {
    return (page.rest() & ~(long) MOST_KNOWN) | Math.min(MOST_KNOWN, page.restShingles());
  }

  /**
   * Whether two pages with the same main text may say nearly the same outside it, or little.
   *
   * @param other the {@link #word} of the other page
   */
  static boolean mayBeAlike(ComparedPage page, long other) {
    int shingles = (int) other & MOST_KNOWN;
    int distance = Long.bitCount((page.rest() ^ other) & ~(long) MOST_KNOWN);
    return shingles == MOST_KNOWN
        || similarity(page.shingles(), page.restShingles(), shingles, distance) >= LEAST_SIMILARITY;
  }

  /**
   * The estimated Jaccard similarity.
   *
   * @param main number of shingles of the main text
   * @param rest number of shingles of one page's rest
   * @param others number of shingles of the other page's rest
   * @param distance Hamming distance of the SimHashes of the two rests, in bits
   */
  static double similarity(int main, int rest, int others, int distance) {
    double product = (double) rest * others;
    double common = Math.min(COSINE[distance] * Math.sqrt(product), Math.min(rest, others));
    double all = (double) main + rest + others - common;
    return all == 0 ? 1 : (main + common) / all;
  }
}
