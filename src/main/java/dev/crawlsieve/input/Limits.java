package dev.crawlsieve.input;

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
  private static final int KEPT_BYTES = 64 * 1024;

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
              + " bytes of it are more than "
              + maxInflation
              + " times as many when decompressed (input.max.inflation)");
    }
  }

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
