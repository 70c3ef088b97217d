package dev.crawlsieve.sites.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of an observation, version 1, big-endian:
 *
 * <pre>
 *  0 u8 format version (1)   1 i32 content partition   5 i64 content offset
 * 13 i32 length + URL, UTF-8, then the same for the original; -1 for none
 * </pre>
 */
public final class ObservationCodec {

  private static final byte VERSION = 1;
  private static final int FIXED_BYTES = 1 + 4 + 8 + 4 + 4;

  private ObservationCodec() {}

  /** Encodes an observation. */
  public static byte[] encode(Observation observation) {
    byte[] url = observation.url().getBytes(UTF_8);
    byte[] original =
        observation.original() == null ? null : observation.original().getBytes(UTF_8);
    int originalBytes = original == null ? 0 : original.length;
    ByteBuffer stored = ByteBuffer.allocate(FIXED_BYTES + url.length + originalBytes);
    stored.put(VERSION);
    stored.putInt(observation.content().partition()).putLong(observation.content().offset());
    stored.putInt(url.length).put(url);
    stored.putInt(original == null ? -1 : originalBytes);
    if (original != null) {
      stored.put(original);
    }
    return stored.array();
  }

  /**
   * Decodes an observation.
   *
   * @throws UnreadableRecordException if it is null, of another version, or incomplete
   */
  public static Observation decode(byte @Nullable [] stored) throws UnreadableRecordException {
    if (stored == null || stored.length < FIXED_BYTES || stored[0] != VERSION) {
      throw new UnreadableRecordException(
          stored == null || stored.length < FIXED_BYTES
              ? "a truncated observation"
              : "an observation of version " + stored[0] + ", this is " + VERSION);
    }
    ByteBuffer in = ByteBuffer.wrap(stored, 1, stored.length - 1);
    Coordinates content = new Coordinates(in.getInt(), in.getLong());
    String url = text(in);
    String original = text(in);
    if (url == null || in.hasRemaining()) {
      throw new UnreadableRecordException("an observation without a URL, or with trailing bytes");
    }
    ensureUrl(url);
    if (original != null) {
      ensureUrl(original);
    }
    return new Observation(url, content, original);
  }

  /** A length-prefixed text, or null if the length is -1. */
  private static @Nullable String text(ByteBuffer in) throws UnreadableRecordException {
    int length = in.remaining() < 4 ? Integer.MIN_VALUE : in.getInt();
    if (length == -1) {
      return null;
    }
    if (length < 0 || length > in.remaining()) {
      throw new UnreadableRecordException("a truncated observation");
    }
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, UTF_8);
  }

  private static void ensureUrl(String url) throws UnreadableRecordException {
    try {
      SiteUrl.of(url);
    } catch (IllegalArgumentException e) {
      throw new UnreadableRecordException("an observation: " + e.getMessage());
    }
  }
}
