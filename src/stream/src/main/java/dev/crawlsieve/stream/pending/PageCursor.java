package dev.crawlsieve.stream.pending;

import org.apache.kafka.streams.processor.api.Record;

/** Re-reads the pages of one partition in offset order. Not thread-safe. */
public interface PageCursor extends AutoCloseable {

  /** Opens a cursor on a partition of the pages topic. */
  @FunctionalInterface
  interface Factory {
    PageCursor open(int partition);
  }

  /**
   * The page at an offset.
   *
   * @param offset at or after that of the previous call; otherwise the cursor has to seek back
   * @throws PageGoneException if there is no longer a record at this offset
   */
  Record<byte[], byte[]> read(long offset) throws PageGoneException;

  @Override
  void close();
}
