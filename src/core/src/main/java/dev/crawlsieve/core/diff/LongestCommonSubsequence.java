package dev.crawlsieve.core.diff;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The longest common subsequence of two sequences: exact, in O(n · m / 64) time and O(n + m) space
 * whatever the sequences.
 *
 * <p>Not thread-safe.
 */
final class LongestCommonSubsequence {

  // Bit-parallel: bit i of the vector is 0 iff the length for the first i + 1 symbols of a is one
  // more than for the first i, so that a row of the classic table is n bits and the next row one
  // addition with carry (Crochemore, Iliopoulos, Pinzon, Reid 2001; Hyyrö 2004). The alignment
  // itself is found by halving b and adding a row from each end (Hirschberg 1975), which doubles
  // the work and needs no table.
  //
  // The positions of a symbol in a make a row's mask. A symbol with more positions than the vector
  // has words keeps its mask; there are fewer than 64 of these. Any other symbol's mask is set and
  // cleared each time, at no more than the cost of the row. So 100,000 equal lines cost no more
  // than different ones.
  private final int[] a;
  private final int[] b;
  private final int[] firstPlace;
  private final int[] nextPlace;
  private final int[] places;
  private final long[][] keptMask;
  private final int[] partner;

  /**
   * Prepares two sequences.
   *
   * @param symbols exclusive upper bound of all symbols, which are at least 0
   */
  LongestCommonSubsequence(int[] a, int[] b, int symbols) {
    this.a = a;
    this.b = b;
    firstPlace = new int[symbols];
    nextPlace = new int[a.length];
    places = new int[symbols];
    keptMask = new long[symbols][];
    partner = new int[a.length];
  }

  /** Two sequences of strings. */
  static LongestCommonSubsequence of(List<String> a, List<String> b) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] ofA = numbered(a, numbers);
    int[] ofB = numbered(b, numbers);
    return new LongestCommonSubsequence(ofA, ofB, numbers.size());
  }

  private static int[] numbered(List<String> strings, Map<String, Integer> numbers) {
    return strings.stream()
        .mapToInt(string -> numbers.computeIfAbsent(string, unused -> numbers.size()))
        .toArray();
  }

  /** The length alone. */
  int length() {
    return lengths(0, a.length, 0, b.length, false)[a.length];
  }

  /** For each symbol of a the index of its partner in b, or −1; ascending where not −1. */
  int[] alignment() {
    Arrays.fill(partner, -1);
    align(0, a.length, 0, b.length);
    return partner.clone();
  }

  private void align(int fromA, int toA, int fromB, int toB) {
    int startA = fromA;
    int startB = fromB;
    int endA = toA;
    int endB = toB;
    while (startA < endA && startB < endB && a[startA] == b[startB]) {
      partner[startA++] = startB++;
    }
    while (startA < endA && startB < endB && a[endA - 1] == b[endB - 1]) {
      partner[--endA] = --endB;
    }
    if (startA == endA || startB == endB) {
      return;
    }
    if (startB + 1 == endB) {
      for (int i = startA; i < endA; i++) {
        if (a[i] == b[startB]) {
          partner[i] = startB;
          return;
        }
      }
      return;
    }
    int middle = (startB + endB) >>> 1;
    int[] before = lengths(startA, endA, startB, middle, false);
    int[] after = lengths(startA, endA, middle, endB, true);
    int cut = 0;
    for (int i = 1; i < before.length; i++) {
      if (before[i] + after[endA - startA - i] > before[cut] + after[endA - startA - cut]) {
        cut = i;
      }
    }
    align(startA, startA + cut, startB, middle);
    align(startA + cut, endA, middle, endB);
  }

  /** The lengths for the first 0, 1, … symbols of a part of a, counted from its end if backward. */
  private int[] lengths(int fromA, int toA, int fromB, int toB, boolean backward) {
    int n = toA - fromA;
    long[] vector = new long[(n + Long.SIZE - 1) / Long.SIZE];
    Arrays.fill(vector, -1);
    findPlaces(fromA, toA, fromB, toB, backward, vector.length);
    long[] scratch = new long[vector.length];
    for (int j = 0; j < toB - fromB; j++) {
      int symbol = b[backward ? toB - 1 - j : fromB + j];
      if (keptMask[symbol] != null) {
        addRow(vector, keptMask[symbol]);
      } else if (places[symbol] > 0) {
        for (int place = firstPlace[symbol]; place >= 0; place = nextPlace[place]) {
          scratch[place >>> 6] |= 1L << place;
        }
        addRow(vector, scratch);
        for (int place = firstPlace[symbol]; place >= 0; place = nextPlace[place]) {
          scratch[place >>> 6] = 0;
        }
      }
    }
    int[] lengths = new int[n + 1];
    for (int i = 0; i < n; i++) {
      lengths[i + 1] = lengths[i] + (int) (~vector[i >>> 6] >>> i & 1);
    }
    return lengths;
  }

  private void findPlaces(
      int fromA, int toA, int fromB, int toB, boolean backward, int vectorWords) {
    for (int j = fromB; j < toB; j++) {
      places[b[j]] = 0;
      firstPlace[b[j]] = -1;
      keptMask[b[j]] = null;
    }
    for (int i = fromA; i < toA; i++) {
      places[a[i]] = 0;
      firstPlace[a[i]] = -1;
      keptMask[a[i]] = null;
    }
    for (int i = 0; i < toA - fromA; i++) {
      int symbol = a[backward ? toA - 1 - i : fromA + i];
      nextPlace[i] = firstPlace[symbol];
      firstPlace[symbol] = i;
      if (++places[symbol] > vectorWords) {
        keep(symbol, vectorWords, i);
      }
    }
  }

  private void keep(int symbol, int vectorWords, int newest) {
    if (keptMask[symbol] != null) {
      keptMask[symbol][newest >>> 6] |= 1L << newest;
      return;
    }
    keptMask[symbol] = new long[vectorWords];
    for (int place = firstPlace[symbol]; place >= 0; place = nextPlace[place]) {
      keptMask[symbol][place >>> 6] |= 1L << place;
    }
  }

  private static void addRow(long[] vector, long[] mask) {
    long carry = 0;
    for (int word = 0; word < vector.length; word++) {
      long v = vector[word];
      long matching = v & mask[word];
      long sum = v + matching + carry;
      carry = ((v & matching) | ((v | matching) & ~sum)) >>> 63;
      vector[word] = sum | (v & ~mask[word]);
    }
  }
}
