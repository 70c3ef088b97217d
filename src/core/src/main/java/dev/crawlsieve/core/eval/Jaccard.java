package dev.crawlsieve.core.eval;

import java.util.HashSet;
import java.util.Set;

/**
 * The Jaccard coefficient of two sets: the size of their intersection over that of their union
 * (Jaccard 1901).
 *
 * <p>The elements may be anything with equality: shingles, or clusters, if the sets are
 * clusterings.
 */
public final class Jaccard {

  private Jaccard() {}

  /** The coefficient, 0 to 1; 0 for two empty sets, which are no evidence of similarity. */
  public static double of(Set<?> a, Set<?> b) {
    Set<Object> union = new HashSet<>(a);
    union.addAll(b);
    return union.isEmpty() ? 0 : (double) (a.size() + b.size() - union.size()) / union.size();
  }
}
