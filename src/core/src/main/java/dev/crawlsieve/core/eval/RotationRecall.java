package dev.crawlsieve.core.eval;

/**
 * What rotate–sort–check-adjacent finds, compared with comparing every pair.
 *
 * @param rotations B
 * @param hamming largest Hamming distance of a pair, in bits
 * @param found number of pairs of different fingerprints within k bits that it finds
 * @param all number of all such pairs
 */
public record RotationRecall(int rotations, int hamming, long found, long all) {

  /** The share found, 0 to 1; 1 if there is nothing to find. */
  public double recall() {
    return all == 0 ? 1 : (double) found / all;
  }
}
