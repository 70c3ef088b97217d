package dev.crawlsieve.core.index;

import java.util.Arrays;
import java.util.function.LongFunction;

/** Checks the order in which leaders are put; the same for every index. */
public final class PutOrder {

  private PutOrder() {}

  /**
   * Whether a leader is new, rather than already in the index, or forgotten there.
   *
   * @throws IndexException if it would leave a gap, or differs from the leader with that ordinal
   */
  public static boolean isNew(
      long ordinal, ComparedPage leader, long next, LongFunction<ComparedPage> leaders) {
    if (ordinal == next) {
      return true;
    }
    if (ordinal < 0 || ordinal > next) {
      throw new IndexException(
          "leader " + ordinal + " would leave a gap: the next ordinal is " + next);
    }
    ComparedPage there = leaders.apply(ordinal);
    if (there == null || !(there.isForgotten() || Arrays.equals(there.stored(), leader.stored()))) {
      throw new IndexException(
          "leader "
              + ordinal
              + " is out of order: "
              + (there == null ? "it has expired" : "another page has that ordinal")
              + ", the next is "
              + next);
    }
    return false;
  }
}
