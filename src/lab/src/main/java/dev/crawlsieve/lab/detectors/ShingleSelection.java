package dev.crawlsieve.lab.detectors;

import dev.crawlsieve.core.eval.ShingleSet;
import java.util.stream.LongStream;

/** Ways to select a few of a page's shingle hashes, consistently in every page. */
final class ShingleSelection {

  private ShingleSelection() {}

  /**
   * The hashes divisible by p, in the order given (Manber 1994; Broder 1997). Their number grows
   * with the page's, about one in p.
   *
   * @param hashes as unsigned numbers
   */
  static LongStream zeroMod(LongStream hashes, int p) {
    return hashes.filter(hash -> Long.remainderUnsigned(hash, p) == 0);
  }

  /**
   * The n smallest distinct hashes in ascending order, or all if there are fewer ("sorted
   * shingles"; bottom-k of Cohen and Kaplan 2007).
   */
  static LongStream smallest(LongStream hashes, int n) {
    return hashes.sorted().distinct().limit(n);
  }

  /**
   * The resemblance of two sets as estimated from their n smallest hashes, 0 to 1: the share of the
   * union's n smallest that both have (Broder 1997). Exact if n is at least the union's size.
   */
  static double smallestResemblance(ShingleSet a, ShingleSet b, int n) {
    ShingleSet union = ShingleSet.of(smallest(LongStream.concat(a.hashes(), b.hashes()), n));
    // a hash of the union is in one of the two sets or in both
    int common = union.common(a) + union.common(b) - union.size();
    return union.size() == 0 ? 0 : (double) common / union.size();
  }
}
