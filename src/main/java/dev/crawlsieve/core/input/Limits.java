package dev.crawlsieve.core.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bounds on one page, and on what comes out of a compressed input.
 *
 * @param maxBytes largest body or event that is taken, in bytes
 * @param maxInflation how many times its size a compressed input may grow to, past {@link
 *     #SURE_BYTES}
 */
record Limits(int maxBytes, int maxInflation) {

  /** So much may come out of any input, however small. */
  static final long SURE_BYTES = 64L << 20;

  /** Times its size that a compressed input may grow to where nobody says otherwise. */
  static final int USUAL_INFLATION = 250;

  /** How much of something too large is kept, to be looked at. */
  static final int KEPT_BYTES = 64 * 1024;

  private static final int CHUNK_BYTES = 16 * 1024;

  /** Reads in a row that may give nothing; a decoder between two blocks needs one or two. */
  private static final int IDLE_READS = 100;

  Limits(int maxBytes) {
    this(maxBytes, USUAL_INFLATION);
  }

  /**
   * Breaks off at a decompression bomb.
   *
   * @param stored bytes that went into the decompression
   * @param grown bytes that came out of it
   */
  void ensureNoBomb(long stored, long grown) throws IOException {
    if (grown > SURE_BYTES && grown / maxInflation > stored) {
      throw new IOException(
          stored
              + " bytes of it grow to more than "
              + maxInflation
              + " times their size when decompressed (input.max.inflation)");
    }
  }

  /** The beginning that is kept of a value that is no page. */
  static byte[] beginning(byte[] value) {
    return value.length <= KEPT_BYTES ? value : Arrays.copyOf(value, KEPT_BYTES);
  }

  /**
   * Reads a body, and at most one byte more than is taken.
   *
   * @throws IOException if the stream gives nothing, again and again, without an end
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

  /** The defect of something too large. */
  String tooLarge(String what) {
    return what + " is larger than " + maxBytes + " bytes (page.max.bytes)";
  }
}
