package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text both in UTF-8 and as a string, each made from the other on demand. Fingerprints are
 * computed from bytes, and most texts are never needed as strings. Not thread-safe.
 */
public final class Utf8Text {

  /** The empty text. */
  public static final Utf8Text NONE = new Utf8Text(new byte[0], "");

  private byte @Nullable [] utf8;
  private @Nullable String string;

  private Utf8Text(byte @Nullable [] utf8, @Nullable String string) {
    this.utf8 = utf8;
    this.string = string;
  }

  /** The text of a string; in UTF-8, an unpaired surrogate becomes {@code ?}. */
  public static Utf8Text of(String string) {
    return new Utf8Text(null, Objects.requireNonNull(string, "string"));
  }

  /** The text of well-formed UTF-8, which must not be modified afterwards. */
  public static Utf8Text of(byte[] utf8) {
    return new Utf8Text(utf8, null);
  }

  /** The text in UTF-8; must not be modified. */
  public byte[] utf8() {
    if (utf8 == null) {
      utf8 = Objects.requireNonNull(string).getBytes(UTF_8);
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

  /** The text as a string. */
  @Override
  public String toString() {
    if (string == null) {
      string = new String(utf8, UTF_8);
    }
    return string;
  }
}
