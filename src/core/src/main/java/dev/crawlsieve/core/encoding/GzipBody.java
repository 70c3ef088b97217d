package dev.crawlsieve.core.encoding;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses bodies that may be gzip; some writers leave an empty line before it. */
public final class GzipBody {

  private static final int MOST_NEWLINES = 4;

  private GzipBody() {}

  /** Whether a body begins with gzip's magic number. No text begins with it. */
  public static boolean is(byte[] body) {
    int at = start(body);
    return body.length > at + 1 && body[at] == 0x1f && body[at + 1] == (byte) 0x8b;
  }

  /**
   * Decompresses a body.
   *
   * @param maxBytes largest content accepted, in bytes
   * @return the content; if it is too large, its beginning, one byte longer than the limit
   * @throws IOException if it is truncated or malformed
   */
  public static byte[] undo(byte[] body, int maxBytes) throws IOException {
    try (InputStream members = open(body)) {
      return BoundedRead.read(members, maxBytes);
    }
  }

  /** Opens a body to decompress it. */
  public static InputStream open(byte[] body) {
    int at = start(body);
    return new GzipMembers(new ByteArrayInputStream(body, at, body.length - at), true);
  }

  private static int start(byte[] body) {
    int at = 0;
    while (at < body.length && at < MOST_NEWLINES && (body[at] == '\r' || body[at] == '\n')) {
      at++;
    }
    return at;
  }
}
