package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a JSON string straight from its characters in UTF-8, byte for byte as Jackson writes it
 * from a {@code String}: control characters, quotation marks and backslashes are escaped, and
 * characters of four bytes become two escapes. {@link JsonText} reads it.
 *
 * <p>Most of an event is its body, and Jackson takes one character at a time. Here eight bytes are
 * copied at once, up to the first one that is escaped.
 */
public final class JsonString {

  private static final byte FOUR_BYTES = (byte) 0xf0;
  private static final int BUFFER_BYTES = 8 << 10;

  /** The most bytes that one step writes: eight, and two escapes. */
  private static final int STEP_BYTES = 20;

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(US_ASCII);
  private static final String ESCAPED = "\b\t\n\f\r\"\\";
  private static final String LETTERS = "btnfr\"\\";

  private final byte[] out = new byte[BUFFER_BYTES];
  private int size;

  private JsonString() {}

  /**
   * Writes a value.
   *
   * @param json writes to an {@code OutputStream}
   * @param utf8 well-formed
   */
  public static void write(JsonGenerator json, byte[] utf8) throws IOException {
    json.writeRawValue(""); // the colon or comma before it
    json.flush();
    new JsonString().write(utf8, (OutputStream) json.getOutputTarget());
  }

  private void write(byte[] utf8, OutputStream to) throws IOException {
    out[size++] = '"';
    for (int i = 0; i < utf8.length; ) {
      if (size + STEP_BYTES > out.length) {
        to.write(out, 0, size);
        size = 0;
      }
      int plain = plain(utf8, i);
      size += plain;
      i += plain;
      if (plain < Long.BYTES && i < utf8.length && isEscaped(utf8[i])) {
        i += escape(utf8, i);
      }
    }
    out[size++] = '"';
    to.write(out, 0, size);
  }

  /** Copies up to eight bytes, as many as come before one that is escaped. */
  private int plain(byte[] utf8, int at) {
    if (at + Long.BYTES <= utf8.length) {
      long eight = EightAscii.load(utf8, at);
      EightAscii.store(out, size, eight);
      long four = eight & eight << 1 & eight << 2 & eight << 3;
      long control = (eight - ' ' * EightAscii.ONES) & ~eight;
      return EightAscii.before(
          ((four | control) & EightAscii.EACH)
              | EightAscii.firstEqual(eight, '"')
              | EightAscii.firstEqual(eight, '\\'));
    }
    int n = 0;
    while (at + n < utf8.length && !isEscaped(utf8[at + n])) {
      out[size + n] = utf8[at + n];
      n++;
    }
    return n;
  }

  private static boolean isEscaped(byte c) {
    return c == '"' || c == '\\' || (c >= 0 && c < ' ') || (c < 0 && c >= FOUR_BYTES);
  }

  /** Escapes the character at an offset; returns its length. */
  private int escape(byte[] utf8, int at) {
    byte c = utf8[at];
    int letter = ESCAPED.indexOf(c);
    if (letter >= 0) {
      out[size++] = '\\';
      out[size++] = (byte) LETTERS.charAt(letter);
    } else if (c >= 0) {
      unit(c);
    } else {
      int codePoint = Utf8Chars.codePoint(utf8, at);
      unit(Character.highSurrogate(codePoint));
      unit(Character.lowSurrogate(codePoint));
      return 4;
    }
    return 1;
  }

  private void unit(int unit) {
    out[size++] = '\\';
    out[size++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      out[size++] = HEX[unit >> shift & 0xf];
    }
  }
}
