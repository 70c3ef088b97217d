package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;

/**
 * A text in UTF-8 and as a string, of which the one is made from the other when it is asked for: a
 * fingerprint is made of bytes, and nobody reads most texts. Not thread-safe.
 */
public final class Utf8Text {

  private byte[] utf8;
  private String string;

  private Utf8Text(byte[] utf8, String string) {
    this.utf8 = utf8;
    this.string = string;
  }

  /** The text of a string; a surrogate that is alone is {@code ?} in UTF-8. */
  public static Utf8Text of(String string) {
    return new Utf8Text(null, Objects.requireNonNull(string, "string"));
  }

  /** The text of well-formed UTF-8, which is not to be changed. */
  public static Utf8Text of(byte[] utf8) {
    return new Utf8Text(utf8, null);
  }

  /** The text in UTF-8; not to be changed. */
  public byte[] utf8() {
    if (utf8 == null) {
      utf8 = string.getBytes(UTF_8);
    }
    return utf8;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Utf8Text that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** The text itself. */
  @Override
  public String toString() {
    if (string == null) {
      string = new String(utf8, UTF_8);
    }
    return string;
  }
}
