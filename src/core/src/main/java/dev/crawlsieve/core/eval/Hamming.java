package dev.crawlsieve.core.eval;

/** The number of bits in which two fingerprints differ (Hamming 1950). */
final class Hamming {

  private Hamming() {}

  /** The number of different bits, 0 to 64. */
  static int distance(long a, long b) {
    return Long.bitCount(a ^ b);
  }

  /**
   * The number of different bits in each of n equal blocks, from the highest; two fingerprints
   * within k bits agree on at least n − k blocks (Manku, Jain, Das Sarma 2007).
   *
   * @param blocks a divisor of 64
   */
  static int[] blocks(long a, long b, int blocks) {
    if (blocks < 1 || Long.SIZE % blocks != 0) {
      throw new IllegalArgumentException(blocks + " blocks, must be a divisor of 64");
    }
    int width = Long.SIZE / blocks;
    long mask = -1L >>> (Long.SIZE - width);
    int[] distances = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      distances[i] = Long.bitCount((a ^ b) >>> (Long.SIZE - (i + 1) * width) & mask);
    }
    return distances;
  }
}
