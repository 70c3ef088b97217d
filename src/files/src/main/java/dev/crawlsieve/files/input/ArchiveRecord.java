package dev.crawlsieve.files.input;

import dev.crawlsieve.core.page.Page;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * A record of a web archive, or a stretch of the archive that is not a record.
 *
 * @param place where it begins, in words
 * @param offset where it begins in the stored archive, in bytes; -1 if unknown, or if the archive
 *     is compressed and it does not begin with a gzip member
 * @param headers its header, or null if it cannot be parsed
 * @param head the header's bytes, with the empty line that ends it; null if the record is damaged,
 *     too large or ARC
 * @param block what follows the header; only its beginning if the record is damaged or too large
 * @param tooLarge whether the block exceeds the limit
 * @param damage why it is not a trustworthy record; null if it is
 * @param oddity what is wrong with a record that was read nevertheless; null if nothing is
 */
record ArchiveRecord(
    String place,
    long offset,
    @Nullable MessageHeaders headers,
    byte @Nullable [] head,
    byte[] block,
    boolean tooLarge,
    @Nullable String damage,
    @Nullable String oddity) {

  /** A header's value, or the empty string. */
  String header(String name) {
    return headers == null ? "" : headers.first(name).orElse("").strip();
  }

  /** Whether anything follows the HTTP header of the message in it. */
  boolean hasBody() {
    return ArchivedResponse.bodyAt(block) < block.length;
  }

  /** Why the writer cut the block, or why it ends early; empty if it is whole. */
  String truncated() {
    return header(Page.TRUNCATED_HEADER);
  }

  /** The record as stored; must be called only for a whole record. */
  StoredRecord stored() {
    return new StoredRecord(head, Objects.requireNonNull(headers).map(), block, null);
  }
}
