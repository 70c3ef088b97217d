package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Writes one JSON object as UTF-8; field names and punctuation are written as passed in. */
final class JsonBytes {

  // A verdict has some twenty fields, most of them short numbers and constants: a general-purpose
  // generator spends more time on its checks per field than on the bytes. Names come with their
  // quotes and separators, so that each takes one copy.

  private static final byte[] NULL = ascii("null");
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final int LONGEST_NUMBER = 20;
  private static final byte[] PAIRS = pairs();
  private static final long[] POWERS = powers();
  private static final int MOST_DIGITS = 19;
  private static final double PLACES = 1e4;

  private byte[] bytes;
  private int size;

  JsonBytes(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /** The two digits of each number from 00 to 99. */
  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }

  private static long[] powers() {
    long[] powers = new long[MOST_DIGITS];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = 10 * powers[i - 1];
    }
    return powers;
  }

  /** Makes a constant for {@link #raw}. */
  static byte[] ascii(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Resets the buffer for a new object. */
  JsonBytes clear() {
    size = 0;
    return this;
  }

  /** Writes bytes as they are. */
  JsonBytes raw(byte[] ascii) {
    room(ascii.length);
    System.arraycopy(ascii, 0, bytes, size, ascii.length);
    size += ascii.length;
    return this;
  }

  /** Writes a string, or null. */
  JsonBytes string(String text) {
    if (text == null) {
      return raw(NULL);
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
        control(b);
      } else {
        bytes[size++] = b;
      }
    }
    bytes[size++] = '"';
    return this;
  }

  private void control(byte b) {
    int at = "\b\t\n\f\r".indexOf(b);
    bytes[size++] = '\\';
    if (at >= 0) {
      bytes[size++] = (byte) "btnfr".charAt(at);
    } else {
      bytes[size++] = 'u';
      bytes[size++] = '0';
      bytes[size++] = '0';
      bytes[size++] = (byte) ('0' + (b >>> 4));
      bytes[size++] = (byte) "0123456789ABCDEF".charAt(b & 0xf);
    }
  }

  /** Writes a whole number. */
  JsonBytes number(long value) {
    room(LONGEST_NUMBER);
    if (value < 0) {
      return raw(ascii(Long.toString(value)));
    }
    int digits = digits(value);
    int at = size + digits;
    size = at;
    long left = value;
    for (; left >= 100; left /= 100) {
      int pair = 2 * (int) (left % 100);
      bytes[--at] = PAIRS[pair + 1];
      bytes[--at] = PAIRS[pair];
    }
    bytes[--at] = PAIRS[2 * (int) left + 1];
    if (left >= 10) {
      bytes[--at] = PAIRS[2 * (int) left];
    }
    return this;
  }

  private static int digits(long value) {
    // 1233 / 4096 is about log10(2)
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int atMost = 1 + ((1233 * bits) >>> 12);
    return atMost > 1 && value < POWERS[atMost - 1] ? atMost - 1 : atMost;
  }

  /**
   * Writes a number in its shortest decimal form if it has at most four places and is in [0.001,
   * 1].
   */
  JsonBytes number(double value) {
    int scaled = (int) (value * PLACES + 0.5);
    if (value > 1 || scaled < 10 || scaled / PLACES != value) {
      return raw(ascii(Double.toString(value)));
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
      bytes[size++] = HEX[value >>> shift & 0xf];
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
