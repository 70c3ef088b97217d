package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** How many entries each key of a table has, for a table of few keys. */
final class KeyCounts {

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

  /** Heap bytes of the counts of a table, at most. */
  static long mostBytes(long entries, int keyBits) {
    long keys = Math.min(MOST_KEYS, Math.min(entries, 1L << keyBits));
    return 2 * LongPages.ARRAY_BYTES + keys * (Integer.BYTES + Character.BYTES);
  }

  /** Takes keys in their order. */
  static final class Builder {

    private int[] keys = new int[FIRST_KEYS];
    private char[] counts = new char[FIRST_KEYS];
    private int size;
    private boolean many;

    void add(int key) {
      if (size > 0 && keys[size - 1] == key) {
        counts[size - 1] = (char) Math.min(UNKNOWN, counts[size - 1] + 1);
      } else if (size == MOST_KEYS) {
        many = true;
      } else {
        if (size == keys.length) {
          keys = Arrays.copyOf(keys, 2 * size);
          counts = Arrays.copyOf(counts, 2 * size);
        }
        keys[size] = key;
        counts[size++] = 1;
      }
    }

    /** The counts, or null if there are too many keys. */
    KeyCounts build() {
      return many ? null : new KeyCounts(Arrays.copyOf(keys, size), Arrays.copyOf(counts, size));
    }
  }

  /** How many entries a key has; -1 if that is not known. */
  int of(int key) {
    int i = SortedKeys.find(keys, key);
    if (i < 0) {
      return 0;
    }
    return counts[i] == UNKNOWN ? -1 : counts[i];
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
