package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A page's body as a record gave it: bytes, or characters, which are kept as they are had. */
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
   * A body of which the one is given that it came as, and null for the other.
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
   * A body that came as characters.
   *
   * @param utf8 in well-formed UTF-8; not copied
   */
  static Body ofUtf8(byte[] utf8) {
    return new Body(null, utf8, true);
  }

  /** Whether it came as characters. */
  public boolean isText() {
    return isText;
  }

  /** Its characters, or null if it came as bytes. */
  String text() {
    if (!isText) {
      return null;
    }
    return text == null ? new String(bytes, UTF_8) : text;
  }

  /** Its bytes, or null if it came as characters. */
  byte[] bytes() {
    return isText ? null : bytes;
  }

  /** The bytes, or the characters in UTF-8; null where the characters are a string. */
  public byte[] held() {
    return bytes;
  }

  /** Whether there is nothing. */
  public boolean isEmpty() {
    return length() == 0;
  }

  /** How many there are of what is held. */
  public int length() {
    return bytes == null ? text.length() : bytes.length;
  }

  /**
   * How many bytes there are in UTF-8.
   *
   * @param enough beyond this many they are not counted
   */
  public long utf8Length(int enough) {
    if (bytes != null) {
      return bytes.length;
    }
    return text.length() >= enough ? text.length() : text.getBytes(UTF_8).length;
  }

  /** The characters as markup, where they are characters. */
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
