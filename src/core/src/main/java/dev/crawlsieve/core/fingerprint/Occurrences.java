package dev.crawlsieve.core.fingerprint;

import java.util.SplittableRandom;

/**
 * Counts how often each hash has occurred in a text: an open-addressing table of primitives.
 * Shingles with equal hashes count as the same shingle, as everywhere. An author who finds two such
 * shingles gains no more than by writing one of them twice.
 *
 * <p>Each cell records the number of the text that it belongs to, so that a new text needs no
 * clearing. Anyone can write a text of shingles whose hashes share their low bits, so the position
 * of a hash in the table also depends on a random number. The counts do not.
 */
final class Occurrences {

  private static final int SMALLEST = 1 << 10;

  /** A table beyond this size is not kept for the next text. */
  private static final int KEPT = 1 << 17;

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long salt = new SplittableRandom().nextLong();
  private long[] keys = new long[SMALLEST];
  private long[] cells = new long[SMALLEST]; // text number << 32 | occurrences
  private int distinct;
  private int text = 1;

  /**
   * Counts one more occurrence.
   *
   * @return the number of occurrences so far, from 1
   */
  int add(long hash) {
    int place = find(hash);
    if (cells[place] >>> 32 == text) {
      return (int) ++cells[place];
    }
    keys[place] = hash;
    cells[place] = ((long) text << 32) | 1;
    if (++distinct > keys.length / 2) {
      grow();
    }
    return 1;
  }

  /**
   * The element for an occurrence of a shingle if repeats count: the first occurrence is the
   * shingle itself, and each further one is a different element (Broder 1997, labelled shingling).
   */
  static long labelled(long hash, int occurrence) {
    return occurrence == 1 ? hash : TokenHash.mix(hash + occurrence * GOLDEN);
  }

  /** Resets the counts for the next text. */
  void clear() {
    distinct = 0;
    if (keys.length > KEPT || text == Integer.MAX_VALUE) {
      keys = new long[SMALLEST];
      cells = new long[SMALLEST];
      text = 0;
    }
    text++;
  }

  private int find(long hash) {
    int mask = keys.length - 1;
    int place = home(hash);
    while (cells[place] >>> 32 == text && keys[place] != hash) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /** The position in the table where the search for a hash begins. */
  int home(long hash) {
    return (int) TokenHash.mix(hash ^ salt) & (keys.length - 1);
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldCells = cells;
    keys = new long[2 * oldKeys.length];
    cells = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldCells[i] >>> 32 == text) {
        int place = find(oldKeys[i]);
        keys[place] = oldKeys[i];
        cells[place] = oldCells[i];
      }
    }
  }
}
