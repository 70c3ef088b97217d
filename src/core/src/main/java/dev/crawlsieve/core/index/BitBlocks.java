package dev.crawlsieve.core.index;

import java.util.ArrayList;
import java.util.List;

/** Cuts bits into blocks and enumerates choices of blocks, as masks. */
final class BitBlocks {

  private BitBlocks() {}

  /** C(n, k); if that is greater than {@code enough}, any number greater than {@code enough}. */
  static long choices(int n, int k, long enough) {
    long result = 1;
    for (int i = 1; i <= k; i++) {
      result = result * (n - k + i) / i;
      if (result > enough) {
        return result;
      }
    }
    return result;
  }

  /**
   * Cuts the bits of {@code of} into blocks as evenly as possible, and returns every selection of
   * {@code choose} blocks.
   */
  static List<Long> masks(long of, int blocks, int choose) {
    long[] cut = new long[blocks];
    int bits = Long.bitCount(of);
    int seen = 0;
    for (int bit = 63; bit >= 0; bit--) {
      if ((of >>> bit & 1) != 0) {
        cut[seen++ * blocks / bits] |= 1L << bit;
      }
    }
    List<Long> masks = new ArrayList<>();
    choose(cut, 0, choose, 0, masks);
    return masks;
  }

  private static void choose(long[] cut, int from, int left, long mask, List<Long> masks) {
    if (left == 0) {
      masks.add(mask);
      return;
    }
    for (int i = from; i <= cut.length - left; i++) {
      choose(cut, i + 1, left - 1, mask | cut[i], masks);
    }
  }
}
