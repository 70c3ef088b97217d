package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.regex.Pattern;

/**
 * A declared content type (RFC 9110, section 8.3), parsed leniently.
 *
 * @param declared the declaration with all parameters; the empty string if there is none
 * @param type type and subtype in lower case, or the empty string if none is declared or the
 *     declaration is malformed
 * @param charset the name of the charset as declared, or the empty string
 */
public record ContentType(String declared, String type, String charset) {

  private static final String CHARSET = "charset";
  private static final Pattern QUOTES = Pattern.compile("[\"'\\s]");

  /** Parses a declaration; the only parameter read is {@code charset}. */
  public static ContentType parse(String declared) {
    String type = "";
    String charset = "";
    for (int from = 0, end; from < declared.length(); from = end + 1) {
      boolean slash = false;
      for (end = from; end < declared.length() && !endsPart(declared.charAt(end)); end++) {
        slash |= declared.charAt(end) == '/';
        from += end == from && declared.charAt(end) <= ' ' ? 1 : 0;
      }
      boolean named = Ascii.begins(declared, from, CHARSET);
      if (!named && (!slash || !type.isEmpty())) {
        continue; // without copying: there may be millions
      }
      String part = declared.substring(from, end).trim();
      String lower = Ascii.lower(part);
      int equals = part.indexOf('=');
      if (lower.startsWith(CHARSET) && equals > 0) {
        if (charset.isEmpty()) {
          charset = QUOTES.matcher(part.substring(equals + 1)).replaceAll("");
        }
      } else if (type.isEmpty() && lower.indexOf('/') > 0) {
        type = lower;
      }
    }
    return new ContentType(declared, type, charset);
  }

  private static boolean endsPart(char c) {
    return c == ';' || c == ',';
  }

  public boolean isDeclared() {
    return !type.isEmpty();
  }

  public boolean isHtml() {
    return type.equals("text/html") || isXhtml();
  }

  /** Whether it is HTML in XML syntax. */
  public boolean isXhtml() {
    return type.equals("application/xhtml+xml");
  }

  /** Whether it is Markdown (RFC 7763). */
  public boolean isMarkdown() {
    return type.equals("text/markdown") || type.equals("text/x-markdown");
  }

  public boolean isText() {
    return type.startsWith("text/");
  }
}
