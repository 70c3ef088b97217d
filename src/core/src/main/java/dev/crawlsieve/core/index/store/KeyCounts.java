package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The number of entries of each key, for a table of few keys. */
final class KeyCounts {

  /** The result for a key whose number of entries is not known. */
  static final int NOT_KNOWN = -1;

  private static final int MOST_KEYS = 1 << 17;
  private static final int FIRST_KEYS = 1 << 10;

  /** The stored number for a key with this many entries or more. */
  private static final int UNKNOWN = Character.MAX_VALUE;

  private final SortedKeys keys;
  private final char[] counts; // by place of the key

  private KeyCounts(int[] keys, char[] counts) {
    this.keys = new SortedKeys(keys);
    this.counts = counts;
  }

  /** Is given the key of each entry, in ascending order, unsigned. */
  static final class Builder {

    private int[] keys = new int[FIRST_KEYS];
    private char[] counts = new char[FIRST_KEYS];
    private int size;
    private boolean many;

    void add(int key) {
      add(key, 1);
    }

    private void add(int key, int count) {
      if (size > 0 && keys[size - 1] == key) {
        counts[size - 1] = (char) Math.min(UNKNOWN, counts[size - 1] + count);
      } else if (size == MOST_KEYS) {
        many = true;
      } else {
        if (size == keys.length) {
          keys = Arrays.copyOf(keys, 2 * size);
          counts = Arrays.copyOf(counts, 2 * size);
        }
        keys[size] = key;
        counts[size++] = (char) count;
      }
    }

    /** The counts, or null if there are too many keys. */
    KeyCounts build() {
      return many ? null : new KeyCounts(Arrays.copyOf(keys, size), Arrays.copyOf(counts, size));
    }
  }

  /** The sum of both, or null if there are too many keys. */
  KeyCounts plus(KeyCounts other) {
    Builder sum = new Builder();
    int i = 0;
    int j = 0;
    while (i < keys.size() || j < other.keys.size()) {
      boolean own =
          j == other.keys.size()
              || (i < keys.size() && Integer.compareUnsigned(keys.get(i), other.keys.get(j)) <= 0);
      if (own) {
        sum.add(keys.get(i), counts[i++]);
      } else {
        sum.add(other.keys.get(j), other.counts[j++]);
      }
    }
    return sum.build();
  }

  /** The number of a key's entries, or {@link #NOT_KNOWN}. */
  int of(int key) {
    int i = keys.find(key);
    if (i < 0) {
      return 0;
    }
    return counts[i] == UNKNOWN ? NOT_KNOWN : counts[i];
  }

  /** Heap bytes. */
  long bytes() {
    return keys.bytes() + LongPages.ARRAY_BYTES + (long) Character.BYTES * counts.length;
  }

  /**
   * The stored form: the keys (u32, ascending), then their numbers of entries (u16); big-endian.
   */
  byte[] encode() {
    ByteBuffer fields = ByteBuffer.allocate(counts.length * (Integer.BYTES + Character.BYTES));
    for (int i = 0; i < counts.length; i++) {
      fields.putInt(keys.get(i));
    }
    fields.asCharBuffer().put(counts);
    return fields.array();
  }

  /** Reads stored counts. */
  static KeyCounts decode(byte[] stored) {
    int[] keys = new int[stored.length / (Integer.BYTES + Character.BYTES)];
    char[] counts = new char[keys.length];
    ByteBuffer fields = ByteBuffer.wrap(stored);
    fields.asIntBuffer().get(keys);
    fields.position(keys.length * Integer.BYTES).asCharBuffer().get(counts);
    return new KeyCounts(keys, counts);
  }
}
