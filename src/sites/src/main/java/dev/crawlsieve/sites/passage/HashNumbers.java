package dev.crawlsieve.sites.passage;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Numbers hashes from 0 in the order in which they first come. Where a hash is looked up depends on
 * a random number, so nobody can choose hashes that are slow to look up. Not thread-safe.
 */
final class HashNumbers {

  private static final int LEAST_SLOTS = 64;
  private static final long SPREAD = new SplittableRandom().nextLong() | 1;

  private int[] slots = new int[LEAST_SLOTS]; // 1 + number of a hash, or 0; at least half are 0
  private long[] hashes = new long[LEAST_SLOTS / 2]; // by number
  private int size;

  /** Returns a hash's number: for a new one, what {@link #size} was before. */
  int add(long hash) {
    int slot = slot(hash);
    if (slots[slot] == 0) {
      if (size == hashes.length) {
        grow();
        slot = slot(hash);
      }
      hashes[size++] = hash;
      slots[slot] = size;
    }
    return slots[slot] - 1;
  }

  /** Where a hash is, or would be. */
  private int slot(long hash) {
    int bits = Integer.numberOfTrailingZeros(slots.length);
    int slot = (int) ((hash * SPREAD) >>> (Long.SIZE - bits));
    while (slots[slot] != 0 && hashes[slots[slot] - 1] != hash) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, 2 * size);
    slots = new int[4 * size];
    for (int i = 0; i < size; i++) {
      slots[slot(hashes[i])] = i + 1;
    }
  }

  int size() {
    return size;
  }
}
