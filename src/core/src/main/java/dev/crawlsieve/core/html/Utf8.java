package dev.crawlsieve.core.html;

import static dev.crawlsieve.core.text.EightAscii.EACH;
import static dev.crawlsieve.core.text.EightAscii.ONES;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;

/** Whether a page's bytes can be scanned: they are UTF-8 (RFC 3629) without a zero. */
public final class Utf8 {

  private Utf8() {}

  public static boolean isClean(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end) {
      // ASCII characters other than 0, 32 at a time and then eight.
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
      if (i == end) {
        break;
      }
      if (utf8[i] > 0) {
        i++;
        continue;
      }
      do {
        int length = utf8[i] == 0 ? 0 : Utf8Chars.wellFormed(utf8, i, end);
        if (length == 0) {
          return false;
        }
        i += length;
      } while (i < end && utf8[i] < 0);
    }
    return true;
  }
}
