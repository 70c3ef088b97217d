package dev.crawlsieve.lab.detectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds fingerprints that are close by rotating all, sorting them and comparing neighbours, B times
 * (Charikar 2002, after Indyk and Motwani 1998).
 *
 * <p>Two fingerprints that differ in few bits are sorted next to each other if the first different
 * bit comes late in the rotated order, so a pair may be missed. Fingerprints are treated as a set:
 * pages with equal ones are found without sorting.
 */
final class RotatedSort {

  private final int bits;
  private final int rotations;

  /**
   * A search.
   *
   * @param bits length of a fingerprint, 2 to 64
   * @param rotations B, 1 to {@code bits}; the b-th, from 0, is by ⌊b · bits / B⌋ bits to the left
   */
  RotatedSort(int bits, int rotations) {
    this.bits = bits;
    this.rotations = rotations;
  }

  /**
   * Two different fingerprints.
   *
   * @param a the smaller, unsigned
   * @param b the greater
   */
  record Pair(long a, long b) {

    static Pair of(long one, long other) {
      return Long.compareUnsigned(one, other) <= 0 ? new Pair(one, other) : new Pair(other, one);
    }

    /** The number of different bits, 0 to 64. */
    int distance() {
      return Long.bitCount(a ^ b);
    }
  }

  /**
   * What rotating and sorting finds, compared with comparing every pair.
   *
   * @param rotations B
   * @param hamming largest Hamming distance of a pair, in bits
   * @param found number of pairs of different fingerprints within k bits that it finds
   * @param all number of all such pairs
   */
  record Recall(int rotations, int hamming, long found, long all) {}

  /** The SimHashes of the pages that have a text. */
  static long[] simhashes(Collection<DetectorPage> pages) {
    return pages.stream()
        .filter(DetectorPage::hasTokens)
        .mapToLong(page -> page.record().simhash())
        .toArray();
  }

  /** Rotates the low {@code bits} bits to the left by {@code distance}, 0 to bits − 1. */
  static long rotate(long value, int bits, int distance) {
    if (distance == 0) {
      return value;
    }
    long mask = -1L >>> (Long.SIZE - bits);
    return (value << distance | value >>> (bits - distance)) & mask;
  }

  /** The distinct fingerprints, rotated and sorted as unsigned numbers. */
  static long[] sorted(long[] fingerprints, int bits, int distance) {
    // With the top bit flipped, signed order is unsigned order.
    return Arrays.stream(fingerprints)
        .map(value -> rotate(value, bits, distance) ^ Long.MIN_VALUE)
        .sorted()
        .distinct()
        .map(value -> value ^ Long.MIN_VALUE)
        .toArray();
  }

  /** All pairs that are neighbours in some rotation. */
  Set<Pair> neighbours(long[] fingerprints) {
    Set<Pair> pairs = new HashSet<>();
    for (int rotation = 0; rotation < rotations; rotation++) {
      int distance = rotation * bits / rotations;
      long[] sorted = sorted(fingerprints, bits, distance);
      int back = (bits - distance) % bits;
      for (int i = 1; i < sorted.length; i++) {
        pairs.add(Pair.of(rotate(sorted[i - 1], bits, back), rotate(sorted[i], bits, back)));
      }
    }
    return pairs;
  }

  /** The pairs within k bits that each number of rotations finds, compared with all such pairs. */
  static List<Recall> recalls(long[] fingerprints, int bits, int k, int... rotations) {
    long[] distinct = sorted(fingerprints, bits, 0);
    long all = 0;
    for (int i = 0; i < distinct.length; i++) {
      for (int j = 0; j < i; j++) {
        all += Long.bitCount(distinct[i] ^ distinct[j]) <= k ? 1 : 0;
      }
    }
    List<Recall> recalls = new ArrayList<>();
    for (int number : rotations) {
      Set<Pair> pairs = new RotatedSort(bits, number).neighbours(distinct);
      long found = pairs.stream().filter(pair -> pair.distance() <= k).count();
      recalls.add(new Recall(number, k, found, all));
    }
    return recalls;
  }
}
