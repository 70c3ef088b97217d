package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The characters of a JSON string (RFC 8259, section 7) in UTF-8, decoded straight from its bytes.
 * Most of an event is its body, and decoding that to a {@code String} only to encode it again would
 * take longer than parsing the rest.
 *
 * <p>A string that contains anything invalid is left to another parser, which can report what is
 * wrong: control characters, unknown escapes, unpaired surrogates, malformed UTF-8.
 */
final class JsonText {

  // Eight bytes are searched at a time, see EightAscii. Here any byte may occur, and only the
  // lowest bit set in a result has to be right. Subtraction sets the highest bit of a byte that is
  // less than what is subtracted. The bit may also be set in a byte that had it before, but that
  // byte is not ASCII and is searched for as well; and, through a borrow, in the byte after a
  // match.

  private static final long BLANKS = ' ' * EightAscii.ONES;
  private static final long QUOTES = '"' * EightAscii.ONES;
  private static final long BACKSLASHES = '\\' * EightAscii.ONES;

  /** Strings of up to this many bytes are decoded into a buffer that is kept for the thread. */
  private static final int KEPT_BYTES = 1 << 18;

  /** A new buffer for each body would make up two fifths of what reading an event allocates. */
  private static final ThreadLocal<byte[]> KEPT =
      ThreadLocal.withInitial(() -> new byte[KEPT_BYTES]);

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
    // A character never takes fewer bytes in the JSON string than in UTF-8.
    int most = json.length - from;
    this.utf8 = most <= KEPT_BYTES ? KEPT.get() : new byte[most];
  }

  /**
   * Decodes a string.
   *
   * @param from offset of the first byte after the opening quotation mark
   * @return null if the string contains anything invalid
   */
  static @Nullable JsonText read(byte[] json, int from) {
    JsonText text = new JsonText(json, from);
    return text.read() ? text : null;
  }

  /** The characters, in UTF-8; must be called before the thread decodes another string. */
  byte[] utf8() {
    return Arrays.copyOf(utf8, size);
  }

  /** Offset of the closing quotation mark. */
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

  /** Copies ASCII and single-letter escapes, up to anything else. */
  private void copyPlain() {
    byte[] in = json;
    byte[] out = utf8;
    int from = at;
    int to = size;
    while (from + Long.BYTES <= in.length) {
      long eight = EightAscii.load(in, from);
      EightAscii.store(out, to, eight);
      long special =
          (((eight ^ QUOTES) - EightAscii.ONES)
                  | ((eight ^ BACKSLASHES) - EightAscii.ONES)
                  | (eight - BLANKS)
                  | eight)
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

  /**
   * The character that a letter after a backslash stands for; 0 if there is none, or if the letter
   * begins a Unicode escape.
   */
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

  /** The UTF-16 unit that the four hex digits here encode, or -1. */
  private int unit(int from) {
    if (from + 6 > json.length || json[from] != '\\' || json[from + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = from + 2; i < from + 6; i++) {
      int digit = HexFormat.isHexDigit(json[i]) ? HexFormat.fromHexDigit(json[i]) : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /** Copies a multi-byte character. */
  private boolean character() {
    int length = Utf8Chars.wellFormed(json, at, json.length);
    for (int i = 0; i < length; i++) {
      utf8[size++] = json[at++];
    }
    return length > 0;
  }
}
