package dev.crawlsieve.html;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names and values met lately, so that what a page says again and again (custom elements, classes)
 * is made a string once.
 */
final class Names {

  private static final int SLOTS = 1 << 12;
  private static final int LONGEST = 64;

  private final ElementName[] elements = new ElementName[1 << 8];
  private final byte[][] writtenElements = new byte[elements.length][];
  private final String[] values = new String[SLOTS];
  private final byte[][] writtenValues = new byte[SLOTS][];

  /** The element name that stands in markup. */
  ElementName element(byte[] utf8, int from, int to, int hash) {
    ElementName known = ElementName.known(utf8, from, to, hash);
    if (known != null) {
      return known;
    }
    int slot = (hash ^ (hash >>> 11)) & (elements.length - 1);
    if (!isWritten(writtenElements[slot], utf8, from, to)) {
      elements[slot] = ElementName.unknown(utf8, from, to);
      writtenElements[slot] = written(utf8, from, to);
    }
    return elements[slot];
  }

  /** An attribute's value, as it stands in markup with references to resolve. */
  String value(byte[] utf8, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return "";
    }
    if (length > LONGEST) {
      return newValue(utf8, from, to);
    }
    int hash = length;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + utf8[i];
    }
    int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (!isWritten(writtenValues[slot], utf8, from, to)) {
      values[slot] = newValue(utf8, from, to);
      writtenValues[slot] = written(utf8, from, to);
    }
    return values[slot];
  }

  private static String newValue(byte[] utf8, int from, int to) {
    return Bytes.find(utf8, from, to, '&') == to
        ? new String(utf8, from, to - from, StandardCharsets.UTF_8)
        : References.decoded(utf8, from, to, true);
  }

  private static byte[] written(byte[] utf8, int from, int to) {
    byte[] written = new byte[to - from];
    System.arraycopy(utf8, from, written, 0, written.length);
    return written;
  }

  private static boolean isWritten(byte[] written, byte[] utf8, int from, int to) {
    return written != null && Arrays.equals(written, 0, written.length, utf8, from, to);
  }
}
