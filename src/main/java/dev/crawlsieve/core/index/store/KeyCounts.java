package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** How many entries each key of a table has, for a table of few keys. */
final class KeyCounts {

  /** In place of a number of entries. */
  static final int NOT_KNOWN = -1;

  private static final int MOST_KEYS = 1 << 17;
  private static final int FIRST_KEYS = 1 << 10;

  /** Of a key with so many entries or more the number is not known. */
  private static final int UNKNOWN = Character.MAX_VALUE;

  private final int[] keys; // ascending, unsigned
  private final char[] counts;

  private KeyCounts(int[] keys, char[] counts) {
    this.keys = keys;
    this.counts = counts;
  }

  /** Takes keys in their order. */
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

  /** The counts of both together, or null if there are too many keys. */
  KeyCounts plus(KeyCounts other) {
    Builder sum = new Builder();
    int i = 0;
    int j = 0;
    while (i < keys.length || j < other.keys.length) {
      boolean own =
          j == other.keys.length
              || (i < keys.length && Integer.compareUnsigned(keys[i], other.keys[j]) <= 0);
      if (own) {
        sum.add(keys[i], counts[i++]);
      } else {
        sum.add(other.keys[j], other.counts[j++]);
      }
    }
    return sum.build();
  }

  /** How many entries a key has, or {@link #NOT_KNOWN}. */
  int of(int key) {
    int i = SortedKeys.find(keys, key);
    if (i < 0) {
      return 0;
    }
    return counts[i] == UNKNOWN ? NOT_KNOWN : counts[i];
  }

  /** Heap bytes. */
  long bytes() {
    return 2 * LongPages.ARRAY_BYTES + (long) keys.length * (Integer.BYTES + Character.BYTES);
  }

  /** The stored form: the keys (u32, ascending), then their numbers (u16), big-endian. */
  byte[] encode() {
    ByteBuffer fields = ByteBuffer.allocate(keys.length * (Integer.BYTES + Character.BYTES));
    fields.asIntBuffer().put(keys);
    fields.position(keys.length * Integer.BYTES).asCharBuffer().put(counts);
    return fields.array();
  }

  /** Counts of their stored form. */
  static KeyCounts decode(byte[] stored) {
    int[] keys = new int[stored.length / (Integer.BYTES + Character.BYTES)];
    char[] counts = new char[keys.length];
    ByteBuffer fields = ByteBuffer.wrap(stored);
    fields.asIntBuffer().get(keys);
    fields.position(keys.length * Integer.BYTES).asCharBuffer().get(counts);
    return new KeyCounts(keys, counts);
  }
}
