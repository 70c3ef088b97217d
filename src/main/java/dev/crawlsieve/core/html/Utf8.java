package dev.crawlsieve.core.html;

/** UTF-8 (RFC 3629). */
public final class Utf8 {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private Utf8() {}

  /** What keeps bytes from being scanned, null for nothing. */
  static Doubt doubt(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end) {
      // ASCII characters other than 0, 32 at a time and then eight.
      while (i + 32 <= end) {
        long a = Bytes.eight(utf8, i);
        long b = Bytes.eight(utf8, i + 8);
        long c = Bytes.eight(utf8, i + 16);
        long d = Bytes.eight(utf8, i + 24);
        if (((a | (a - ONES) | b | (b - ONES) | c | (c - ONES) | d | (d - ONES)) & HIGH) != 0) {
          break;
        }
        i += 32;
      }
      while (i + 8 <= end) {
        long eight = Bytes.eight(utf8, i);
        if (((eight | (eight - ONES)) & HIGH) != 0) {
          break;
        }
        i += 8;
      }
      if (i == end) {
        break;
      }
      int one = utf8[i];
      if (one > 0) {
        i++;
      } else if (one == 0) {
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
  public static int length(byte[] s, int at, int end) {
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

  /** Writes a character; returns how many bytes it has. */
  public static int encode(int codePoint, byte[] out, int at) {
    if (codePoint < 0x80) {
      out[at] = (byte) codePoint;
      return 1;
    }
    int length = codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    int rest = codePoint;
    for (int i = at + length - 1; i > at; i--) {
      out[i] = (byte) (0x80 | (rest & 0x3f));
      rest >>>= 6;
    }
    // As many ones before a zero as the character has bytes.
    out[at] = (byte) (-0x100 >> length | rest);
    return length;
  }
}
