package dev.crawlsieve.core.index.store;

import java.util.ArrayList;
import java.util.List;

/** The stored records of consecutive leaders on the heap. */
final class LeaderPage {

  /** Of an array's header and the reference to it. */
  private static final int BYTES_BESIDE_RECORD = 16 + Integer.BYTES;

  private final long first;
  private final List<byte[]> records = new ArrayList<>();
  private long bytes;

  /**
   * An empty page.
   *
   * @param first ordinal of the first leader that will be added
   */
  LeaderPage(long first) {
    this.first = first;
  }

  /** Adds the record of the leader with the ordinal {@link #next}. */
  void add(byte[] stored) {
    records.add(stored);
    bytes += BYTES_BESIDE_RECORD + stored.length;
  }

  /** The record of a leader of this page. */
  byte[] get(long ordinal) {
    return records.get((int) (ordinal - first));
  }

  /** Ordinal of the first leader. */
  long first() {
    return first;
  }

  /** One more than the last ordinal. */
  long next() {
    return first + records.size();
  }

  /** Heap bytes. */
  long heapBytes() {
    return bytes;
  }
}
