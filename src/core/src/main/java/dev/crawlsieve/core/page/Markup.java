package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.Utf8Chars;
import java.nio.charset.Charset;

/**
 * A page's markup, available both as characters and as bytes.
 *
 * @param bytes hold the markup; not copied
 * @param start offset in them at which it begins
 * @param charset in which they encode it
 */
public record Markup(byte[] bytes, int start, Charset charset) {

  private static final String BYTE_ORDER_MARK = "\ufeff";

  public static Markup of(String text) {
    return new Markup(text.getBytes(UTF_8), 0, UTF_8);
  }

  /** The characters, without a byte order mark; U+FFFD for malformed bytes. */
  public String text() {
    String all = new String(bytes, start, bytes.length - start, charset);
    // It would count as text, and end the head before it begins.
    return all.startsWith(BYTE_ORDER_MARK) ? all.substring(1) : all;
  }

  /**
   * Whether the markup is held as bytes in UTF-8, which {@link #utf8} then returns without
   * conversion.
   */
  public boolean isUtf8() {
    return UTF_8.equals(charset);
  }

  /** The bytes in UTF-8; those before {@link #utf8Start} are not part of the markup. */
  public byte[] utf8() {
    return isUtf8() ? bytes : text().getBytes(UTF_8);
  }

  /** Offset in {@link #utf8} at which the markup begins. */
  public int utf8Start() {
    if (!isUtf8()) {
      return 0;
    }
    return Utf8Chars.isMark(bytes, start) ? start + 3 : start;
  }
}
