package dev.crawlsieve.core.page;

import java.util.Locale;
import java.util.Objects;

/**
 * The character set that a body was read in.
 *
 * @param found how it was found
 * @param name its canonical name as Java has it, at most 255 characters of ASCII; empty where there
 *     were no bytes to read
 */
public record PageCharset(Found found, String name) {

  /** How a character set was found. */
  public enum Found {
    /** The body is no text, or came as characters. */
    NONE,
    /** A byte order mark. */
    MARK,
    /** The content type declares it. */
    HEADER,
    /** The page itself declares it: {@code meta}, or an XML declaration. */
    MARKUP,
    /** Nothing declares one that is known, and the bytes are UTF-8. */
    UTF8,
    /** Nothing declares one that is known, and the bytes look like it. */
    DETECTED,
    /** Nothing declares one that is known, and the bytes look like none: UTF-8. */
    ASSUMED;

    /** The name in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** That of a body that is no text, or came as characters. */
  public static final PageCharset NONE = new PageCharset(Found.NONE, "");

  public PageCharset {
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(name, "name");
  }
}
