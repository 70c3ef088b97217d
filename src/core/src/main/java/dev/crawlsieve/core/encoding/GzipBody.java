package dev.crawlsieve.core.encoding;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A body that may be gzip; some writers leave an empty line before it. */
public final class GzipBody {

  private static final int MOST_NEWLINES = 4;

  private GzipBody() {}

  /** Whether a body begins with gzip's magic number, which no text begins with. */
  public static boolean is(byte[] body) {
    int at = start(body);
    return body.length > at + 1 && body[at] == 0x1f && body[at + 1] == (byte) 0x8b;
  }

  /**
   * Removes gzip from a body.
   *
   * @param maxBytes largest content accepted, in bytes
   * @return the content; longer than the limit by one byte if it is too large
   * @throws IOException if it is truncated or malformed
   */
  public static byte[] undo(byte[] body, int maxBytes) throws IOException {
    int at = start(body);
    try (GzipMembers members =
        new GzipMembers(new ByteArrayInputStream(body, at, body.length - at), true)) {
      return BoundedRead.read(members, maxBytes);
    }
  }

  private static int start(byte[] body) {
    int at = 0;
    while (at < body.length && at < MOST_NEWLINES && (body[at] == '\r' || body[at] == '\n')) {
      at++;
    }
    return at;
  }
}
