package dev.crawlsieve.core.input;

import java.io.ByteArrayOutputStream;
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

  /** Default of {@code maxInflation}. */
  static final int USUAL_INFLATION = 250;

  /** Bytes kept of an oversized value, for inspection. */
  static final int KEPT_BYTES = 64 * 1024;

  private static final int CHUNK_BYTES = 16 * 1024;

  /** Consecutive reads that may return nothing; a decoder between two blocks needs one or two. */
  private static final int IDLE_READS = 100;

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
   * @throws IOException if the stream keeps returning nothing without ending
   */
  byte[] read(InputStream in) throws IOException {
    int most = (int) Math.min(maxBytes + 1L, Integer.MAX_VALUE - 8);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK_BYTES];
    int idle = 0;
    while (body.size() < most) {
      int n = in.read(chunk, 0, Math.min(chunk.length, most - body.size()));
      if (n < 0) {
        break;
      }
      idle = n == 0 ? idle + 1 : 0;
      if (idle == IDLE_READS) {
        throw new IOException("no end found after " + body.size() + " bytes, and nothing more");
      }
      body.write(chunk, 0, n);
    }
    return body.toByteArray();
  }

  boolean exceeds(long bytes) {
    return bytes > maxBytes;
  }

  /** The message for something too large. */
  String tooLarge(String what) {
    return what + " is larger than " + maxBytes + " bytes (page.max.bytes)";
  }
}
