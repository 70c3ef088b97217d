package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What identifies a record of a web archive. No value contains a line break.
 *
 * @param target {@code WARC-Target-URI}
 * @param id {@code WARC-Record-ID}, in angle brackets
 * @param date {@code WARC-Date}
 * @param digest {@code WARC-Payload-Digest}, or the empty string if it is unknown
 */
record Capture(String target, String id, String date, String digest) {

  byte[] encode() {
    return String.join("\n", target, id, date, digest).getBytes(UTF_8);
  }

  static Capture decode(byte[] stored) {
    String[] values = new String(stored, UTF_8).split("\n", -1);
    return new Capture(values[0], values[1], values[2], values[3]);
  }
}
