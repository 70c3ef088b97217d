package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * A hash map from whole int keys to int values, for the few keys that {@link KeySlots} cannot
 * place.
 */
final class PlainSlots {

  /** Receives keys with their values. */
  interface Visitor {
    void visit(int key, int value);
  }

  // Open addressing with linear probing; a slot is key << 32 | ~value, so that a used slot is not
  // 0. About 11 bytes per key. The hash is seeded at random, so nobody can choose keys that
  // collide.

  private static final long SEED = new SplittableRandom().nextLong();
  private static final int FIRST_SLOTS = 8;
  private static final double MAX_LOAD = 0.8;
  private static final double GROWTH = 1.25;
  private static final int OBJECT_BYTES = 24 + LongPages.ARRAY_BYTES;
  private static final long[] NO_SLOTS = {};

  private long[] slots;
  private int used;

  /** An empty table with room for some keys. */
  PlainSlots(int keys) {
    slots = keys == 0 ? NO_SLOTS : new long[(int) (keys / MAX_LOAD) + 1];
  }

  /**
   * Adds an absent key.
   *
   * @param value 0 or more
   */
  void add(int key, int value) {
    if (used + 1 > MAX_LOAD * slots.length) {
      grow();
    }
    used++;
    insert(slot(key, value));
  }

  private static long slot(int key, int value) {
    return ((long) key << 32) | (~value & 0xffffffffL);
  }

  private void insert(long slot) {
    int at = place((int) (slot >>> 32));
    while (slots[at] != 0) {
      at = after(at);
    }
    slots[at] = slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[Math.max(FIRST_SLOTS, (int) (old.length * GROWTH))];
    for (long slot : old) {
      if (slot != 0) {
        insert(slot);
      }
    }
  }

  /** The slot where the search for a key begins; valid until a key is added. */
  int place(int key) {
    return (int) (((Keys.mix(key ^ SEED) >>> 32) * slots.length) >>> 32);
  }

  private int after(int at) {
    return at + 1 == slots.length ? 0 : at + 1;
  }

  /** Loads a place into the cache; the result is meaningless. */
  int touch(int place) {
    return used == 0 ? 0 : (int) slots[place];
  }

  /** The value of a key, or -1. */
  int value(int key) {
    int at = find(key);
    return at < 0 ? -1 : ~(int) slots[at];
  }

  /** Replaces the value of a key that is present. */
  void set(int key, int value) {
    slots[find(key)] = slot(key, value);
  }

  private int find(int key) {
    if (used == 0) {
      return -1;
    }
    for (int at = place(key); slots[at] != 0; at = after(at)) {
      if ((int) (slots[at] >>> 32) == key) {
        return at;
      }
    }
    return -1;
  }

  /** Replaces every value. */
  void replaceAll(IntUnaryOperator other) {
    for (int at = 0; at < slots.length; at++) {
      if (slots[at] != 0) {
        slots[at] = slot((int) (slots[at] >>> 32), other.applyAsInt(~(int) slots[at]));
      }
    }
  }

  /** Visits every key and its value, in no particular order. */
  void forEach(Visitor visitor) {
    for (long slot : slots) {
      if (slot != 0) {
        visitor.visit((int) (slot >>> 32), ~(int) slot);
      }
    }
  }

  void write(ChunkOutput out) throws IOException {
    out.putInt(slots.length);
    out.putInt(used);
    for (long slot : slots) {
      if (slot != 0) {
        out.putLong(slot);
      }
    }
  }

  /** Reads a table. Its keys get other places, since the seed differs in every process. */
  static PlainSlots read(ChunkInput in) throws IOException {
    PlainSlots read = new PlainSlots(0);
    read.slots = new long[in.getInt()];
    read.used = in.getInt();
    for (int i = 0; i < read.used; i++) {
      read.insert(in.getLong());
    }
    return read;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + (long) Long.BYTES * slots.length;
  }
}
