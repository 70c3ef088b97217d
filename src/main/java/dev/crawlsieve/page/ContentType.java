package dev.crawlsieve.page;

import java.util.Locale;

/**
 * A declared content type (RFC 9110, section 8.3), read leniently.
 *
 * @param type type and subtype in lower case, or the empty string if none that makes sense is
 *     declared
 * @param charset the name of the character set as declared, or the empty string
 */
record ContentType(String type, String charset) {

  static ContentType parse(String declared) {
    String type = "";
    String charset = "";
    for (String part : declared.split("[;,]")) {
      String trimmed = part.strip();
      String lower = trimmed.toLowerCase(Locale.ROOT);
      if (lower.startsWith("charset") && lower.indexOf('=') > 0) {
        if (charset.isEmpty()) {
          charset = trimmed.substring(trimmed.indexOf('=') + 1).replaceAll("[\"'\\s]", "");
        }
      } else if (type.isEmpty() && lower.indexOf('/') > 0) {
        type = lower;
      }
    }
    return new ContentType(type, charset);
  }

  boolean isDeclared() {
    return !type.isEmpty();
  }

  boolean isHtml() {
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  boolean isText() {
    return type.startsWith("text/");
  }
}
