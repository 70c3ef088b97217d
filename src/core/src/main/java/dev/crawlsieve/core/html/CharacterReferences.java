package dev.crawlsieve.core.html;

import dev.crawlsieve.core.text.EightAscii;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Resolves character references (WHATWG HTML, 13.2.5.72 to 13.2.5.80): numeric ones, and the names
 * in {@link ReferenceNames}. Any other name is text.
 */
final class CharacterReferences {

  /** The code point of the reference read last; {@code &} if it was not a reference. */
  private int codePoint;

  /**
   * Reads the reference that may begin at an ampersand.
   *
   * @return the offset after it, where the text continues
   */
  int read(byte[] utf8, int ampersand, int end, boolean inAttribute) {
    codePoint = '&';
    int at = ampersand + 1;
    if (at == end) {
      return at;
    }
    if (utf8[at] == '#') {
      return number(utf8, at + 1, end);
    }
    if (at + Long.BYTES <= end) {
      long eight = EightAscii.load(utf8, at);
      int length = EightAscii.before(EightAscii.firstEqual(eight, ';'));
      Integer found = length < Long.BYTES ? ReferenceNames.get(Bytes.head(eight, length)) : null;
      if (found != null) {
        codePoint = found;
        return at + length + 1;
      }
    }
    return Bytes.isLetter(utf8[at]) ? name(utf8, at, end, inAttribute) : at;
  }

  int codePoint() {
    return codePoint;
  }

  private int number(byte[] utf8, int at, int end) {
    boolean hex = at < end && (utf8[at] | 0x20) == 'x';
    int start = hex ? at + 1 : at;
    int radix = hex ? 16 : 10;
    int i = start;
    int value = 0;
    for (; i < end && (hex ? HexFormat.isHexDigit(utf8[i]) : Bytes.isDigit(utf8[i])); i++) {
      value = Math.min(value * radix + HexFormat.fromHexDigit(utf8[i]), 0x110000);
    }
    if (i == start) {
      return at - 1;
    }
    if (Character.isBmpCodePoint(value) && Character.isSurrogate((char) value)) {
      value = 0;
    }
    codePoint =
        value == 0 || value > Character.MAX_CODE_POINT
            ? 0xfffd
            : value >= 0x80 && value < 0xa0 ? WINDOWS_1252.charAt(value - 0x80) : value;
    return i < end && utf8[i] == ';' ? i + 1 : i;
  }

  private int name(byte[] utf8, int at, int end, boolean inAttribute) {
    int i = at;
    while (i < end && Bytes.isLetter(utf8[i])) {
      i++;
    }
    while (i < end && Bytes.isDigit(utf8[i])) {
      i++;
    }
    boolean ended = i < end && utf8[i] == ';';
    String name = new String(utf8, at, i - at, StandardCharsets.US_ASCII);
    Integer found = ended ? ReferenceNames.get(name) : null;
    if (found != null) {
      codePoint = found;
      return i + 1;
    }
    String prefix = ReferenceNames.prefix(name);
    int next = at + prefix.length();
    boolean goesOn =
        next < end
            && (Bytes.isLetter(utf8[next]) || Bytes.isDigit(utf8[next]) || utf8[next] == '=');
    if (prefix.isEmpty() || (inAttribute && goesOn)) {
      return at;
    }
    codePoint = Objects.requireNonNull(ReferenceNames.get(prefix));
    return next;
  }

  /** A text with its references resolved. */
  static String decoded(byte[] utf8, int from, int to, boolean inAttribute) {
    CharacterReferences references = new CharacterReferences();
    StringBuilder decoded = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      int ampersand = EightAscii.find(utf8, i, to, '&');
      decoded.append(new String(utf8, i, ampersand - i, StandardCharsets.UTF_8));
      i = ampersand;
      if (i < to) {
        i = references.read(utf8, i, to, inAttribute);
        decoded.appendCodePoint(references.codePoint());
      }
    }
    return decoded.toString();
  }

  /** The characters that the numbers 0x80 to 0x9f stand for (WHATWG HTML, 13.2.5.80). */
  private static final String WINDOWS_1252 =
      "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d"
          + "\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153"
          + "\u009d\u017e\u0178";
}
