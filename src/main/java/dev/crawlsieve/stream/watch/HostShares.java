package dev.crawlsieve.stream.watch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts with the most pages, and how many of those are duplicates, in bounded memory.
 *
 * <p>Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data
 * Streams, ICDT 2005 (Space-Saving): a host without a counter takes over the smallest one, and
 * states by how much it may therefore be overcounted. Every host with more than 1/k of all pages is
 * among the k. Thread-safe.
 */
final class HostShares {

  private final int most;
  private final Map<String, Count> counts = new HashMap<>();

  private static final class Count {
    private long pages;
    private long duplicates;
    private long over;
  }

  /**
   * A host's counts.
   *
   * @param pages upper bound of its pages
   * @param duplicates duplicates among the pages counted for certain
   * @param over how many of the pages may be other hosts', at most
   */
  record Host(String host, long pages, long duplicates, long over) {}

  /**
   * @param most how many hosts to count at a time
   */
  HostShares(int most) {
    this.most = most;
  }

  synchronized void add(String host, boolean duplicate) {
    Count count = counts.get(host);
    if (count == null) {
      count = new Count();
      if (counts.size() == most) {
        Map.Entry<String, Count> least = least();
        count.pages = least.getValue().pages;
        count.over = count.pages;
        counts.remove(least.getKey());
      }
      counts.put(host, count);
    }
    count.pages++;
    count.duplicates += duplicate ? 1 : 0;
  }

  private Map.Entry<String, Count> least() {
    Map.Entry<String, Count> least = null;
    for (Map.Entry<String, Count> entry : counts.entrySet()) {
      if (least == null || entry.getValue().pages < least.getValue().pages) {
        least = entry;
      }
    }
    return least;
  }

  /** The hosts with the most pages counted for certain, in descending order. */
  synchronized List<Host> top(int number) {
    return counts.entrySet().stream()
        .map(
            entry -> {
              Count count = entry.getValue();
              return new Host(entry.getKey(), count.pages, count.duplicates, count.over);
            })
        .sorted(
            Comparator.comparingLong((Host host) -> host.over() - host.pages())
                .thenComparing(Host::host))
        .limit(number)
        .toList();
  }
}
