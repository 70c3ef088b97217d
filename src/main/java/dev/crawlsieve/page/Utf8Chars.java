package dev.crawlsieve.page;

/** The characters of well-formed UTF-8 (RFC 3629, section 3). */
final class Utf8Chars {

  private Utf8Chars() {}

  /** The bytes of the character that begins with this one. */
  static int length(byte first) {
    return first >= 0 ? 1 : first < (byte) 0xe0 ? 2 : first < (byte) 0xf0 ? 3 : 4;
  }

  /** The character of several bytes that begins here. */
  static int codePoint(byte[] utf8, int at) {
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
}
