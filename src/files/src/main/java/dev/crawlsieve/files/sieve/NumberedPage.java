package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.files.input.InputPage;
import org.jspecify.annotations.Nullable;

/**
 * A page of the input, with its position.
 *
 * @param page what was read
 * @param at partition 0, and the number of the page in input order, from 0; null for what could not
 *     be read, which has no number
 * @param timestamp when it was read, milliseconds since 1970-01-01T00:00Z
 * @param reference whether it was read from a corpus that pages are compared with
 * @param input what it was read from, as the user named it; null for the pages of an earlier sieve
 */
record NumberedPage(
    InputPage page,
    @Nullable Coordinates at,
    long timestamp,
    boolean reference,
    @Nullable String input) {

  /** Bytes of key and value, and of the record that they were read from if it is needed. */
  long bytes() {
    long record = page.record() == null ? 0 : page.record().block().length;
    return page.value().length + (page.key() == null ? 0L : page.key().length) + record;
  }
}
