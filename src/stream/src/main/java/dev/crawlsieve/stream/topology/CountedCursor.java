package dev.crawlsieve.stream.topology;

import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.PageCursor;
import dev.crawlsieve.stream.pending.PageGoneException;
import org.apache.kafka.streams.processor.api.Record;

/** A cursor whose reads are counted. */
record CountedCursor(PageCursor cursor, SieveMeters meters) implements PageCursor {

  static PageCursor.Factory over(PageCursor.Factory cursors, SieveMeters meters) {
    return partition -> new CountedCursor(cursors.open(partition), meters);
  }

  @Override
  public Record<byte[], byte[]> read(long offset) throws PageGoneException {
    Record<byte[], byte[]> page = cursor.read(offset);
    meters.readAgain();
    return page;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
