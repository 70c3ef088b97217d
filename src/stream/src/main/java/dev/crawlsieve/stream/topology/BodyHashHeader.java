package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The header of a verdict with the hash of the body that was decided on: 16 hexadecimal digits. */
final class BodyHashHeader {

  static final String NAME = "crawlsieve.body";

  private static final int DIGITS = 16;

  private BodyHashHeader() {}

  static Headers of(long bodyHash) {
    return new RecordHeaders().add(NAME, HexFormat.of().toHexDigits(bodyHash).getBytes(US_ASCII));
  }

  /** The hash; empty if there is none or it cannot be read, as in verdicts of earlier versions. */
  static OptionalLong read(Headers headers) {
    Header header = headers.lastHeader(NAME);
    if (header == null || header.value() == null || header.value().length != DIGITS) {
      return OptionalLong.empty();
    }
    try {
      String digits = new String(header.value(), US_ASCII);
      return OptionalLong.of(HexFormat.fromHexDigitsToLong(digits));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }
}
