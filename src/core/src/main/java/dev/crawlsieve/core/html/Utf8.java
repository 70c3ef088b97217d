package dev.crawlsieve.core.html;

import static dev.crawlsieve.core.text.EightAscii.EACH;
import static dev.crawlsieve.core.text.EightAscii.ONES;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;

/**
 * Tells whether a page's bytes can be scanned: they are well-formed UTF-8 (RFC 3629) without a zero
 * byte.
 */
public final class Utf8 {

  private static final long FOUR_BITS = 0x1e * ONES;
  private static final long LOW_BITS = 0x0f * ONES;
  private static final long ED_BITS = 0x0d * ONES;
  private static final long SEVENTH = 0x80L << 48;

  private Utf8() {}

  public static boolean isClean(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end) {
      // ASCII characters other than 0: 32 at a time, then eight at a time.
      while (i + 32 <= end) {
        long a = EightAscii.load(utf8, i);
        long b = EightAscii.load(utf8, i + 8);
        long c = EightAscii.load(utf8, i + 16);
        long d = EightAscii.load(utf8, i + 24);
        if (((a | (a - ONES) | b | (b - ONES) | c | (c - ONES) | d | (d - ONES)) & EACH) != 0) {
          break;
        }
        i += 32;
      }
      while (i + 8 <= end) {
        long eight = EightAscii.load(utf8, i);
        if (((eight | (eight - ONES)) & EACH) != 0) {
          break;
        }
        i += 8;
      }
      i = shortOnes(utf8, i, end);
      if (i == end) {
        break;
      }
      int length = utf8[i] > 0 ? 1 : utf8[i] == 0 ? 0 : Utf8Chars.wellFormed(utf8, i, end);
      if (length == 0) {
        return false;
      }
      i += length;
    }
    return true;
  }

  /**
   * Skips characters of one to three bytes, at each step those that begin and end within eight
   * bytes. Each first byte must be followed by as many continuation bytes as it says, and by no
   * others; an overlong form of three bytes, or half a pair, shows in the second byte.
   */
  private static int shortOnes(byte[] utf8, int from, int end) {
    int i = from;
    while (i + 8 <= end) {
      // A mask has the highest bit of each byte for which it holds.
      long eight = EightAscii.load(utf8, i);
      long beyond = eight & EACH;
      if (beyond == 0) {
        break;
      }
      long later = beyond & ~(eight << 1);
      long first = beyond ^ later;
      long three = first & (eight << 2);
      long e0 = three & ~notZero(eight & LOW_BITS);
      long ed = three & ~notZero((eight ^ ED_BITS) & LOW_BITS);
      long bit = eight << 2;
      long malformed =
          (later ^ (first << 8 | three << 16))
              | (three & (eight << 3)) // first byte of four
              | (first & ~three & ~notZero(eight & FOUR_BITS)) // 0xc0 and 0xc1
              | (e0 << 8 & ~bit)
              | (ed << 8 & bit)
              | ((eight - ONES) & ~eight & EACH); // zero
      if (malformed != 0) {
        break;
      }
      i += first < 0 ? 7 : (three & SEVENTH) != 0 ? 6 : 8;
    }
    return i;
  }

  /** The mask of bytes other than 0, provided that no byte is above 0x7f. */
  private static long notZero(long eight) {
    return eight + 0x7f * ONES;
  }
}
