package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The header with the override that decides on a page, on the page's records from {@code
 * fingerprints} to the decider. The decider follows it alone, and no file, so a change of the file
 * counts from a position in the log.
 */
public final class OverrideHeader {

  /** The header's name; its value is {@link OverrideRule#toBytes}. */
  public static final String NAME = RoutedPage.OVERRIDE;

  private OverrideHeader() {}

  /** Adds the override that decides on a page, if there is one. */
  static Headers add(@Nullable OverrideRule rule, Headers to) {
    return rule == null ? to : to.add(NAME, rule.toBytes());
  }

  /** Adds what another record of the same page has. */
  public static Headers carry(Headers from, Headers to) {
    Header header = from.lastHeader(NAME);
    return header == null ? to : to.add(header);
  }

  /** The override in a record's headers, in its stored form; null if there is none. */
  public static byte @Nullable [] stored(Headers headers) {
    Header header = headers.lastHeader(NAME);
    return header == null ? null : header.value();
  }

  /**
   * The override that was stored.
   *
   * @param stored null if there is none
   * @throws UnreadableFingerprintException if it cannot be read
   */
  public static @Nullable OverrideRule read(byte @Nullable [] stored)
      throws UnreadableFingerprintException {
    try {
      return OverrideRule.fromBytes(stored);
    } catch (IllegalArgumentException e) {
      throw new UnreadableFingerprintException("a fingerprint with an unreadable override", e);
    }
  }
}
