package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.Arrays;

/**
 * The characters of a JSON string (RFC 8259, section 7) in UTF-8, straight from its bytes: a body
 * is most of an event, and to make a {@code String} of it only to encode that again would take
 * longer than to read the rest.
 *
 * <p>Whatever a string should not hold makes it be in doubt, so that another reader can say what it
 * is: control characters, unknown escapes, halves of surrogate pairs, malformed UTF-8.
 */
final class JsonText {

  // Eight bytes at a time, see EightAscii. Here any byte may come, and only the lowest bit of an
  // answer has to be right. To subtract sets the highest bit of a byte that is less than what is
  // subtracted, of one that had it set before, which is no ASCII and asked for as well, and by a
  // borrow perhaps of one after such a byte.

  private static final long ONES = 0x0101010101010101L;
  private static final long BLANKS = ' ' * ONES;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;

  private static final byte[] ESCAPED = new byte[128];

  static {
    String letters = "\"\\/bfnrt";
    String meant = "\"\\/\b\f\n\r\t";
    for (int i = 0; i < letters.length(); i++) {
      ESCAPED[letters.charAt(i)] = (byte) meant.charAt(i);
    }
  }

  private final byte[] json;
  private final byte[] utf8;
  private int at;
  private int size;

  private JsonText(byte[] json, int from) {
    this.json = json;
    this.at = from;
    // No character takes fewer bytes in a string than in UTF-8.
    this.utf8 = new byte[json.length - from];
  }

  /**
   * Reads a string.
   *
   * @param from the first byte after the quotation mark
   * @return null if it is in doubt
   */
  static JsonText read(byte[] json, int from) {
    JsonText text = new JsonText(json, from);
    return text.read() ? text : null;
  }

  /** Its characters. */
  byte[] utf8() {
    return Arrays.copyOf(utf8, size);
  }

  /** Where the quotation mark after it is. */
  int end() {
    return at;
  }

  private boolean read() {
    while (at < json.length) {
      copyPlain();
      if (at == json.length) {
        return false;
      }
      byte c = json[at];
      if (c == '"') {
        return true;
      }
      if (!(c == '\\' ? escape() : c < 0 && character())) {
        return false;
      }
    }
    return false;
  }

  /** Copies ASCII and what is escaped by a letter, up to anything else. */
  private void copyPlain() {
    byte[] in = json;
    byte[] out = utf8;
    int from = at;
    int to = size;
    while (from + Long.BYTES <= in.length) {
      long eight = EightAscii.load(in, from);
      EightAscii.store(out, to, eight);
      long special =
          (((eight ^ QUOTES) - ONES) | ((eight ^ BACKSLASHES) - ONES) | (eight - BLANKS) | eight)
              & EightAscii.EACH;
      if (special == 0) {
        from += Long.BYTES;
        to += Long.BYTES;
        continue;
      }
      int plain = EightAscii.before(special);
      from += plain;
      to += plain;
      byte meant = in[from] == '\\' ? meant(in, from + 1) : 0;
      if (meant == 0) {
        at = from;
        size = to;
        return;
      }
      out[to++] = meant;
      from += 2;
    }
    while (from < in.length && in[from] >= ' ' && in[from] != '"' && in[from] != '\\') {
      out[to++] = in[from++];
    }
    at = from;
    size = to;
  }

  /** What a letter after a backslash means, 0 if it is none, or a unit's digits follow. */
  private static byte meant(byte[] json, int letter) {
    return letter < json.length && json[letter] >= 0 ? ESCAPED[json[letter]] : 0;
  }

  private boolean escape() {
    byte meant = meant(json, at + 1);
    if (meant == 0) {
      return escapedUnit();
    }
    utf8[size++] = meant;
    at += 2;
    return true;
  }

  private boolean escapedUnit() {
    int unit = unit(at);
    int codePoint = unit;
    int length = 6;
    if (unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE) {
      int second = unit(at + length);
      if (unit > Character.MAX_HIGH_SURROGATE
          || second < Character.MIN_LOW_SURROGATE
          || second > Character.MAX_LOW_SURROGATE) {
        return false;
      }
      codePoint = Character.toCodePoint((char) unit, (char) second);
      length = 12;
    }
    if (unit < 0) {
      return false;
    }
    size += Utf8Chars.encode(codePoint, utf8, size);
    at += length;
    return true;
  }

  /** The UTF-16 unit that is escaped by four digits here, or -1. */
  private int unit(int from) {
    if (from + 6 > json.length || json[from] != '\\' || json[from + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = from + 2; i < from + 6; i++) {
      int digit = json[i] < 0 ? -1 : Character.digit(json[i], 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /** Copies a character of several bytes. */
  private boolean character() {
    int length = Utf8Chars.wellFormed(json, at, json.length);
    for (int i = 0; i < length; i++) {
      utf8[size++] = json[at++];
    }
    return length > 0;
  }
}
