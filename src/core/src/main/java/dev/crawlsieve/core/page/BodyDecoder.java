package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.PageCharset.Found;
import dev.crawlsieve.core.text.Utf8Chars;
import java.nio.charset.Charset;

/**
 * Decodes a body's bytes into characters. The charset is the first of these that is known: that of
 * the byte order mark, the one that the content type declares, for HTML the one that the page
 * itself declares, and the one detected from the bytes. As in browsers (WHATWG Encoding, "BOM
 * sniff"), a byte order mark overrides any declaration: bytes that begin like one are hardly ever
 * anything else. Malformed bytes become U+FFFD.
 */
public final class BodyDecoder {

  /**
   * A decoded body.
   *
   * @param markup the characters, without the byte order mark
   * @param charset the charset, and how it was determined
   */
  public record Decoded(Markup markup, PageCharset charset) {

    private static Decoded of(byte[] body, int from, Charset charset, Found found) {
      return new Decoded(Markup.of(body, from, charset), new PageCharset(found, charset.name()));
    }
  }

  private BodyDecoder() {}

  /**
   * Decodes a page's body.
   *
   * @param type the content type as which the body is read
   */
  public static Decoded decode(Body body, ContentType type) {
    return body.isText()
        ? new Decoded(Markup.of(body.bytes(), 0, UTF_8), PageCharset.NONE)
        : decode(body.bytes(), type);
  }

  private static Decoded decode(byte[] body, ContentType type) {
    if (Utf8Chars.isMark(body, 0)) {
      return Decoded.of(body, 3, UTF_8, Found.MARK);
    }
    if (startsWith(body, 0xfe, 0xff)) {
      return Decoded.of(body, 2, UTF_16BE, Found.MARK);
    }
    if (startsWith(body, 0xff, 0xfe)) {
      return Decoded.of(body, 2, UTF_16LE, Found.MARK);
    }
    Charset declared = CharsetLabels.get(type.charset());
    if (declared != null) {
      return Decoded.of(body, 0, declared, Found.HEADER);
    }
    Charset own = type.isHtml() ? MetaPrescan.of(body) : null;
    if (own != null) {
      // A declaration that is readable as ASCII cannot be part of UTF-16 text.
      boolean wide = own.equals(UTF_16BE) || own.equals(UTF_16LE);
      return Decoded.of(body, 0, wide ? UTF_8 : own, Found.MARKUP);
    }
    PageCharset undeclared = CharsetDetection.of(body);
    return new Decoded(Markup.of(body, 0, Charset.forName(undeclared.name())), undeclared);
  }

  private static boolean startsWith(byte[] body, int first, int second) {
    return body.length > 1 && body[0] == (byte) first && body[1] == (byte) second;
  }
}
