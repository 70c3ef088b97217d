package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.PageCharset.Found;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Utf8Chars;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body's bytes into characters. The charset is that of the byte order mark, else the one
 * that the content type declares, else for HTML the one that the page itself declares, else one
 * detected from the bytes. As in browsers (WHATWG Encoding, "BOM sniff"), a byte order mark
 * overrides any declaration: bytes that begin with one are hardly ever anything else. Malformed
 * bytes become U+FFFD.
 */
public final class BodyDecoder {

  /**
   * Labels that the web uses for a larger charset than they name (WHATWG Encoding, section 4.2).
   */
  private static final Map<String, String> WEB_LABELS =
      Map.ofEntries(
          Map.entry("iso-8859-1", "windows-1252"),
          Map.entry("iso8859-1", "windows-1252"),
          Map.entry("latin1", "windows-1252"),
          Map.entry("ascii", "windows-1252"),
          Map.entry("us-ascii", "windows-1252"),
          Map.entry("x-user-defined", "windows-1252"),
          Map.entry("iso-8859-9", "windows-1254"),
          Map.entry("latin5", "windows-1254"),
          Map.entry("iso-8859-11", "windows-874"),
          Map.entry("tis-620", "windows-874"),
          Map.entry("gb2312", "gb18030"),
          Map.entry("gbk", "gb18030"),
          Map.entry("x-gbk", "gb18030"),
          Map.entry("shift_jis", "windows-31j"),
          Map.entry("shift-jis", "windows-31j"),
          Map.entry("x-sjis", "windows-31j"),
          Map.entry("euc-kr", "x-windows-949"),
          Map.entry("ks_c_5601-1987", "x-windows-949"),
          Map.entry("big5", "big5-hkscs"),
          Map.entry("utf8", "utf-8"),
          Map.entry("unicode-1-1-utf-8", "utf-8"),
          Map.entry("utf-16", "utf-16le"),
          Map.entry("unicode", "utf-16le"));

  /**
   * A decoded body.
   *
   * @param markup the characters, without the byte order mark
   * @param charset the charset, and how it was found
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
   * @param type the content type that it is read as
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
    Charset declared = known(type.charset());
    if (declared != null) {
      return Decoded.of(body, 0, declared, Found.HEADER);
    }
    Charset own = type.isHtml() ? MetaPrescan.of(body) : null;
    if (own != null) {
      // A declaration that is readable as ASCII cannot be in UTF-16 text.
      boolean wide = own.equals(UTF_16BE) || own.equals(UTF_16LE);
      return Decoded.of(body, 0, wide ? UTF_8 : own, Found.MARKUP);
    }
    PageCharset undeclared = CharsetDetection.of(body);
    return new Decoded(Markup.of(body, 0, Charset.forName(undeclared.name())), undeclared);
  }

  private static boolean startsWith(byte[] body, int first, int second) {
    return body.length > 1 && body[0] == (byte) first && body[1] == (byte) second;
  }

  /** The charset with this label, or null if it is unknown. */
  static @Nullable Charset known(String label) {
    String name = Ascii.lower(label.trim());
    if (name.isEmpty()) {
      return null;
    }
    try {
      return Charset.forName(WEB_LABELS.getOrDefault(name, name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      // The caller handles null: the page is decoded in another charset.
      return null;
    }
  }
}
