package dev.crawlsieve.stream.topology;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.api.Record;
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
  public static RecordSize of(byte @Nullable [] key, byte[] value) {
    return new RecordSize(length(key), length(value), 0, 0);
  }

  static RecordSize of(Record<byte[], byte[]> record) {
    return of(record.key(), record.value(), record.headers());
  }

  /** The size of a record with headers. */
  public static RecordSize of(byte @Nullable [] key, byte[] value, Iterable<Header> headers) {
    int count = 0;
    long bytes = 0;
    for (Header header : headers) {
      count++;
      bytes += Utils.utf8Length(header.key()) + length(header.value());
    }
    return new RecordSize(length(key), length(value), count, bytes);
  }

  /** Bytes of the key and headers together. */
  public long besideValue() {
    return key + headerBytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
