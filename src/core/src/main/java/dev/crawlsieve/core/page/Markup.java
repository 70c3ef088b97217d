package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.Utf8Chars;
import java.nio.charset.Charset;

/**
 * The characters of a page's body, in UTF-8 and without a byte order mark.
 *
 * @param utf8 holds the characters; may be malformed; not copied
 * @param start offset in {@code utf8} at which the characters begin
 */
public record Markup(byte[] utf8, int start) {

  /**
   * Decodes bytes, at no cost if they are already in UTF-8.
   *
   * @param bytes holds the characters; not copied
   * @param start offset in {@code bytes} at which the characters begin
   * @param charset the encoding of the characters
   */
  public static Markup of(byte[] bytes, int start, Charset charset) {
    if (!UTF_8.equals(charset)) {
      return of(LegacyText.decode(bytes, start, charset).getBytes(UTF_8), 0, UTF_8);
    }
    // A byte order mark would count as text, which ends the head before it begins.
    return new Markup(bytes, Utf8Chars.isMark(bytes, start) ? start + 3 : start);
  }

  /** The characters; U+FFFD for malformed bytes. */
  public String text() {
    return new String(utf8, start, utf8.length - start, UTF_8);
  }
}
