package dev.crawlsieve.core.fingerprint;

import java.util.HexFormat;

/**
 * The first 128 bits of a SHA-256.
 *
 * @param high bits 0 to 63 of the digest, big-endian
 * @param low bits 64 to 127 of the digest, big-endian
 */
public record ContentHash(long high, long low) {

  /** 32 lower-case hex digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
