package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.nio.ByteBuffer;

/**
 * Says of most keys that are not in a table that they are not: a Bloom filter of 64-bit blocks.
 *
 * <p>Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007. With 10 bits a
 * key about one absent key in 60 passes, with 6 one in 13, with 4 one in 7; none is ever refused
 * that is there. One thread adds, before others look.
 */
final class KeyFilter {

  // A key chooses one word by its high bits, scaled to any even number of words, and some of the
  // word's bits by a mixed copy of itself, so that a look costs one cache miss. Halving the words
  // is or-ing neighbours.

  private static final int HALVINGS = 3;
  private static final int MOST_BITS = 5;
  private static final double BITS_PER_BIT = 2.5;

  private final long[] words;
  private final int bits;

  private KeyFilter(long[] words, int bits) {
    this.words = words;
    this.bits = bits;
  }

  /**
   * An empty filter.
   *
   * @param maxBytes bytes of its words, at least 8
   * @param keys how many will be added, about
   */
  static KeyFilter of(long maxBytes, long keys) {
    int count = (int) Math.min(1 << 27, maxBytes / Long.BYTES);
    int even =
        count >>> HALVINGS == 0 ? Integer.highestOneBit(count) : count >>> HALVINGS << HALVINGS;
    double bitsPerKey = (double) Long.SIZE * even / Math.max(1, keys);
    int bits = (int) Math.max(1, Math.min(MOST_BITS, Math.round(bitsPerKey / BITS_PER_BIT)));
    return new KeyFilter(new long[even], bits);
  }

  /** A filter of its stored form. */
  static KeyFilter decode(byte[] stored) {
    ByteBuffer fields = ByteBuffer.wrap(stored);
    int bits = fields.get();
    long[] words = new long[fields.remaining() / Long.BYTES];
    fields.asLongBuffer().get(words);
    return new KeyFilter(words, bits);
  }

  /** The stored form: how many bits a key has in its word (u8), and the words, big-endian. */
  byte[] encode() {
    ByteBuffer fields = ByteBuffer.allocate(1 + Long.BYTES * words.length);
    fields.put((byte) bits).asLongBuffer().put(words);
    return fields.array();
  }

  /** This filter, or one of the same keys with half of the bytes or less, if it can be halved. */
  KeyFilter atMost(long maxBytes) {
    if (words.length % 2 != 0 || (long) Long.BYTES * words.length <= maxBytes) {
      return this;
    }
    long[] half = new long[words.length / 2];
    for (int i = 0; i < half.length; i++) {
      half[i] = words[2 * i] | words[2 * i + 1];
    }
    return new KeyFilter(half, bits).atMost(maxBytes);
  }

  void add(int key) {
    words[word(key)] |= bits(key);
  }

  /** Reads what says of a key; the value means nothing. */
  int touch(int key) {
    return (int) words[word(key)];
  }

  /** False if the key is surely not there. */
  boolean mayHold(int key) {
    long wanted = bits(key);
    return (words[word(key)] & wanted) == wanted;
  }

  private long bits(int key) {
    long mixed = Keys.mix(key);
    long chosen = 1L << mixed;
    for (int i = 1; i < bits; i++) {
      mixed >>>= 6;
      chosen |= 1L << mixed;
    }
    return chosen;
  }

  private int word(int key) {
    return (int) (((key & 0xffffffffL) * words.length) >>> 32);
  }

  /** Heap bytes. */
  long bytes() {
    return LongPages.ARRAY_BYTES + (long) Long.BYTES * words.length;
  }
}
