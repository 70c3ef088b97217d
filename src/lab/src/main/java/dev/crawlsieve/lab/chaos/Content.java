package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.text.Sha256;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A record's content, as the first 64 bits of SHA-256 of its key and of its value.
 *
 * @param key 0 if there is none
 * @param value 0 if there is none
 */
record Content(long key, long value) {

  private static final int HEX_DIGITS = 16;
  private static final int HEX = 16;

  /** The content of a record; key and value may be null. */
  static Content of(byte @Nullable [] key, byte @Nullable [] value) {
    return new Content(hash(key), hash(value));
  }

  private static long hash(byte @Nullable [] part) {
    if (part == null) {
      return 0;
    }
    return ByteBuffer.wrap(Sha256.digest().digest(part)).getLong();
  }

  /**
   * The same number from a hash in hexadecimal.
   *
   * @param digits of SHA-256; empty if there is no hash
   */
  static long ofHex(String digits) {
    return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits.substring(0, HEX_DIGITS), HEX);
  }
}
