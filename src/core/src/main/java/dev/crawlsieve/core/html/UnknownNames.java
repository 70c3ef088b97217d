package dev.crawlsieve.core.html;

import java.util.Arrays;

/**
 * A cache of recent element names that HTML does not know. Names are compared byte by byte; long
 * ones are not kept.
 */
final class UnknownNames {

  private static final int MOST_KEPT_BYTES = 64;

  private final ElementName[] elements = new ElementName[1 << 8];
  private final byte[][] writtenElements = new byte[elements.length][];

  /** The element name that is written in markup. */
  ElementName element(byte[] utf8, int from, int to) {
    ElementName known = ElementName.known(utf8, from, to);
    if (known != null) {
      return known;
    }
    if (to - from > MOST_KEPT_BYTES) {
      return ElementName.unknown(utf8, from, to);
    }
    int slot = (int) Bytes.hash(utf8, from, to) & (elements.length - 1);
    if (!isWritten(writtenElements[slot], utf8, from, to)) {
      elements[slot] = ElementName.unknown(utf8, from, to);
      writtenElements[slot] = Arrays.copyOfRange(utf8, from, to);
    }
    return elements[slot];
  }

  private static boolean isWritten(byte[] written, byte[] utf8, int from, int to) {
    return written != null && Arrays.equals(written, 0, written.length, utf8, from, to);
  }
}
