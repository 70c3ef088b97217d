package dev.crawlsieve.core.encoding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads streams that may be too long. */
public final class BoundedRead {

  private static final int CHUNK_BYTES = 16 * 1024;

  /**
   * Number of consecutive reads that may return nothing; a decoder between two blocks needs one or
   * two.
   */
  private static final int IDLE_READS = 100;

  private BoundedRead() {}

  /**
   * Reads a stream to its end, but at most one byte more than the limit.
   *
   * @param maxBytes the limit, in bytes
   * @throws IOException if reading fails, or the stream keeps returning nothing without ending
   */
  public static byte[] read(InputStream in, int maxBytes) throws IOException {
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
}
