package dev.crawlsieve.stream.pending;

import org.apache.kafka.streams.processor.api.Record;

/** Reads pages of one partition again, in the order of offsets. Not thread-safe. */
public interface PageCursor extends AutoCloseable {

  /** Opens a cursor on a partition of the pages topic. */
  @FunctionalInterface
  interface Factory {
    PageCursor open(int partition);
  }

  /**
   * The page at an offset.
   *
   * @param offset best at or after that of the previous call; if it is before, the cursor has to
   *     seek back
   * @throws PageGoneException if there is no longer a record at this offset
   */
  Record<byte[], byte[]> read(long offset) throws PageGoneException;

  @Override
  void close();
}
