package dev.crawlsieve.core.fingerprint;

import java.util.Arrays;

/**
 * A sketch of a set of 64-bit hashes: 84 min-hashes of 16 bits. The expected share of min-hashes
 * that two sets have in common is their Jaccard similarity.
 *
 * <p>Dahlgaard, Knudsen, Thorup, "Fast similarity sketching", FOCS 2017. Neither order nor
 * repetition of additions matters. Not thread-safe.
 */
public final class Sketch {

  /** Number of min-hashes. */
  public static final int SIZE = Fingerprint.SKETCH_SIZE;

  // The set is thrown into 84 bins in rounds. In round r < 84 every element falls into one bin,
  // chosen by a hash of the element and r; in round 84 + b all elements fall into bin b, so that no
  // bin stays empty. A bin keeps the lowest hash of the first round that reached it. Two sets agree
  // in a bin iff the element that won it in their union is in both: with probability J, for every
  // bin, at every set size. After a round that leaves no bin empty, later ones cannot change
  // anything, so the expected work is O(n + 84 log 84): sets of some 400 elements or more need one
  // round, with a hash, a multiplication and a comparison for each element.
  //
  // Round 0 uses the element itself as the hash, so it need not store the elements. They are stored
  // only until all bins are full. If there are more than 4096 distinct elements, only the lowest
  // 4096 are stored and take part in the later rounds. The probability that so many leave a bin
  // empty is 4e-20, unless a text was written to do so. Such a text costs 167 rounds of 4096
  // elements instead of 167 rounds of all elements, and is compared by this sample. If two sets
  // have most elements in common, so have their samples.
  //
  // The minimum of many hashes is a small number, and 16 bits of it would often agree by chance. So
  // the winning hash is mixed again with its bin, and 16 bits of the result are kept. Then P(agree)
  // is J + (1 − J) / 65536.
  private static final long EMPTY = Long.MAX_VALUE;
  private static final long ROUND = 0x9e3779b97f4a7c15L;
  private static final long BIN = 0xa0761d6478bd642fL;

  /** After this many rounds, only a set of few elements still has empty bins. */
  private static final int FEW_AFTER = 4;

  /** Distinct elements that take part in the rounds after the first one. */
  static final int MOST_HELD = 4 * HashSink.BLOCK;

  private final long[] least = new long[SIZE];
  private final byte[] roundOf = new byte[SIZE];
  private int filled;
  private final long[] held = new long[2 * MOST_HELD];
  private int holding;
  private long highest; // the highest element that may still be among the lowest

  public Sketch() {
    reset();
  }

  /** Adds {@code elements[0, count)}: hashes whose 64 bits are all well mixed. */
  void addAll(long[] elements, int count) {
    if (filled < SIZE) {
      hold(elements, count);
    }
    for (int i = 0; i < count; i++) {
      long hash = elements[i];
      int bin = bin(hash);
      if (hash >>> 1 < least[bin]) {
        filled += least[bin] == EMPTY ? 1 : 0;
        least[bin] = hash >>> 1;
      }
    }
  }

  /**
   * The min-hashes of the elements added since the last reset.
   *
   * @return 84 min-hashes, or none if nothing was added
   */
  public short[] value() {
    if (filled == 0 && holding == 0) {
      return new short[0];
    }
    if (filled < SIZE && holding > MOST_HELD) {
      keepLowest();
    }
    for (int round = 1; filled < SIZE; round++) {
      if (round == FEW_AFTER) {
        distinct();
      }
      play(round);
    }
    short[] sketch = new short[SIZE];
    for (int bin = 0; bin < SIZE; bin++) {
      sketch[bin] = (short) (TokenHash.mix(least[bin] + bin * BIN) >>> 48);
    }
    return sketch;
  }

  /** Resets to the empty set. */
  public void reset() {
    Arrays.fill(least, EMPTY);
    Arrays.fill(roundOf, (byte) 0);
    filled = 0;
    holding = 0;
    highest = Long.MAX_VALUE;
  }

  private void play(int round) {
    for (int i = 0; i < holding; i++) {
      long hash = TokenHash.mix(held[i] + round * ROUND);
      int bin = round < SIZE ? bin(hash) : round - SIZE;
      if (least[bin] == EMPTY) {
        filled++;
        roundOf[bin] = (byte) round;
        least[bin] = hash >>> 1;
      } else if (roundOf[bin] == (byte) round && hash >>> 1 < least[bin]) {
        least[bin] = hash >>> 1;
      }
    }
  }

  private void hold(long[] elements, int count) {
    if (holding + count > held.length) {
      keepLowest();
    }
    for (int i = 0; i < count; i++) {
      if (elements[i] <= highest) {
        held[holding++] = elements[i];
      }
    }
  }

  private void keepLowest() {
    distinct();
    if (holding >= MOST_HELD) {
      holding = MOST_HELD;
      highest = held[MOST_HELD - 1];
    }
  }

  private void distinct() {
    Arrays.sort(held, 0, holding);
    int kept = 0;
    for (int i = 0; i < holding; i++) {
      if (kept == 0 || held[i] != held[kept - 1]) {
        held[kept++] = held[i];
      }
    }
    holding = kept;
  }

  /** The bin is chosen by the hash's high half; its low bits decide within the bin. */
  private static int bin(long hash) {
    return (int) (((hash >>> 32) * SIZE) >>> 32);
  }
}
