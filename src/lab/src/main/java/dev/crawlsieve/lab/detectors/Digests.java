package dev.crawlsieve.lab.detectors;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * The classic tests for equality of two byte strings, weakest first: what the exact detectors
 * compare, so that the bytes themselves need not be kept.
 *
 * @param sum sum of the bytes, each 0 to 255; ignores their order
 * @param crc32 CRC-32 of ISO 3309, 0 to 2^32 − 1
 * @param md5 MD5 (RFC 1321) in 32 lower-case hex digits
 * @param sha256 SHA-256 (FIPS 180-4) in 64 lower-case hex digits
 */
record Digests(long sum, long crc32, String md5, String sha256) {

  static Digests of(byte[] bytes) {
    long sum = 0;
    for (byte b : bytes) {
      sum += b & 0xff;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return new Digests(sum, crc.getValue(), digest("MD5", bytes), digest("SHA-256", bytes));
  }

  private static String digest(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
