package dev.crawlsieve.core.fingerprint;

import java.util.Arrays;

/**
 * The SimHash of a multiset of 64-bit hashes: similar multisets have SimHashes that differ in few
 * bits.
 *
 * <p>Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002. Bit i is 1
 * iff V[i] &gt; 0, where V[i] is the number of hashes with bit i minus the number of those without.
 * The order of additions does not matter. Exact for up to 2^31 hashes. Not thread-safe.
 */
public final class SimHash {

  // Bit-sliced counters. slices[j] holds bit j of all 64 counts of ones, so that a full adder on
  // words adds to 64 counts at once. Eight hashes go through a tree of carry-save adders (Harley
  // and Seal; Warren, Hacker's Delight, 5-1) and leave one carry of weight 8, which then ripples
  // through the higher slices until no bit carries, after about log2(64) of them. That takes about
  // 7 word operations per hash instead of 64 additions. V[i] = 2·ones[i] − total, so V[i] > 0 iff
  // ones[i] > ⌊total / 2⌋: one bit-sliced comparison gives all 64 bits.
  private static final int SLICES = 32;

  private final long[] slices = new long[SLICES];
  private long total;

  /** Adds {@code hashes[0, count)}. */
  void addAll(long[] hashes, int count) {
    long ones = slices[0];
    long twos = slices[1];
    long fours = slices[2];
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      long a = hashes[i];
      long b = hashes[i + 1];
      long x = ones ^ a;
      long twoA = (ones & a) | (x & b);
      ones = x ^ b;
      a = hashes[i + 2];
      b = hashes[i + 3];
      x = ones ^ a;
      long twoB = (ones & a) | (x & b);
      ones = x ^ b;
      x = twos ^ twoA;
      long fourA = (twos & twoA) | (x & twoB);
      twos = x ^ twoB;
      a = hashes[i + 4];
      b = hashes[i + 5];
      x = ones ^ a;
      twoA = (ones & a) | (x & b);
      ones = x ^ b;
      a = hashes[i + 6];
      b = hashes[i + 7];
      x = ones ^ a;
      twoB = (ones & a) | (x & b);
      ones = x ^ b;
      x = twos ^ twoA;
      long fourB = (twos & twoA) | (x & twoB);
      twos = x ^ twoB;
      x = fours ^ fourA;
      ripple((fours & fourA) | (x & fourB), 3);
      fours = x ^ fourB;
    }
    slices[0] = ones;
    slices[1] = twos;
    slices[2] = fours;
    for (; i < count; i++) {
      ripple(hashes[i], 0);
    }
    total += count;
  }

  private void ripple(long carry, int from) {
    for (int slice = from; carry != 0; slice++) {
      long counts = slices[slice];
      slices[slice] = counts ^ carry;
      carry &= counts;
    }
  }

  /** The SimHash of the hashes added since the last reset; 0 if there were none. */
  public long value() {
    long half = total >>> 1;
    long greater = 0;
    long equal = -1;
    for (int slice = SLICES - 1; slice >= 0; slice--) {
      long ones = slices[slice];
      if (((half >>> slice) & 1) == 0) {
        greater |= equal & ones;
        equal &= ~ones;
      } else {
        equal &= ones;
      }
    }
    return greater;
  }

  /** Resets to the empty set. */
  public void reset() {
    Arrays.fill(slices, 0);
    total = 0;
  }
}
