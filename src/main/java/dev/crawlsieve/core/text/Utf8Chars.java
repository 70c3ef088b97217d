package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.Utf8;
import java.util.Arrays;

/**
 * The characters of UTF-8 (RFC 3629, section 3) that is well-formed, but that surrogates which are
 * alone, as strings may have them, are written as other characters are (WTF-8).
 */
public final class Utf8Chars {

  private Utf8Chars() {}

  /** The bytes of the character that begins with this one. */
  public static int length(byte first) {
    return first >= 0 ? 1 : first < (byte) 0xe0 ? 2 : first < (byte) 0xf0 ? 3 : 4;
  }

  /** The length of the character of several bytes that begins here, 0 if it is malformed. */
  public static int wellFormed(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > bytes.length) {
      return 0;
    }
    // What is shorter than it need be, half a pair, or beyond U+10FFFF shows in the second byte.
    int second = bytes[at + 1] & 0xff;
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((bytes[i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** The character of several bytes that begins here. */
  public static int codePoint(byte[] utf8, int at) {
    int first = utf8[at];
    int second = utf8[at + 1] & 0x3f;
    if (first < (byte) 0xe0) {
      return (first & 0x1f) << 6 | second;
    }
    int third = utf8[at + 2] & 0x3f;
    if (first < (byte) 0xf0) {
      return (first & 0x0f) << 12 | second << 6 | third;
    }
    return (first & 0x07) << 18 | second << 12 | third << 6 | (utf8[at + 3] & 0x3f);
  }

  /** A string's characters. */
  public static byte[] encode(String string) {
    byte[] utf8 = new byte[3 * string.length()];
    int n = 0;
    for (int i = 0; i < string.length(); ) {
      int c = string.codePointAt(i);
      i += Character.charCount(c);
      n += Utf8.encode(c, utf8, n);
    }
    return Arrays.copyOf(utf8, n);
  }

  /** The string of what {@link #encode} made. */
  public static String decode(byte[] utf8, int from, int to) {
    String string = new String(utf8, from, to - from, UTF_8);
    if (string.indexOf('\ufffd') < 0) {
      return string;
    }
    // A surrogate, or really that character.
    StringBuilder exact = new StringBuilder(to - from);
    for (int i = from; i < to; i += length(utf8[i])) {
      exact.appendCodePoint(utf8[i] >= 0 ? utf8[i] : codePoint(utf8, i));
    }
    return exact.toString();
  }
}
