package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;

/**
 * Says of most keys that are not in a table that they are not: a Bloom filter of 64-bit blocks.
 *
 * <p>Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007. With 8 bits a
 * key about one absent key in 30 passes; with fewer more do, and none is ever refused that is
 * there. One thread adds, before others look.
 */
final class KeyFilter {

  // A key chooses one word by its high bits and four of the word's bits by a mixed copy of itself,
  // so that a look costs one cache miss. The words are a power of two: halving them is or-ing
  // neighbours.

  private final long[] words;
  private final int wordBits;

  private KeyFilter(long[] words) {
    this.words = words;
    wordBits = Integer.numberOfTrailingZeros(words.length);
  }

  /**
   * An empty filter.
   *
   * @param maxBytes bytes of its words, at least 8; it takes the power of two below
   */
  static KeyFilter of(long maxBytes) {
    return new KeyFilter(new long[(int) Math.min(1 << 24, Long.highestOneBit(maxBytes / 8))]);
  }

  /** A filter with the words of another one. */
  static KeyFilter of(long[] words) {
    return new KeyFilter(words);
  }

  /** The words, to be read only. */
  long[] words() {
    return words;
  }

  /** This filter, or one of the same keys that is not larger. */
  KeyFilter atMost(long maxBytes) {
    if (words.length == 1 || 8L * words.length <= maxBytes) {
      return this;
    }
    long[] half = new long[words.length / 2];
    for (int i = 0; i < half.length; i++) {
      half[i] = words[2 * i] | words[2 * i + 1];
    }
    return new KeyFilter(half).atMost(maxBytes);
  }

  void add(int key) {
    words[word(key)] |= bits(key);
  }

  /** False if the key is surely not there. */
  boolean mayHold(int key) {
    long bits = bits(key);
    return (words[word(key)] & bits) == bits;
  }

  private static long bits(int key) {
    long mixed = Keys.mix(key);
    return 1L << mixed | 1L << (mixed >>> 6) | 1L << (mixed >>> 12) | 1L << (mixed >>> 18);
  }

  private int word(int key) {
    // two shifts: a shift by 32 would be a shift by 0
    return key >>> 1 >>> (31 - wordBits);
  }

  /** Heap bytes. */
  long bytes() {
    return LongPages.ARRAY_BYTES + 8L * words.length;
  }
}
