package dev.crawlsieve.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * Breaks off where a small input grows too large as it is decompressed: a bomb.
 *
 * <p>What has grown to less than {@link Limits#SURE_BYTES} is never one.
 */
final class InflationGuard extends FilterInputStream {

  private final LongSupplier stored;
  private final Limits limits;
  private long grown;

  /**
   * @param in what comes out of the compression
   * @param stored how many bytes went into it so far
   */
  InflationGuard(InputStream in, LongSupplier stored, Limits limits) {
    super(in);
    this.stored = stored;
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = super.read(target, from, length);
    count(Math.max(0, n));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    count(skipped);
    return skipped;
  }

  private void count(long bytes) throws IOException {
    grown += bytes;
    limits.ensureNoBomb(stored.getAsLong(), grown);
  }
}
