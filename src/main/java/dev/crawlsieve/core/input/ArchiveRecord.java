package dev.crawlsieve.core.input;

import org.netpreserve.jwarc.MessageHeaders;

/**
 * A record of a web archive, or a stretch of it that is none.
 *
 * @param place where it begins, in words
 * @param headers its header, or null if it cannot be read
 * @param block what follows the header; its beginning if the record is damaged or too large
 * @param tooLarge whether the block is larger than what is taken
 * @param damage why it is no record that can be trusted, or null
 */
record ArchiveRecord(
    String place, MessageHeaders headers, byte[] block, boolean tooLarge, String damage) {

  /** A header's value, or the empty string. */
  String header(String name) {
    return headers == null ? "" : headers.first(name).orElse("").strip();
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
