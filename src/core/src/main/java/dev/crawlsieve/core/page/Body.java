package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A page's body as its record carried it: bytes, or characters, kept without conversion. */
public final class Body {

  private final String text;
  private final byte[] bytes;
  private final boolean isText;

  private Body(String text, byte[] bytes, boolean isText) {
    this.text = text;
    this.bytes = bytes;
    this.isText = isText;
  }

  /**
   * A body from whichever of the two arguments is given; the other must be null.
   *
   * @param bytes not copied
   */
  public static Body of(String text, byte[] bytes) {
    if ((text == null) == (bytes == null)) {
      throw new IllegalArgumentException("a page has one body, as text or as bytes");
    }
    return new Body(text, bytes, bytes == null);
  }

  /**
   * A body that arrived as characters.
   *
   * @param utf8 well-formed UTF-8; not copied
   */
  static Body ofUtf8(byte[] utf8) {
    return new Body(null, utf8, true);
  }

  /** Whether the body arrived as characters rather than bytes. */
  public boolean isText() {
    return isText;
  }

  /** The characters, or null if the body arrived as bytes. */
  String text() {
    if (!isText) {
      return null;
    }
    return text == null ? new String(bytes, UTF_8) : text;
  }

  /** The bytes, or null if the body arrived as characters. */
  byte[] bytes() {
    return isText ? null : bytes;
  }

  /** The bytes, or the characters in UTF-8. */
  public byte[] utf8() {
    return bytes == null ? text.getBytes(UTF_8) : bytes;
  }

  /** Whether the body has no content. */
  public boolean isEmpty() {
    return length() == 0;
  }

  /** Length in the form held: bytes, or UTF-16 units if held as a string. */
  public int length() {
    return bytes == null ? text.length() : bytes.length;
  }

  /** The characters as markup; only for a body that arrived as characters. */
  public Markup markup() {
    return bytes == null ? Markup.of(text) : Markup.of(bytes, 0, UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that
        && isText == that.isText
        && (isText ? text().equals(that.text()) : Arrays.equals(bytes, that.bytes));
  }

  @Override
  public int hashCode() {
    return isText ? text().hashCode() : Arrays.hashCode(bytes);
  }
}
