package dev.crawlsieve.core.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes it returns as decompressed output. */
final class InflationGuard extends FilterInputStream {

  private final Inflation inflation;

  InflationGuard(InputStream in, Inflation inflation) {
    super(in);
    this.inflation = inflation;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    inflation.add(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = super.read(target, from, length);
    inflation.add(Math.max(0, n));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    inflation.add(skipped);
    return skipped;
  }
}
