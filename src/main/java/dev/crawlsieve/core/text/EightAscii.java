package dev.crawlsieve.core.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What each of eight ASCII characters is, in a few operations on all of them at once. */
public final class EightAscii {

  // Eight bytes in one long, the first in the lowest; an answer is the highest bit of each byte for
  // which it holds (Lamport, "Multiple byte processing with full-word instructions", CACM 18(8),
  // 1975). The highest bit of ASCII is 0, so that adding 0x7f - c to a byte sets it iff the byte is
  // above c, and nothing is carried into the next byte. With a byte that is no ASCII there is a
  // carry: the answers for those after it mean nothing.
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long BLANKS = ' ' * ONES;

  /** The highest bit of each byte. */
  public static final long EACH = 0x8080808080808080L;

  private EightAscii() {}

  public static long load(byte[] utf8, int at) {
    return (long) LONG.get(utf8, at);
  }

  public static void store(byte[] utf8, int at, long eight) {
    LONG.set(utf8, at, eight);
  }

  /** The answer that holds for the first bytes only, 1 to 8. */
  public static long first(int count) {
    return EACH >>> (Long.SIZE - (count << 3));
  }

  /** How many bytes come before the first for which an answer holds; 8 if it holds for none. */
  public static int before(long answer) {
    return Long.numberOfTrailingZeros(answer) >>> 3;
  }

  private static long above(long eight, int c) {
    return eight + (0x7f - c) * ONES;
  }

  /** Neither blank nor a control character. */
  public static long seen(long eight) {
    return above(eight, ' ') & ~above(eight, '~') & EACH;
  }

  /** Letters and digits. */
  public static long alphanumeric(long eight) {
    long small = eight | BLANKS;
    long letters = above(small, 'a' - 1) & ~above(small, 'z');
    return (letters | (above(eight, '0' - 1) & ~above(eight, '9'))) & EACH;
  }

  public static long equal(long eight, char c) {
    return ~above(eight ^ (c * ONES), 0) & EACH;
  }

  /** The characters with a blank in place of each for which an answer holds. */
  public static long blanked(long eight, long answer) {
    long bytes = (answer << 1) - (answer >>> 7);
    return (eight & ~bytes) | (BLANKS & bytes);
  }
}
