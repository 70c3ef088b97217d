package dev.crawlsieve.core.verdict;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that were counted most often, for example the hosts with the most pages, and how often
 * each was marked, in bounded memory.
 *
 * <p>Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data
 * Streams, ICDT 2005 (Space-Saving): a name without a counter takes over the smallest counter, and
 * records by how much its own count may therefore be too high. Every name with more than 1/k of all
 * counts is among the k. Thread-safe.
 */
public final class TopCounts {

  private final int most;

  /** In order of insertion, so that ties are broken the same way after {@link #restore}. */
  private final Map<String, Count> counts = new LinkedHashMap<>();

  /**
   * How often a name was counted.
   *
   * @param name what is counted
   * @param upper upper bound of how often it was counted
   * @param marked how many of the certain counts were marked
   * @param over how many of {@code upper} may be another name's, at most
   */
  public record Count(String name, long upper, long marked, long over) {

    /** {@return how often the name was counted for certain} */
    public long certain() {
      return upper - over;
    }
  }

  /**
   * Counters that have counted nothing yet.
   *
   * @param most how many names have a counter at a time
   */
  public TopCounts(int most) {
    this.most = most;
  }

  /**
   * Counts a name once.
   *
   * @param name what is counted
   * @param mark whether to mark it this time
   */
  public synchronized void add(String name, boolean mark) {
    Count count = counts.get(name);
    if (count == null) {
      long over = 0;
      if (counts.size() >= most) {
        Count least = Collections.min(counts.values(), Comparator.comparingLong(Count::upper));
        counts.remove(least.name());
        over = least.upper();
      }
      count = new Count(name, over, 0, over);
    }
    counts.put(
        name, new Count(name, count.upper() + 1, count.marked() + (mark ? 1 : 0), count.over()));
  }

  /** {@return all counts, in the order in which to {@link #restore} them} */
  public synchronized List<Count> all() {
    return List.copyOf(counts.values());
  }

  /**
   * Restores one count from {@link #all}.
   *
   * @param count count of a name that has no counter yet
   */
  public synchronized void restore(Count count) {
    counts.put(count.name(), count);
  }

  /**
   * {@return the names counted most often for certain, in descending order}
   *
   * @param number how many of them, at most
   */
  public synchronized List<Count> top(int number) {
    return counts.values().stream()
        .sorted(
            Comparator.comparingLong((Count count) -> -count.certain()).thenComparing(Count::name))
        .limit(number)
        .toList();
  }
}
