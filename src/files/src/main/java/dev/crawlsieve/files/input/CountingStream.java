package dev.crawlsieve.files.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read from a stream. */
final class CountingStream extends FilterInputStream {

  /** Adds bytes to a count. */
  @FunctionalInterface
  interface Count {
    void add(long bytes) throws IOException;
  }

  private final Count count;

  CountingStream(InputStream in, Count count) {
    super(in);
    this.count = count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count.add(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = super.read(target, from, length);
    count.add(Math.max(n, 0));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    count.add(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
