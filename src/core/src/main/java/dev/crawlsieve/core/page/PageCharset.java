package dev.crawlsieve.core.page;

import java.util.Locale;
import java.util.Objects;

/**
 * The charset in which a body was decoded.
 *
 * @param found how it was determined
 * @param name its canonical Java name, at most 255 ASCII characters; empty if there were no bytes
 *     to decode
 */
public record PageCharset(Found found, String name) {

  /**
   * How a charset was determined. Stored by position, so new constants must be added at the end.
   */
  public enum Found {
    /** The body is not text, or arrived as characters. */
    NONE,
    /** By a byte order mark. */
    MARK,
    /** Declared by the content type. */
    HEADER,
    /** Declared by the page itself: by {@code meta}, or an XML declaration. */
    MARKUP,
    /** No known charset is declared, and the bytes are UTF-8. */
    UTF8,
    /** No known charset is declared, and this one was detected from the bytes. */
    DETECTED,
    /** No known charset is declared, none was detected, and UTF-8 is assumed. */
    ASSUMED;

    /** The name in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For a body that is not text, or arrived as characters. */
  public static final PageCharset NONE = new PageCharset(Found.NONE, "");

  public PageCharset {
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(name, "name");
  }
}
