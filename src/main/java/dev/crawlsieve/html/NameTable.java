package dev.crawlsieve.html;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Values by lower-case ASCII names, found by the bytes of markup without making a string. */
final class NameTable<V> {

  private final byte[][] names;
  private final V[] values;
  private final int mask;

  NameTable(IntFunction<V[]> array, int slots) {
    names = new byte[slots][];
    values = array.apply(slots);
    mask = slots - 1;
  }

  /** The hash of no letters. */
  static final int START = 0;

  /** The hash of a name with one more byte, whatever its case. */
  static int next(int hash, int letter) {
    return hash * 31 + (letter | 0x20);
  }

  void put(String name, V value) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    int slot = slot(hash(bytes, 0, bytes.length));
    while (names[slot] != null) {
      slot = (slot + 1) & mask;
    }
    names[slot] = bytes;
    values[slot] = value;
  }

  V get(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return get(bytes, 0, bytes.length, hash(bytes, 0, bytes.length));
  }

  /** The value of a name as it is written, in whatever case; null if there is none. */
  V get(byte[] utf8, int from, int to, int hash) {
    for (int slot = slot(hash); names[slot] != null; slot = (slot + 1) & mask) {
      if (matches(names[slot], utf8, from, to)) {
        return values[slot];
      }
    }
    return null;
  }

  static int hash(byte[] utf8, int from, int to) {
    int hash = START;
    for (int i = from; i < to; i++) {
      hash = next(hash, utf8[i]);
    }
    return hash;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 11)) & mask;
  }

  private static boolean matches(byte[] name, byte[] utf8, int from, int to) {
    if (name.length != to - from) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      int written = utf8[from + i];
      if (written != name[i] && (written < 'A' || written > 'Z' || (written | 0x20) != name[i])) {
        return false;
      }
    }
    return true;
  }
}
