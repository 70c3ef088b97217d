package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/**
 * Determines the type of an undeclared body from its first bytes (after WHATWG MIME Sniffing,
 * section 7.1).
 */
public final class HtmlSniffer {

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

  /** The content type of bytes that declare none: HTML, plain text, or unknown bytes. */
  private static ContentType sniff(byte[] body) {
    String beginning = new String(body, 0, Math.min(body.length, SNIFFED_BYTES), ISO_8859_1);
    boolean wide = beginning.startsWith("\u00fe\u00ff") || beginning.startsWith("\u00ff\u00fe");
    if (beginning.startsWith("\u00ef\u00bb\u00bf")) {
      beginning = beginning.substring(3);
    } else if (wide) {
      // UTF-16: a page's first characters are ASCII.
      beginning = beginning.substring(2).replace("\u0000", "");
    }
    boolean binary = !wide && BINARY.matcher(beginning).find();
    return binary && !isHtml(beginning)
        ? new ContentType("application/octet-stream", "")
        : sniff(beginning);
  }

  /** The content type of a body that declares none. */
  public static ContentType sniff(Body body) {
    if (!body.isText()) {
      return sniff(body.utf8());
    }
    String beginning =
        new String(body.utf8(), 0, Math.min(body.length(), 4 * SNIFFED_BYTES), UTF_8);
    return sniff(beginning.substring(0, Math.min(beginning.length(), SNIFFED_BYTES)));
  }

  private static ContentType sniff(String beginning) {
    return new ContentType(isHtml(beginning) ? "text/html" : "text/plain", "");
  }

  private static boolean isHtml(String beginning) {
    return HTML.matcher(beginning).matches() || HTML_ELEMENT.matcher(beginning).find();
  }
}
