package dev.crawlsieve.files.input;

import dev.crawlsieve.core.encoding.BoundedRead;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Limits on the size of one page, and on the output of a compressed input.
 *
 * @param maxBytes largest body or event accepted, in bytes
 * @param maxInflation largest ratio of a compressed input's output to its size: see {@link
 *     Inflation}
 */
record Limits(int maxBytes, int maxInflation) {

  /** Default of {@code maxInflation}: text and markup shrink to a tenth, rarely to a hundredth. */
  static final int USUAL_INFLATION = 250;

  /** Bytes kept of an oversized value, for inspection. */
  static final int KEPT_BYTES = 64 * 1024;

  Limits(int maxBytes) {
    this(maxBytes, USUAL_INFLATION);
  }

  /** The beginning of an invalid value, kept for inspection. */
  static byte[] beginning(byte[] value) {
    return value.length <= KEPT_BYTES ? value : Arrays.copyOf(value, KEPT_BYTES);
  }

  /**
   * Reads a body, and at most one byte more than the limit.
   *
   * @throws IOException if the stream keeps returning no bytes without ending
   */
  byte[] read(InputStream in) throws IOException {
    return BoundedRead.read(in, maxBytes);
  }

  boolean exceeds(long bytes) {
    return bytes > maxBytes;
  }

  /** The message for something that is too large. */
  String tooLarge(String what) {
    return what + " is larger than " + maxBytes + " bytes (page.max.bytes)";
  }
}
