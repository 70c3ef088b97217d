package dev.crawlsieve.files.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Exposes the first bytes of a stream before they are read, and returns everything that the stream
 * delivers before it fails. {@code BufferedInputStream} does not work here: if a compressed file is
 * truncated, it loses the bytes already obtained in the same read.
 */
final class PeekStream extends FilterInputStream {

  private final byte[] first;
  private @Nullable IOException failure;
  private int at;

  /**
   * Peeks at a stream. If the stream fails this early, the failure is thrown once its bytes were
   * read.
   *
   * @param least number of bytes to wait for; up to 16 times as many are shown if they are
   *     available
   */
  PeekStream(InputStream in, int least) {
    super(in);
    byte[] peeked = new byte[16 * least];
    int filled = 0;
    IOException failed = null;
    try {
      for (int n = 0; n >= 0 && filled < least; filled += Math.max(0, n)) {
        n = in.read(peeked, filled, peeked.length - filled);
      }
    } catch (IOException e) {
      failed = e;
    }
    this.first = Arrays.copyOf(peeked, filled);
    this.failure = failed;
  }

  /** The first bytes; fewer than {@code least} only if the stream is shorter. */
  byte[] first() {
    return first;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (at < first.length) {
      int n = Math.min(length, first.length - at);
      System.arraycopy(first, at, target, from, n);
      at += n;
      return n;
    }
    if (failure != null) {
      IOException once = failure;
      failure = null;
      throw once;
    }
    return super.read(target, from, length);
  }

  @Override
  public long skip(long n) throws IOException {
    byte[] passed = new byte[(int) Math.min(8192, Math.max(0, n))];
    return Math.max(0, read(passed, 0, passed.length));
  }

  /** Always 0, so no reader asks for more within one read and then loses what it has. */
  @Override
  public int available() {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
