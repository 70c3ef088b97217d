package dev.crawlsieve.core.eval;

import java.util.HashSet;
import java.util.Set;

/**
 * Jaccard's coefficient of two sets: what both have over what either has (Jaccard 1901).
 *
 * <p>The sets may hold anything that has equality: shingles, or clusters, of which two clusterings
 * are sets.
 */
public final class Jaccard {

  private Jaccard() {}

  /** The coefficient, 0 to 1; 0 for two empty sets, which say nothing of being alike. */
  public static double of(Set<?> a, Set<?> b) {
    Set<Object> union = new HashSet<>(a);
    union.addAll(b);
    return union.isEmpty() ? 0 : (double) (a.size() + b.size() - union.size()) / union.size();
  }
}
