package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.files.input.InputPage;
import org.jspecify.annotations.Nullable;

/**
 * A page of the input, with its position.
 *
 * @param page the page as it was read
 * @param at partition 0, and the number of the page in input order, from 0; null for a part that
 *     could not be read, which has no number
 * @param timestamp when it was read, milliseconds since 1970-01-01T00:00Z
 * @param reference whether it belongs to a corpus that is only compared with
 * @param input the input from which it was read, as the user named it; null for the pages of an
 *     earlier sieve
 */
record NumberedPage(
    InputPage page,
    @Nullable Coordinates at,
    long timestamp,
    boolean reference,
    @Nullable String input) {

  /** Bytes of key and value, and, if it is kept, of the record from which they were read. */
  long bytes() {
    long record = page.record() == null ? 0 : page.record().block().length;
    return page.value().length + (page.key() == null ? 0L : page.key().length) + record;
  }
}
