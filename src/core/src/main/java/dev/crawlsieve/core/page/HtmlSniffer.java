package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/**
 * Determines the type of an undeclared body from its first bytes (after WHATWG MIME Sniffing,
 * section 7.1).
 */
final class HtmlSniffer {

  private static final int SNIFFED_BYTES = 1445;

  private static final Pattern HTML =
      Pattern.compile(
          "^[\\s\\u0000\\ufeff]*(<\\?xml[^>]*>\\s*)?<(!doctype\\s+html|html|head|script|iframe|h1|div|font|table|a"
              + "|style|title|b|body|br|p|meta|link|!--)(?=[\\s>/]|(?<=--)).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern HTML_ELEMENT =
      Pattern.compile("<html[\\s>]", Pattern.CASE_INSENSITIVE);

  private static final Pattern BINARY =
      Pattern.compile("[\\u0000-\\u0008\\u000b\\u000e-\\u001a\\u001c-\\u001f]");

  private HtmlSniffer() {}

  /** The content type of a body that declares none: HTML, plain text, or unknown bytes. */
  static ContentType sniff(byte[] body, String charset) {
    String beginning = beginning(body, SNIFFED_BYTES);
    boolean html = HTML.matcher(beginning).matches() || HTML_ELEMENT.matcher(beginning).find();
    boolean binary = !isWide(body) && BINARY.matcher(beginning).find();
    return new ContentType(
        "", html ? "text/html" : binary ? "application/octet-stream" : "text/plain", charset);
  }

  /** The first bytes of a body as ASCII, without a byte order mark. */
  static String beginning(byte[] body, int bytes) {
    String beginning = new String(body, 0, Math.min(body.length, bytes), ISO_8859_1);
    if (isWide(body)) {
      // UTF-16: a page's first characters are ASCII.
      return beginning.substring(2).replace("\u0000", "");
    }
    return beginning.startsWith("\u00ef\u00bb\u00bf") ? beginning.substring(3) : beginning;
  }

  private static boolean isWide(byte[] body) {
    return body.length > 1
        && ((body[0] == (byte) 0xfe && body[1] == (byte) 0xff)
            || (body[0] == (byte) 0xff && body[1] == (byte) 0xfe));
  }
}
