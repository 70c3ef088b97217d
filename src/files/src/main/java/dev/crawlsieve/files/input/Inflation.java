package dev.crawlsieve.files.input;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Counts the output of a compressed input, through all its layers, and fails on a decompression
 * bomb.
 */
final class Inflation implements CountingStream.Count {

  /**
   * Output in bytes that any input may produce, however small it is, without counting as a bomb.
   */
  private static final long SURE_BYTES = 64L << 20;

  private final LongSupplier stored;
  private final int most;
  private long grown;

  /**
   * @param stored supplies the number of compressed bytes read so far
   */
  Inflation(LongSupplier stored, Limits limits) {
    this.stored = stored;
    this.most = limits.maxInflation();
  }

  /**
   * Adds to the output.
   *
   * @throws IOException if the input has grown too large
   */
  @Override
  public void add(long bytes) throws IOException {
    grown += bytes;
    if (exceeded()) {
      throw new IOException(
          "%s bytes decompress to more than %s times their size: decompress it first, if it is no bomb"
              .formatted(stored.getAsLong(), most));
    }
  }

  /** Whether the input has grown too large so far. */
  boolean exceeded() {
    return grown > SURE_BYTES && grown / most > stored.getAsLong();
  }
}
