package dev.crawlsieve.core.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Classifies eight ASCII characters at a time, in a few operations. */
public final class EightAscii {

  // Eight bytes are in one long, the first lowest. A result is a mask, the highest bit of each byte
  // for which it holds (Lamport, "Multiple byte processing with full-word instructions", CACM
  // 18(8), 1975). The highest bit of an ASCII character is 0, so adding 0x7f - c to it sets that
  // bit iff the character is above c, and there is no carry into the next byte. A non-ASCII byte
  // carries: the results for the bytes after it are meaningless.
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The lowest bit of each byte. */
  public static final long ONES = 0x0101010101010101L;

  private static final long BLANKS = ' ' * ONES;

  /** The highest bit of each byte. */
  public static final long EACH = 0x8080808080808080L;

  private EightAscii() {}

  /** The eight bytes at an offset. */
  public static long load(byte[] utf8, int at) {
    return (long) LONG.get(utf8, at);
  }

  public static void store(byte[] utf8, int at, long eight) {
    LONG.set(utf8, at, eight);
  }

  /** The mask of the first {@code count} bytes, 1 to 8. */
  public static long first(int count) {
    return EACH >>> (Long.SIZE - (count << 3));
  }

  /** Number of bytes before the first one that is in a mask; 8 if the mask is empty. */
  public static int before(long answer) {
    return Long.numberOfTrailingZeros(answer) >>> 3;
  }

  private static long above(long eight, int c) {
    return eight + (0x7f - c) * ONES;
  }

  /** The mask of visible characters, which are neither blanks nor control characters. */
  public static long seen(long eight) {
    return above(eight, ' ') & ~above(eight, '~') & EACH;
  }

  /** The mask of letters and digits. */
  public static long alphanumeric(long eight) {
    long small = eight | BLANKS;
    long letters = above(small, 'a' - 1) & ~above(small, 'z');
    return (letters | (above(eight, '0' - 1) & ~above(eight, '9'))) & EACH;
  }

  /** The characters in lower case. */
  public static long lower(long eight) {
    return eight | (above(eight, 'A' - 1) & ~above(eight, 'Z') & EACH) >>> 2;
  }

  public static long equal(long eight, char c) {
    return ~above(eight ^ (c * ONES), 0) & EACH;
  }

  // To find a zero byte in x (Hacker's Delight, 6-1; Knuth's volume 4A, 7.1.3): if a byte of x is
  // 0, x - ONES borrows there and so sets the byte's highest bit; ~x excludes bytes whose highest
  // bit was set before. A borrow may propagate into higher bytes, so only the lowest bit of the
  // result is reliable. It marks the first zero byte in memory, which is the one wanted.

  /**
   * A number whose lowest bit is the highest bit of the first byte that equals an ASCII character;
   * 0 if there is none. The other bytes may be any.
   */
  public static long firstEqual(long eight, char wanted) {
    long difference = eight ^ (wanted * ONES);
    return (difference - ONES) & ~difference & EACH;
  }

  /** Offset of the first byte from {@code from} on that is not ASCII, or the length. */
  public static int findOther(byte[] bytes, int from) {
    int i = from;
    for (; i + Long.BYTES <= bytes.length; i += Long.BYTES) {
      long others = load(bytes, i) & EACH;
      if (others != 0) {
        return i + before(others);
      }
    }
    while (i < bytes.length && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** Offset of the first occurrence of an ASCII character among any bytes, or {@code end}. */
  public static int find(byte[] bytes, int from, int end, char wanted) {
    int i = from;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      long first = firstEqual(load(bytes, i), wanted);
      if (first != 0) {
        return i + before(first);
      }
    }
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /** The characters with a blank in place of each one that is in a mask. */
  public static long blanked(long eight, long answer) {
    long bytes = (answer << 1) - (answer >>> 7);
    return (eight & ~bytes) | (BLANKS & bytes);
  }
}
