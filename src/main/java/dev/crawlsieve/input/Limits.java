package dev.crawlsieve.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bounds on one page.
 *
 * @param maxBytes largest body or event that is taken, in bytes
 */
record Limits(int maxBytes) {

  /** How much of something too large is kept, to be looked at. */
  private static final int KEPT_BYTES = 64 * 1024;

  /** The beginning that is kept of a value that is no page. */
  static byte[] beginning(byte[] value) {
    return value.length <= KEPT_BYTES ? value : Arrays.copyOf(value, KEPT_BYTES);
  }

  /** Reads a body, and at most one byte more than is taken. */
  byte[] read(InputStream in) throws IOException {
    return in.readNBytes((int) Math.min(maxBytes + 1L, Integer.MAX_VALUE - 8));
  }

  boolean exceeds(long bytes) {
    return bytes > maxBytes;
  }

  /** The defect of something too large. */
  String tooLarge(String what) {
    return what + " is larger than " + maxBytes + " bytes (page.max.bytes)";
  }
}
