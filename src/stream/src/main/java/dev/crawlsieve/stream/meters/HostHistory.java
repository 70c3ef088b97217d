package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.verdict.TopCounts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest of a series of counts of the largest hosts, taken at regular intervals. Thread-safe.
 */
final class HostHistory {

  private final int most;
  private final Deque<Map<String, TopCounts.Count>> samples = new ArrayDeque<>();

  HostHistory(int most) {
    this.most = most;
  }

  synchronized void add(List<TopCounts.Count> hosts) {
    Map<String, TopCounts.Count> sample = new HashMap<>();
    hosts.forEach(host -> sample.put(host.name(), host));
    if (samples.size() == most) {
      samples.removeFirst();
    }
    samples.addLast(sample);
  }

  /** A host's counts, oldest first; null where it was not among the largest. */
  synchronized List<TopCounts.Count> of(String host) {
    List<TopCounts.Count> counts = new ArrayList<>();
    samples.forEach(sample -> counts.add(sample.get(host)));
    return counts;
  }
}
