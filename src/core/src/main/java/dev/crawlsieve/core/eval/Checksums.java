package dev.crawlsieve.core.eval;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** The classic tests for equality of two byte strings, weakest first. */
final class Checksums {

  private Checksums() {}

  /** The sum of the bytes, each 0 to 255; ignores their order. */
  static long sum(byte[] bytes) {
    long sum = 0;
    for (byte b : bytes) {
      sum += b & 0xff;
    }
    return sum;
  }

  /** The CRC-32 of ISO 3309, 0 to 2^32 − 1. */
  static long crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  /** The MD5 (RFC 1321) in 32 lower-case hex digits. */
  static String md5(byte[] bytes) {
    return digest("MD5", bytes);
  }

  /** The SHA-256 (FIPS 180-4) in 64 lower-case hex digits. */
  static String sha256(byte[] bytes) {
    return digest("SHA-256", bytes);
  }

  private static String digest(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
