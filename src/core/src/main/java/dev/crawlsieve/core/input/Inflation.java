package dev.crawlsieve.core.input;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Counts the output of a compressed input, through all its layers, and fails on a decompression
 * bomb.
 *
 * <p>Output of less than {@link Limits#SURE_BYTES} never counts as one.
 */
final class Inflation {

  private final LongSupplier stored;
  private final Limits limits;
  private long grown;

  /**
   * @param stored supplies the number of compressed bytes read so far
   */
  Inflation(LongSupplier stored, Limits limits) {
    this.stored = stored;
    this.limits = limits;
  }

  /**
   * Adds to the output.
   *
   * @throws IOException if the input has grown too large
   */
  void add(long bytes) throws IOException {
    grown += bytes;
    limits.ensureNoBomb(stored.getAsLong(), grown);
  }
}
