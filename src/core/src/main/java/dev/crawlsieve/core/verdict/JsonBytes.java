package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Writes one JSON object as UTF-8; field names and punctuation are written as passed in. */
final class JsonBytes {

  // A verdict has some twenty fields, most of them short numbers and constants: a general-purpose
  // generator takes more than twice the time and three times the memory. Names come with their
  // quotes and separators, so that each takes one copy.

  private static final int LONGEST_NUMBER = 20;
  private static final double PLACES = 1e4;

  private byte[] bytes;
  private int size;

  JsonBytes(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /** Resets the buffer for a new object. */
  JsonBytes clear() {
    size = 0;
    return this;
  }

  /** Writes ASCII as it is. */
  @SuppressWarnings("deprecation") // copies the low bytes of characters, and there are no others
  JsonBytes raw(String ascii) {
    int length = ascii.length();
    room(length);
    ascii.getBytes(0, length, bytes, size);
    size += length;
    return this;
  }

  /** Writes a string, or null. */
  JsonBytes string(String text) {
    if (text == null) {
      return raw("null");
    }
    int length = text.length();
    room(length + 2);
    bytes[size++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        // the rest, by code points
        return rest(text.substring(i));
      }
      bytes[size++] = (byte) c;
    }
    bytes[size++] = '"';
    return this;
  }

  private JsonBytes rest(String text) {
    for (byte b : text.getBytes(UTF_8)) {
      room(7);
      if (b == '"' || b == '\\') {
        bytes[size++] = '\\';
        bytes[size++] = b;
      } else if (b >= 0 && b < ' ') {
        int at = "\b\t\n\f\r".indexOf(b);
        raw(
            at >= 0
                ? "\\" + "btnfr".charAt(at)
                : "\\u00" + (b >>> 4) + "0123456789ABCDEF".charAt(b & 0xf));
      } else {
        bytes[size++] = b;
      }
    }
    bytes[size++] = '"';
    return this;
  }

  /** Writes a whole number. */
  JsonBytes number(long value) {
    if (value < 0) {
      return raw(Long.toString(value));
    }
    room(LONGEST_NUMBER);
    int end = size + LONGEST_NUMBER;
    int at = end;
    long left = value;
    do {
      bytes[--at] = (byte) ('0' + left % 10);
      left /= 10;
    } while (left > 0);
    System.arraycopy(bytes, at, bytes, size, end - at);
    size += end - at;
    return this;
  }

  /**
   * Writes a number in its shortest decimal form if it has at most four places and is in [0.001,
   * 1].
   */
  JsonBytes number(double value) {
    int scaled = (int) (value * PLACES + 0.5);
    if (value > 1 || scaled < 10 || scaled / PLACES != value) {
      return raw(Double.toString(value));
    }
    room(LONGEST_NUMBER);
    bytes[size++] = (byte) ('0' + scaled / 10_000);
    bytes[size++] = '.';
    int left = scaled % 10_000;
    do {
      bytes[size++] = (byte) ('0' + left / 1000);
      left = left % 1000 * 10;
    } while (left != 0);
    return this;
  }

  /** Writes a string of eight hexadecimal digits. */
  JsonBytes hex(int value) {
    room(10);
    bytes[size++] = '"';
    for (int shift = 28; shift >= 0; shift -= 4) {
      bytes[size++] = (byte) "0123456789abcdef".charAt(value >>> shift & 0xf);
    }
    bytes[size++] = '"';
    return this;
  }

  /** The bytes written, in a new array. */
  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
