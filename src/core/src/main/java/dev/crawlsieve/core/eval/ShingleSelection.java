package dev.crawlsieve.core.eval;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Ways to select a few of a page's shingle hashes, consistently in every page. */
final class ShingleSelection {

  private ShingleSelection() {}

  /**
   * The hashes divisible by p, in the order given (Manber 1994; Broder 1997). Their number grows
   * with the page's, about one in p.
   *
   * @param hashes as unsigned numbers
   * @param p at least 1
   */
  static long[] zeroMod(long[] hashes, int p) {
    if (p < 1) {
      throw new IllegalArgumentException("p is " + p + ", must be at least 1");
    }
    return Arrays.stream(hashes).filter(h -> Long.remainderUnsigned(h, p) == 0).toArray();
  }

  /**
   * The n smallest distinct hashes in ascending order, or all if there are fewer ("sorted
   * shingles"; bottom-k of Cohen and Kaplan 2007).
   *
   * @param n at least 1
   */
  static long[] smallest(long[] hashes, int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n is " + n + ", must be at least 1");
    }
    return Arrays.stream(hashes).sorted().distinct().limit(n).toArray();
  }

  /**
   * The resemblance of two sets as estimated from their n smallest hashes, 0 to 1: the share of the
   * union's n smallest that both have (Broder 1997). Exact if n is at least the union's size.
   */
  static double smallestResemblance(long[] a, long[] b, int n) {
    long[] both = LongStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    ShingleHashes union = ShingleHashes.of(smallest(both, n));
    // a hash of the union is in one of the two sets or in both
    int common =
        union.common(ShingleHashes.of(a)) + union.common(ShingleHashes.of(b)) - union.size();
    return union.size() == 0 ? 0 : (double) common / union.size();
  }
}
