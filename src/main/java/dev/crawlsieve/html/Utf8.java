package dev.crawlsieve.html;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whether bytes are well-formed UTF-8 (RFC 3629, section 4) without the byte 0. */
final class Utf8 {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private Utf8() {}

  /** What keeps bytes from being scanned, null for nothing. */
  static Doubt doubt(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end) {
      // Eight ASCII characters other than 0 at a time.
      while (i + 8 <= end) {
        long eight = (long) LONG.get(utf8, i);
        if (((eight | (eight - ONES)) & HIGH) != 0) {
          break;
        }
        i += 8;
      }
      if (i == end) {
        break;
      }
      int c = utf8[i];
      if (c > 0) {
        i++;
      } else if (c == 0) {
        return Doubt.NUL;
      } else {
        int length = length(utf8, i, end);
        if (length == 0) {
          return Doubt.MALFORMED;
        }
        i += length;
      }
    }
    return null;
  }

  /** The length of the character of several bytes that begins here, 0 if it is malformed. */
  private static int length(byte[] s, int at, int end) {
    int first = s[at] & 0xff;
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (at + length > end) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((s[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int second = length > 2 ? s[at + 1] & 0xff : 0x80;
    boolean malformed =
        (first == 0xe0 && second < 0xa0)
            || (first == 0xed && second > 0x9f)
            || (first == 0xf0 && second < 0x90)
            || (first == 0xf4 && second > 0x8f);
    return malformed ? 0 : length;
  }
}
