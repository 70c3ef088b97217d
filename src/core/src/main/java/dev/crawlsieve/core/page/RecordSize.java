package dev.crawlsieve.core.page;

import org.jspecify.annotations.Nullable;

/**
 * The size of a record.
 *
 * @param key bytes of its key
 * @param value bytes of its value
 * @param headers number of its headers
 * @param headerBytes total bytes of their names and values
 */
public record RecordSize(long key, long value, int headers, long headerBytes) {

  /** The size of a record without headers. */
  public static RecordSize of(byte @Nullable [] key, byte @Nullable [] value) {
    return of(key, value, PageHeaders.NONE);
  }

  /** The size of a record with headers. */
  public static RecordSize of(byte @Nullable [] key, byte @Nullable [] value, PageHeaders headers) {
    return new RecordSize(length(key), length(value), headers.count(), headers.bytes());
  }

  /** Bytes of the key and headers together. */
  public long besideValue() {
    return key + headerBytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
