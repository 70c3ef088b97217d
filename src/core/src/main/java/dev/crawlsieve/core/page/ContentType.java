package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.regex.Pattern;

/**
 * A declared content type (RFC 9110, section 8.3), parsed leniently.
 *
 * @param type type and subtype in lower case, or the empty string if none is declared or it is
 *     malformed
 * @param charset the name of the charset as declared, or the empty string
 */
public record ContentType(String type, String charset) {

  private static final Pattern BETWEEN_PARTS = Pattern.compile("[;,]");
  private static final Pattern QUOTES = Pattern.compile("[\"'\\s]");

  public static ContentType parse(String declared) {
    String type = "";
    String charset = "";
    for (String part : BETWEEN_PARTS.split(declared)) {
      String trimmed = part.trim();
      String lower = Ascii.lower(trimmed);
      if (lower.startsWith("charset") && lower.indexOf('=') > 0) {
        if (charset.isEmpty()) {
          charset = QUOTES.matcher(trimmed.substring(trimmed.indexOf('=') + 1)).replaceAll("");
        }
      } else if (type.isEmpty() && lower.indexOf('/') > 0) {
        type = lower;
      }
    }
    return new ContentType(type, charset);
  }

  public boolean isDeclared() {
    return !type.isEmpty();
  }

  public boolean isHtml() {
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  public boolean isText() {
    return type.startsWith("text/");
  }
}
