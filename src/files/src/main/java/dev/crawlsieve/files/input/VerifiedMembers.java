package dev.crawlsieve.files.input;

import dev.crawlsieve.core.encoding.GzipMembers;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The contents of gzip members, each returned only once its checksum was verified: until then, a
 * damaged member may read as other text. A member of more than {@value #HELD_BYTES} bytes is
 * returned as it is read, and what precedes the truncated end of a file is returned, too.
 */
final class VerifiedMembers extends InputStream {

  private static final int HELD_BYTES = 1 << 20;
  private static final int LEAST_BYTES = 64 * 1024;

  private final InputStream in;
  private final GzipMembers members;
  private byte[] held = new byte[LEAST_BYTES];
  private int at;
  private int verified; // index up to which bytes may be returned
  private int filled;
  private boolean ended;
  private @Nullable IOException failure;

  /**
   * @param in the contents
   * @param members the source of the contents
   */
  VerifiedMembers(InputStream in, GzipMembers members) {
    this.in = in;
    this.members = members;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    while (at == verified && failure == null && !ended) {
      hold();
    }
    if (at < verified) {
      int n = Math.min(length, verified - at);
      System.arraycopy(held, at, target, from, n);
      at += n;
      return n;
    }
    IOException once = failure;
    failure = null;
    if (once != null) {
      throw once;
    }
    return -1;
  }

  private void hold() {
    if (at > 0) {
      System.arraycopy(held, at, held, 0, filled - at);
      filled -= at;
      at = 0;
      verified = 0;
    } else if (filled == HELD_BYTES) {
      verified = filled;
      return;
    } else if (filled == held.length) {
      held = Arrays.copyOf(held, 2 * held.length);
    }
    long member = members.memberAt();
    try {
      int n = in.read(held, filled, held.length - filled);
      ended = n < 0;
      verified = ended || members.memberAt() != member ? filled : 0;
      filled += Math.max(0, n);
    } catch (GzipMembers.DamagedException e) {
      filled -= e.truncated() ? 0 : (int) Math.min(filled, e.given());
      verified = filled;
      failure = e;
    } catch (IOException e) {
      verified = filled;
      failure = e;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
