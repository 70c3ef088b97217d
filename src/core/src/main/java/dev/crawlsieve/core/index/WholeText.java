package dev.crawlsieve.core.index;

/**
 * How much of their whole text two pages with the same main text have in common.
 *
 * <p>The SimHashes of two texts differ in a share of θ/π bits on average, where θ is the angle
 * between their shingles as vectors (Charikar 2002). So cos θ · √(|A| |B|) shingles are common to
 * two rests A and B, and with the M shingles of the main text the Jaccard similarity follows.
 */
final class WholeText {

  /** The least similarity of copies that name two items. */
  // 0 of 21 wrong pairs have it, and 179 of 213 right ones.
  private static final double LEAST_SIMILARITY = 0.9;

  private static final double[] COSINE = new double[Long.SIZE + 1];

  static {
    for (int bits = 0; bits < COSINE.length; bits++) {
      COSINE[bits] = Math.max(0, StrictMath.cos(StrictMath.PI * bits / Long.SIZE));
    }
  }

  private WholeText() {}

  /** Whether two pages with the same main text also say the same outside it, or little. */
  static boolean isAlike(LeaderRecord page, LeaderRecord other) {
    return similarity(
            page.shingles(),
            page.restShingles(),
            other.restShingles(),
            Long.bitCount(page.rest() ^ other.rest()))
        >= LEAST_SIMILARITY;
  }

  /** Fewer shingles, such as "Loading", may stand for any page. */
  private static final int LEAST_SHINGLES = 8;

  /** Whether two pages with one main text say the same word for word, and not next to nothing. */
  static boolean isSame(LeaderRecord page, LeaderRecord other) {
    return page.shingles() > 0
        && page.shingles() + page.restShingles() >= LEAST_SHINGLES
        && page.rest() == other.rest()
        && page.restShingles() == other.restShingles();
  }

  private static final int MOST_KNOWN = 0xffff;

  /** The rest of a page in 64 bits: 48 of its SimHash, and 16 of its number of shingles. */
  static long word(LeaderRecord page) {
    return (page.rest() & ~(long) MOST_KNOWN) | Math.min(MOST_KNOWN, page.restShingles());
  }

  /**
   * Whether {@link #isAlike} may hold.
   *
   * @param other the rest of the other page as a {@link #word}
   */
  static boolean mayBeAlike(LeaderRecord page, long other) {
    int shingles = (int) other & MOST_KNOWN;
    int distance = Long.bitCount((page.rest() ^ other) & ~(long) MOST_KNOWN);
    return shingles == MOST_KNOWN
        || similarity(page.shingles(), page.restShingles(), shingles, distance) >= LEAST_SIMILARITY;
  }

  /**
   * The estimated Jaccard similarity.
   *
   * @param main shingles of the main text
   * @param rest shingles of the rest of one page
   * @param others shingles of the rest of the other
   * @param distance Hamming distance of the SimHashes of both rests
   */
  static double similarity(int main, int rest, int others, int distance) {
    double product = (double) rest * others;
    double common = Math.min(COSINE[distance] * Math.sqrt(product), Math.min(rest, others));
    double all = (double) main + rest + others - common;
    return all == 0 ? 1 : (main + common) / all;
  }
}
