package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A page's body as its record held it.
 *
 * @param bytes its bytes, or its characters in UTF-8; not copied
 * @param isText whether it arrived as characters rather than bytes
 */
public record Body(byte[] bytes, boolean isText) {

  /** A body that arrived as characters. */
  public static Body of(String text) {
    return new Body(text.getBytes(UTF_8), true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that && isText == that.isText && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
