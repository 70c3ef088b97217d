package dev.crawlsieve.core.page;

import dev.crawlsieve.core.config.PageSettings;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a record that can be forwarded: topics and producers have room for it and for the
 * headers that are added.
 */
public record RecordLimits(PageSettings pages) {

  /** Why a page cannot be forwarded, in human-readable form; null if it can. */
  public @Nullable String excess(RecordSize size) {
    if (size.value() > pages.maxBytes()) {
      return "the value is %s bytes long, must be at most %s (page.max.bytes)"
          .formatted(size.value(), pages.maxBytes());
    }
    if (size.headers() > PageSettings.MAX_HEADERS) {
      return "the record has "
          + size.headers()
          + " headers, must be at most "
          + PageSettings.MAX_HEADERS;
    }
    if (size.besideValue() > PageSettings.MAX_BESIDE_VALUE_BYTES) {
      return "key and headers are %s and %s bytes long, together they must be at most %s"
          .formatted(size.key(), size.headerBytes(), PageSettings.MAX_BESIDE_VALUE_BYTES);
    }
    return null;
  }

  /** Whether a dead letter has room for the key. */
  public boolean fitsKey(RecordSize size) {
    return size.key() <= PageSettings.MAX_BESIDE_VALUE_BYTES;
  }

  /** Whether a dead letter has room for the headers in addition to the key, if the key fits. */
  public boolean fitHeaders(RecordSize size) {
    return size.headers() <= PageSettings.MAX_HEADERS
        && (fitsKey(size) ? size.besideValue() : size.headerBytes())
            <= PageSettings.MAX_BESIDE_VALUE_BYTES;
  }

  /** Whether a dead letter has room for the value in addition to the key and headers that fit. */
  public boolean fitsValue(RecordSize size) {
    long beside = (fitsKey(size) ? size.key() : 0) + (fitHeaders(size) ? size.headerBytes() : 0);
    return size.value() + beside <= pages.maxRecordBytes();
  }
}
