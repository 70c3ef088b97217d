package dev.crawlsieve.core.encoding;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses consecutive gzip members (RFC 1952) and can resume after a damaged one.
 *
 * <p>{@code GZIPInputStream} takes a damaged header after the first member for the end of the
 * input, does not report where a member begins, and recurses for each empty member. Here, a read
 * never crosses the boundary of a member, so all bytes of the last read came from the member at
 * {@link #memberAt}.
 */
public final class GzipMembers extends InputStream {

  /**
   * Number of bytes that are kept after they were read, to be searched again after damage: the
   * inflater of a truncated member runs on into the next member before it fails.
   */
  private static final int KEPT_BYTES = 64 * 1024;

  /**
   * Number of bytes that may be searched again, in addition to as many as were read; keeps the work
   * linear.
   */
  private static final long REREAD_BYTES = 1 << 20;

  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final String TRUNCATED = "the last gzip member is truncated";

  /**
   * A member is damaged, or the bytes in its place are not a member. {@link #resume} skips past it.
   */
  public static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final long given;

    private DamagedException(String message, long given) {
      super(message);
      this.given = given;
    }

    /** Omits the stack trace: noise may cause one such exception for every few bytes. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }

    /** Whether the file ends within the member, which may be sound so far. */
    public boolean truncated() {
      return TRUNCATED.equals(getMessage());
    }

    /** Number of decompressed bytes of the damaged member that were returned before the damage. */
    public long given() {
      return given;
    }
  }

  private final InputStream stored;
  private final boolean endsAtOther;
  private final byte[] buffer = new byte[2 * KEPT_BYTES];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private int at;
  private int filled;

  /** Offset of the buffer's beginning in the stored file, in bytes. */
  private long base;

  private boolean inside;
  private boolean memberEnded;
  private boolean damaged;
  private long memberAt;
  private long given;
  private long reread;

  public GzipMembers(InputStream stored) {
    this(stored, false);
  }

  /**
   * @param endsAtOther whether the input ends at bytes that do not begin a member, once there has
   *     been a member
   */
  public GzipMembers(InputStream stored, boolean endsAtOther) {
    this.stored = stored;
    this.endsAtOther = endsAtOther;
  }

  /** Offset in the stored file, in bytes, of the member that the last bytes came from. */
  public long memberAt() {
    return memberAt;
  }

  /** Number of stored bytes that were examined more than once. */
  public long reread() {
    return reread;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (damaged) {
      throw damage("the previous damage has not been skipped");
    }
    while (length > 0) {
      if (!inside && !begin()) {
        return -1;
      }
      int n = inflate(target, from, length);
      if (n > 0) {
        crc.update(target, from, n);
        given += n;
        return n;
      }
      if (inflater.finished()) {
        end();
      } else if (!more()) {
        throw damage(TRUNCATED);
      } else {
        inflater.setInput(buffer, at, filled - at);
        at = filled;
      }
    }
    return 0;
  }

  private int inflate(byte[] target, int from, int length) throws IOException {
    try {
      return inflater.inflate(target, from, length);
    } catch (DataFormatException e) {
      at -= inflater.getRemaining();
      throw damage("the gzip member cannot be inflated: " + e.getMessage());
    }
  }

  /** Reads the next member's header, if there is one. */
  private boolean begin() throws IOException {
    given = 0;
    // Zeros may pad the last block of a tape.
    do {
      if (!more()) {
        return false;
      }
    } while (buffer[at] == 0 && at++ >= 0);
    memberAt = base + at;
    if (!has(4) || !isMember()) {
      if (endsAtOther && memberEnded) {
        return false;
      }
      throw damage("no gzip member starts here");
    }
    int flags = buffer[at + 3];
    skip(10);
    if ((flags & EXTRA) != 0) {
      skip(next() | (next() << 8));
    }
    for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
      while (next() != 0) {
        // Skip to the terminating zero.
      }
    }
    skip((flags & HEADER_CRC) != 0 ? 2 : 0);
    inflater.reset();
    crc.reset();
    inside = true;
    return true;
  }

  /** Verifies a member's trailer. */
  private void end() throws IOException {
    at -= inflater.getRemaining();
    long sum = next() | (next() << 8) | (next() << 16) | ((long) next() << 24);
    long size = next() | (next() << 8) | (next() << 16) | ((long) next() << 24);
    if (sum != crc.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw damage("the gzip member's checksum does not match its content");
    }
    inside = false;
    memberEnded = true;
  }

  private int next() throws IOException {
    if (!more()) {
      throw damage(TRUNCATED);
    }
    return buffer[at++] & 0xff;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private DamagedException damage(String what) {
    damaged = true;
    return new DamagedException(what, given);
  }

  private boolean isMember() {
    return buffer[at] == 0x1f
        && buffer[at + 1] == (byte) 0x8b
        && buffer[at + 2] == 8
        && (buffer[at + 3] & 0xe0) == 0;
  }

  private boolean more() throws IOException {
    return has(1);
  }

  /** Whether at least this many bytes follow; if so, they are in the buffer. */
  private boolean has(int bytes) throws IOException {
    while (filled - at < bytes) {
      if (filled == buffer.length) {
        System.arraycopy(buffer, filled - KEPT_BYTES, buffer, 0, KEPT_BYTES);
        base += filled - KEPT_BYTES;
        at -= filled - KEPT_BYTES;
        filled = KEPT_BYTES;
      }
      int n = stored.read(buffer, filled, buffer.length - filled);
      if (n < 0) {
        return false;
      }
      filled += n;
    }
    return true;
  }

  /**
   * Skips to the next member after a damaged one.
   *
   * @return whether there is one
   */
  public boolean resume() throws IOException {
    long from = Math.max(memberAt + 1, base);
    long back = base + at - from;
    if (back > 0 && reread + back <= REREAD_BYTES + base) {
      reread += back;
      at = (int) (from - base);
    }
    inside = false;
    damaged = false;
    while (has(4)) {
      if (isMember()) {
        return true;
      }
      at++;
    }
    at = filled;
    return false;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    stored.close();
  }
}
