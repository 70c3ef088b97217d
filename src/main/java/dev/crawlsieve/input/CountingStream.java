package dev.crawlsieve.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a file as they are read from it. */
final class CountingStream extends FilterInputStream {

  private final Progress progress;

  CountingStream(InputStream in, Progress progress) {
    super(in);
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    progress.read(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int n = super.read(target, from, length);
    progress.read(Math.max(n, 0));
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    progress.read(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
