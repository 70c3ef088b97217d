package dev.crawlsieve.stream.pending;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;

/** A pages topic with one partition in memory, for cursors to read. */
public final class FakeCursors implements PageCursor.Factory {

  private final List<Record<byte[], byte[]>> topic = new ArrayList<>();
  private int reads;
  private int retainedFrom;

  public void add(Record<byte[], byte[]> record) {
    topic.add(record);
  }

  /** Makes the topic again with other pages. */
  public void replace(List<Record<byte[], byte[]>> others) {
    topic.clear();
    topic.addAll(others);
  }

  public List<Record<byte[], byte[]>> records() {
    return List.copyOf(topic);
  }

  /** Removes pages before this offset. */
  public void retainFrom(int offset) {
    retainedFrom = offset;
  }

  public int reads() {
    return reads;
  }

  @Override
  public PageCursor open(int partition) {
    return new PageCursor() {
      @Override
      public Record<byte[], byte[]> read(long offset) throws PageGoneException {
        reads++;
        if (offset < retainedFrom) {
          throw new PageGoneException("the body at offset " + offset + " is gone");
        }
        return topic.get((int) offset);
      }

      @Override
      public void close() {}
    };
  }
}
