package dev.crawlsieve.core.input;

import java.io.FilterInputStream;
import java.io.InputStream;

/**
 * Never reports 0 bytes available: {@code GZIPInputStream} takes that for the end, and would drop
 * all members but the first.
 */
final class MemberStream extends FilterInputStream {

  MemberStream(InputStream in) {
    super(in);
  }

  @Override
  public int available() {
    return 1;
  }
}
