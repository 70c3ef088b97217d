package dev.crawlsieve.core.html;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps ASCII names of at most 16 bytes to values. Names are looked up by the bytes of markup,
 * without creating a string.
 */
final class NameTable<V> {

  // A name is packed into a long, and into a second one if it has more than eight bytes, so that
  // comparing one or two numbers identifies it in a slot. Almost all names in markup are shorter
  // than eight bytes; such a name is loaded from memory together with the bytes that follow it (see
  // Bytes).
  private static final int LONGEST = 16;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private final long[] firsts;
  private final long[] seconds;
  private final V[] values;
  private final int shift;

  /**
   * An empty table.
   *
   * @param slots a power of 2, at least twice the number of names
   */
  NameTable(IntFunction<V[]> array, int slots) {
    firsts = new long[slots];
    seconds = new long[slots];
    values = array.apply(slots);
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
  }

  void put(String name, V value) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length == 0 || bytes.length > LONGEST) {
      throw new IllegalArgumentException(
          "the name '" + name + "' is " + bytes.length + " bytes long, must be 1 to " + LONGEST);
    }
    put(
        packed(bytes, 0, Math.min(bytes.length, Long.BYTES)),
        packed(bytes, Long.BYTES, bytes.length),
        value);
  }

  /** Adds a name of up to eight bytes in upper or lower case; it is found only in the same case. */
  void put(long packed, V value) {
    put(packed, 0, value);
  }

  private void put(long first, long second, V value) {
    int slot = slot(first, second);
    firsts[slot] = first;
    seconds[slot] = second;
    values[slot] = value;
  }

  /** The value of a name in lower case; null if there is none. */
  @Nullable V get(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return get(bytes, 0, bytes.length);
  }

  /** The value of a name as written in markup, in any case; null if there is none. */
  @Nullable V get(byte[] utf8, int from, int to) {
    return to == from || to - from > LONGEST
        ? null
        : get(
            packed(utf8, from, Math.min(to, from + Long.BYTES)),
            packed(utf8, from + Long.BYTES, to));
  }

  /**
   * The value of a name of up to eight bytes, packed with the first byte lowest; null if there is
   * none.
   */
  @Nullable V get(long packed) {
    return get(packed, 0);
  }

  private V get(long first, long second) {
    return values[slot(first, second)];
  }

  /** The slot of a name, or the free slot that it would take. */
  private int slot(long first, long second) {
    int slot = (int) (((first ^ (second * MULTIPLIER)) * MULTIPLIER) >>> shift);
    while (firsts[slot] != 0 && (firsts[slot] != first || seconds[slot] != second)) {
      slot = slot + 1 == firsts.length ? 0 : slot + 1;
    }
    return slot;
  }

  /** An ASCII name of up to eight bytes, packed without changing case. */
  static long packed(String name) {
    long packed = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      packed = packed << Byte.SIZE | name.charAt(i);
    }
    return packed;
  }

  private static long packed(byte[] utf8, int from, int to) {
    long packed = 0;
    for (int i = to - 1; i >= from; i--) {
      int c = utf8[i] & 0xff;
      packed = packed << Byte.SIZE | (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    return packed;
  }
}
