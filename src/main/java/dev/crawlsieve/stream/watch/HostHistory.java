package dev.crawlsieve.stream.watch;

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
  private final Deque<Map<String, HostShares.Host>> samples = new ArrayDeque<>();

  HostHistory(int most) {
    this.most = most;
  }

  synchronized void add(List<HostShares.Host> hosts) {
    Map<String, HostShares.Host> sample = new HashMap<>();
    hosts.forEach(host -> sample.put(host.host(), host));
    if (samples.size() == most) {
      samples.removeFirst();
    }
    samples.addLast(sample);
  }

  /** A host's counts, oldest first; null where it was not among the largest. */
  synchronized List<HostShares.Host> of(String host) {
    List<HostShares.Host> counts = new ArrayList<>();
    samples.forEach(sample -> counts.add(sample.get(host)));
    return counts;
  }
}
