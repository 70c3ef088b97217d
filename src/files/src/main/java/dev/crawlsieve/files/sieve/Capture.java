package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What identifies a record of a web archive. No value contains a line break.
 *
 * @param target {@code WARC-Target-URI}
 * @param id {@code WARC-Record-ID}, in angle brackets
 * @param date {@code WARC-Date}
 * @param digest {@code WARC-Payload-Digest}, or the empty string if it is unknown
 * @param stored digest of the payload as it is stored, by {@link WarcValues#digest}; the record
 *     need not state it
 */
record Capture(String target, String id, String date, String digest, String stored) {

  /** Whether both payloads have the same bytes. */
  boolean sameBytes(Capture other) {
    return stored.equals(other.stored) || WarcValues.sameDigest(digest, other.digest);
  }

  byte[] encode() {
    return String.join("\n", target, id, date, digest, stored).getBytes(UTF_8);
  }

  static Capture decode(byte[] stored) {
    String[] values = new String(stored, UTF_8).split("\n", -1);
    return new Capture(values[0], values[1], values[2], values[3], values[4]);
  }
}
