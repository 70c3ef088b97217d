package dev.crawlsieve.core.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Classifies eight ASCII characters at once, in a few operations. */
public final class EightAscii {

  // Eight bytes in one long, the first one lowest. A result is a mask with the highest bit of each
  // byte for which it holds (Lamport, "Multiple byte processing with full-word instructions", CACM
  // 18(8), 1975). The highest bit of ASCII is 0, so adding 0x7f - c to a byte sets it iff the byte
  // is above c, and nothing carries into the next byte. A non-ASCII byte carries: the results for
  // the bytes after it are meaningless.
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

  /** Number of bytes before the first one in a mask; 8 if the mask is empty. */
  public static int before(long answer) {
    return Long.numberOfTrailingZeros(answer) >>> 3;
  }

  private static long above(long eight, int c) {
    return eight + (0x7f - c) * ONES;
  }

  /** Mask of visible characters: neither blank nor control characters. */
  public static long seen(long eight) {
    return above(eight, ' ') & ~above(eight, '~') & EACH;
  }

  /** Mask of letters and digits. */
  public static long alphanumeric(long eight) {
    long small = eight | BLANKS;
    long letters = above(small, 'a' - 1) & ~above(small, 'z');
    return (letters | (above(eight, '0' - 1) & ~above(eight, '9'))) & EACH;
  }

  public static long equal(long eight, char c) {
    return ~above(eight ^ (c * ONES), 0) & EACH;
  }

  // Eight bytes at a time (Hacker's Delight, 6-1; Knuth's volume 4A, 7.1.3): if a byte of x is 0, x
  // - ONES borrows and so sets the highest bit of that byte; ~x excludes bytes whose highest bit
  // was set before. A borrow may propagate into higher bytes, so only the lowest bit set is
  // reliable: it marks the first such byte in memory, which is the one wanted.

  /**
   * The highest bit of the first byte equal to an ASCII character; 0 if there is none. Any bytes
   * may be before and after it.
   */
  public static long firstEqual(long eight, char wanted) {
    long difference = eight ^ (wanted * ONES);
    return (difference - ONES) & ~difference & EACH;
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

  /** The characters with a blank in place of each one in a mask. */
  public static long blanked(long eight, long answer) {
    long bytes = (answer << 1) - (answer >>> 7);
    return (eight & ~bytes) | (BLANKS & bytes);
  }
}
