package dev.crawlsieve.measure.judge;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A random sample of the drops of one stratum: those with the smallest random keys (a bottom-k
 * sample). Memory is bounded by the sample. Which drops it contains does not depend on the order in
 * which they are offered.
 */
final class DropStratum {

  /**
   * A dropped page.
   *
   * @param key the random key
   * @param stratum index of the drop's stratum
   * @param stored the verdict's stored form
   */
  record Drop(long key, int stratum, Verdict verdict, byte[] stored) {

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private static final Comparator<Drop> ORDER =
      Comparator.comparingLong(Drop::key).thenComparing(drop -> drop.verdict().source());

  private final String name;
  private final int most;
  private final PriorityQueue<Drop> held = new PriorityQueue<>(ORDER.reversed());
  private long drops;

  /**
   * @param name the name of the stratum
   * @param most maximum number of drops in the sample, at least 1
   */
  DropStratum(String name, int most) {
    this.name = name;
    this.most = most;
  }

  String name() {
    return name;
  }

  /** Number of drops that were offered. */
  long drops() {
    return drops;
  }

  void offer(Drop drop) {
    drops++;
    held.add(drop);
    if (held.size() > most) {
      held.remove();
    }
  }

  /** The sample in random order; any prefix of it is a random sample, too. */
  Deque<Drop> inOrder() {
    List<Drop> sorted = held.stream().sorted(ORDER).toList();
    return new ArrayDeque<>(sorted);
  }
}
