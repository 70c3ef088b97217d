package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A page's body as its record carried it.
 *
 * @param utf8 its bytes, or its characters in UTF-8; not copied
 * @param isText whether it arrived as characters rather than bytes
 */
public record Body(byte[] utf8, boolean isText) {

  /**
   * A body from whichever of the two arguments is given; the other must be null.
   *
   * @param bytes not copied
   */
  public static Body of(String text, byte[] bytes) {
    if ((text == null) == (bytes == null)) {
      throw new IllegalArgumentException("a page has one body, as text or as bytes");
    }
    return bytes == null ? new Body(text.getBytes(UTF_8), true) : new Body(bytes, false);
  }

  /** Whether the body has no content. */
  public boolean isEmpty() {
    return utf8.length == 0;
  }

  /** Number of bytes, or of those of the characters in UTF-8. */
  public int length() {
    return utf8.length;
  }

  /** The characters as markup; only for a body that arrived as characters. */
  public Markup markup() {
    return new Markup(utf8, 0, UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that && isText == that.isText && Arrays.equals(utf8, that.utf8);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(utf8);
  }
}
