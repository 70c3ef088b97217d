package dev.crawlsieve.sites.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** The fields of a stored record, one after the other, following its format version. */
final class Fields {

  /** The format version; since version 2, keys hold the SHA-256 of names. */
  static final byte VERSION = 2;

  private Fields() {}

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static void put(ByteBuffer out, byte[] text) {
    out.putInt(text.length).put(text);
  }

  static String text(ByteBuffer in) {
    byte[] text = new byte[in.getInt()];
    in.get(text);
    return new String(text, UTF_8);
  }

  /** A buffer over a stored record, positioned after its version. */
  static ByteBuffer open(byte[] stored) {
    if (stored[0] != VERSION) {
      throw new IllegalStateException(
          ("the store of mirrors holds a record of version %s, but this is %s: start a"
                  + " new generation (another topic.prefix)")
              .formatted(stored[0], VERSION));
    }
    return ByteBuffer.wrap(stored, 1, stored.length - 1);
  }
}
