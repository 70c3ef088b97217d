package dev.crawlsieve.sites.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of out-links, version 2, big-endian. They share a topic with observations, see
 * {@link ObservationCodec}.
 *
 * <pre>
 *  0 u8 format version (2)   1 i32 number of links
 *  5 for each link: i32 length + URL, UTF-8
 * </pre>
 */
public final class OutLinksCodec {

  private static final byte VERSION = 2;
  private static final int FIXED_BYTES = 1 + 4;

  private OutLinksCodec() {}

  /** Whether a record contains out-links rather than an observation. */
  public static boolean reads(byte @Nullable [] stored) {
    return stored != null && stored.length > 0 && stored[0] == VERSION;
  }

  /** Encodes out-links. */
  public static byte[] encode(List<String> links) {
    List<byte[]> targets = links.stream().map(url -> url.getBytes(UTF_8)).toList();
    int size = targets.stream().mapToInt(url -> 4 + url.length).sum();
    ByteBuffer stored = ByteBuffer.allocate(FIXED_BYTES + size);
    stored.put(VERSION).putInt(targets.size());
    targets.forEach(url -> Fields.put(stored, url));
    return stored.array();
  }

  /**
   * Decodes out-links.
   *
   * @throws UnreadableRecordException if it is null, of another version, or incomplete
   */
  public static List<String> decode(byte @Nullable [] stored) throws UnreadableRecordException {
    if (stored == null || !reads(stored) || stored.length < FIXED_BYTES) {
      throw new UnreadableRecordException("out-links that are truncated or of another version");
    }
    ByteBuffer in = ByteBuffer.wrap(stored, 1, stored.length - 1);
    List<String> targets = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      String url = ObservationCodec.text(in);
      if (url == null) {
        throw new UnreadableRecordException("an out-link without a URL");
      }
      ObservationCodec.ensureUrl(url);
      targets.add(url);
    }
    if (in.hasRemaining()) {
      throw new UnreadableRecordException("out-links with trailing bytes");
    }
    return targets;
  }
}
