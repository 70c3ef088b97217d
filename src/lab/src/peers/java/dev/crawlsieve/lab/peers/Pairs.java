package dev.crawlsieve.lab.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Pairs of texts, by the number of the later one. */
final class Pairs {

  private final List<Set<Integer>> earlier;

  Pairs(int texts) {
    earlier = new ArrayList<>(texts);
    for (int i = 0; i < texts; i++) {
      earlier.add(null);
    }
  }

  /** Adds a pair; one that is there stays once. */
  void add(int a, int b) {
    int later = Math.max(a, b);
    if (earlier.get(later) == null) {
      earlier.set(later, new HashSet<>());
    }
    earlier.get(later).add(Math.min(a, b));
  }

  /** The earlier texts of a text's pairs. */
  int[] earlier(int later) {
    Set<Integer> found = earlier.get(later);
    return found == null ? new int[0] : found.stream().mapToInt(Integer::intValue).toArray();
  }

  boolean contains(int earlierText, int laterText) {
    return earlier.get(laterText) != null && earlier.get(laterText).contains(earlierText);
  }

  /** How many there are. */
  long size() {
    return earlier.stream().filter(found -> found != null).mapToLong(Set::size).sum();
  }

  /** How many are also among others. */
  long common(Pairs others) {
    long common = 0;
    for (int later = 0; later < earlier.size(); later++) {
      int text = later;
      common += Arrays.stream(earlier(later)).filter(e -> others.contains(e, text)).count();
    }
    return common;
  }
}
