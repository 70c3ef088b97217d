package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.Arrays;
import java.util.BitSet;

/** The pages that at least one setting keeps, in the order of the lane, and who keeps each. */
final class LeaderRows {

  /** Of a record with a URL of typical length, and the reference to it. */
  private static final long RECORD_BYTES = 420;

  private final int words;
  private LeaderRecord[] records = new LeaderRecord[1024];
  private long[] kept;
  private int size;

  /** An empty store for this many settings. */
  LeaderRows(int settings) {
    words = words(settings);
    kept = new long[records.length * words];
  }

  private static int words(int settings) {
    return (settings + 63) >>> 6;
  }

  /** Heap bytes of this many pages. */
  static long bytes(long pages, int settings) {
    return (RECORD_BYTES + 2L * Long.BYTES * words(settings)) * pages;
  }

  /** Adds a page and returns its row. */
  int add(LeaderRecord page, BitSet keeping) {
    if (size == records.length) {
      records = Arrays.copyOf(records, 2 * size);
      kept = Arrays.copyOf(kept, 2 * kept.length);
    }
    for (int setting = keeping.nextSetBit(0); setting >= 0; ) {
      kept[size * words + (setting >>> 6)] |= 1L << setting;
      setting = keeping.nextSetBit(setting + 1);
    }
    records[size] = page;
    return size++;
  }

  LeaderRecord get(int row) {
    return records[row];
  }

  /** The settings that keep a page, from 64 × {@code word} on, lowest bit first. */
  long kept(int row, int word) {
    return kept[row * words + word];
  }

  /** Number of words of a set of settings. */
  int words() {
    return words;
  }

  /** Number of pages. */
  int size() {
    return size;
  }
}
