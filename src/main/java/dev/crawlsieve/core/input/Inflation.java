package dev.crawlsieve.core.input;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Counts what comes out of a compressed input, through all its layers, and breaks off at a bomb.
 *
 * <p>What has grown to less than {@link Limits#SURE_BYTES} is never one.
 */
final class Inflation {

  private final LongSupplier stored;
  private final Limits limits;
  private long grown;

  /**
   * @param stored how many bytes went into the decompression so far
   */
  Inflation(LongSupplier stored, Limits limits) {
    this.stored = stored;
    this.limits = limits;
  }

  /**
   * Counts.
   *
   * @throws IOException if the input has grown too large
   */
  void add(long bytes) throws IOException {
    grown += bytes;
    limits.ensureNoBomb(stored.getAsLong(), grown);
  }
}
