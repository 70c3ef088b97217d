package dev.crawlsieve.core.eval;

/**
 * The checksums that the exact detectors compare, so that the bytes themselves need not be kept.
 *
 * @param sum sum of the bytes
 * @param crc32 CRC-32, 0 to 2^32 − 1
 * @param md5 32 hex digits
 * @param sha256 64 hex digits
 */
record Digests(long sum, long crc32, String md5, String sha256) {

  static Digests of(byte[] bytes) {
    return new Digests(
        Checksums.sum(bytes),
        Checksums.crc32(bytes),
        Checksums.md5(bytes),
        Checksums.sha256(bytes));
  }
}
