package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Reads and writes characters of well-formed UTF-8 (RFC 3629, section 3), with one exception:
 * unpaired surrogates, which strings may contain, are written like other characters (WTF-8).
 */
public final class Utf8Chars {

  private Utf8Chars() {}

  /** Whether there is a byte order mark at this offset. */
  public static boolean isMark(byte[] utf8, int at) {
    return utf8.length >= at + 3
        && utf8[at] == (byte) 0xef
        && utf8[at + 1] == (byte) 0xbb
        && utf8[at + 2] == (byte) 0xbf;
  }

  /** The length, in bytes, of the character that begins with this byte. */
  public static int length(byte first) {
    return first >= 0 ? 1 : first < (byte) 0xe0 ? 2 : first < (byte) 0xf0 ? 3 : 4;
  }

  /**
   * The length of the multi-byte character that begins here; 0 if it is malformed, or extends
   * beyond {@code end}.
   */
  public static int wellFormed(byte[] utf8, int at, int end) {
    int first = utf8[at] & 0xff;
    if (first > 0xe0 && first < 0xed && at + 3 <= end) { // most characters beyond Latin
      return (utf8[at + 1] & 0xc0) == 0x80 && (utf8[at + 2] & 0xc0) == 0x80 ? 3 : 0;
    }
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (at + length > end) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((utf8[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    // An overlong form, half a surrogate pair, or a character beyond U+10FFFF shows in the second
    // byte.
    int second = length > 2 ? utf8[at + 1] & 0xff : 0x80;
    boolean malformed =
        (first == 0xe0 && second < 0xa0)
            || (first == 0xed && second > 0x9f)
            || (first == 0xf0 && second < 0x90)
            || (first == 0xf4 && second > 0x8f);
    return malformed ? 0 : length;
  }

  // Each of these is small enough to be inlined where it is hot; see the launcher.

  /** Whether a character of two bytes begins with this byte. */
  public static boolean isOfTwo(byte first) {
    return first < (byte) 0xe0 && first >= (byte) 0xc0;
  }

  /** Whether a character of three bytes begins with this byte. */
  public static boolean isOfThree(byte first) {
    return first < (byte) 0xf0 && first >= (byte) 0xe0;
  }

  /** The character that begins here. */
  public static int character(byte[] utf8, int at) {
    return utf8[at] >= 0 ? utf8[at] : codePoint(utf8, at);
  }

  /** The multi-byte character that begins here. */
  public static int codePoint(byte[] utf8, int at) {
    int first = utf8[at];
    return first < (byte) 0xe0
        ? two(utf8, at)
        : first < (byte) 0xf0 ? three(utf8, at) : four(utf8, at);
  }

  /** The character of two bytes that begins here. */
  public static int two(byte[] utf8, int at) {
    return (utf8[at] & 0x1f) << 6 | (utf8[at + 1] & 0x3f);
  }

  /** The character of three bytes that begins here. */
  public static int three(byte[] utf8, int at) {
    return (utf8[at] & 0xf) << 12 | (utf8[at + 1] & 0x3f) << 6 | (utf8[at + 2] & 0x3f);
  }

  private static int four(byte[] utf8, int at) {
    return (utf8[at] & 7) << 18 | (utf8[at + 1] & 0x3f) << 12 | (three(utf8, at + 1) & 0xfff);
  }

  /** Writes a character; returns its length in bytes. */
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
    // The first byte begins with as many ones as the character has bytes, then a zero.
    out[at] = (byte) (-0x100 >> length | rest);
    return length;
  }

  /** The characters of a string as bytes. */
  public static byte[] encode(String string) {
    byte[] utf8 = new byte[3 * string.length()];
    int n = 0;
    for (int i = 0; i < string.length(); ) {
      int c = string.codePointAt(i);
      i += Character.charCount(c);
      n += encode(c, utf8, n);
    }
    return Arrays.copyOf(utf8, n);
  }

  /** The string of bytes that {@link #encode(String)} has made. */
  public static String decode(byte[] utf8, int from, int to) {
    String string = new String(utf8, from, to - from, UTF_8);
    if (string.indexOf('\ufffd') < 0) {
      return string;
    }
    // This is an unpaired surrogate, or it really is a replacement character.
    StringBuilder exact = new StringBuilder(to - from);
    for (int i = from; i < to; i += length(utf8[i])) {
      exact.appendCodePoint(character(utf8, i));
    }
    return exact.toString();
  }
}
