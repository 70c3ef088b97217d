package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.Arrays;

/** The pages that at least one setting keeps, in the order of the lane, and who keeps each. */
final class LeaderRows {

  /** Of a record with a URL of typical length, and the reference to it. */
  private static final long RECORD_BYTES = 420;

  private final int keptWords;
  private LeaderRecord[] records = new LeaderRecord[1024];
  private long[] kept;
  private int size;

  /** An empty store for this many settings. */
  LeaderRows(int settings) {
    keptWords = SettingSet.words(settings);
    kept = new long[records.length * keptWords];
  }

  /** Heap bytes of this many pages. */
  static long bytes(long pages, int settings) {
    return (RECORD_BYTES + 2L * Long.BYTES * SettingSet.words(settings)) * pages;
  }

  /** Adds a page and returns its row. */
  int add(LeaderRecord page, SettingSet keeping) {
    if (size == records.length) {
      records = Arrays.copyOf(records, 2 * size);
      kept = Arrays.copyOf(kept, 2 * kept.length);
    }
    for (int word = 0; word < keptWords; word++) {
      kept[size * keptWords + word] = keeping.word(word);
    }
    records[size] = page;
    return size++;
  }

  LeaderRecord get(int row) {
    return records[row];
  }

  /** One word of the set of settings that keep a page, see {@link SettingSet}. */
  long kept(int row, int word) {
    return kept[row * keptWords + word];
  }

  /** Number of pages. */
  int size() {
    return size;
  }
}
