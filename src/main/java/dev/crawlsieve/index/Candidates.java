package dev.crawlsieve.index;

import java.util.Arrays;

/** The entries of one lookup whose payloads agree: best first once sorted. */
final class Candidates {

  // Leaders of one scope do not match each other, so only few of them lie within k bits of a page:
  // this list stays short unless the caller puts leaders that the rule would not have kept.

  private long[] ordinals;
  private int[] ranks;
  private int size;

  /** Adds a candidate; the same one may come from several tables. */
  void add(long ordinal, int distance, int table) {
    if (ordinals == null) {
      ordinals = new long[4];
      ranks = new int[4];
    } else if (size == ordinals.length) {
      ordinals = Arrays.copyOf(ordinals, 2 * size);
      ranks = Arrays.copyOf(ranks, 2 * size);
    }
    ordinals[size] = ordinal;
    ranks[size++] = distance << 8 | table;
  }

  int size() {
    return size;
  }

  long ordinal(int i) {
    return ordinals[i];
  }

  int distance(int i) {
    return ranks[i] >>> 8;
  }

  int table(int i) {
    return ranks[i] & 0xff;
  }

  /** Sorts by distance, then ordinal, then table. */
  void sort() {
    for (int i = 1; i < size; i++) {
      long ordinal = ordinals[i];
      int rank = ranks[i];
      int j = i - 1;
      while (j >= 0 && after(j, ordinal, rank)) {
        ordinals[j + 1] = ordinals[j];
        ranks[j + 1] = ranks[j];
        j--;
      }
      ordinals[j + 1] = ordinal;
      ranks[j + 1] = rank;
    }
  }

  private boolean after(int i, long ordinal, int rank) {
    int distance = rank >>> 8;
    if (distance(i) != distance) {
      return distance(i) > distance;
    }
    return ordinals[i] != ordinal ? ordinals[i] > ordinal : ranks[i] > rank;
  }
}
