package dev.crawlsieve.core.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Counts the bytes read from a file. */
final class CountingStream extends FilterInputStream {

  private final LongConsumer count;

  CountingStream(InputStream in, LongConsumer count) {
    super(in);
    this.count = count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count.accept(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = super.read(target, from, length);
    count.accept(Math.max(n, 0));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    count.accept(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
