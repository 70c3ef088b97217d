package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.name.Identity;

/**
 * The pages that at least one setting keeps, each as a row of longs that holds everything a
 * detector needs, and the settings that keep it.
 */
final class LeaderRows {

  // What a first comparison needs is in the first 64 bytes.
  private static final int SIMHASH = 0;
  private static final int SCOPE_HIGH = 1;
  private static final int SCOPE_LOW = 2;
  private static final int CONTENT_HIGH = 3;
  private static final int CONTENT_LOW = 4;
  private static final int URL = 5;
  private static final int PARTITION_AND_FLAGS = 6;
  private static final int OFFSET = 7;
  private static final int LANE_OFFSET = 8;
  private static final int TIMESTAMP = 9;
  private static final int SHINGLES = 10;
  private static final int KEPT = 11;

  /** Bytes of a name and what tells where it is; longer ones are rare. */
  private static final long NAME_BYTES = 64;

  private static final long HAS_SKETCH = 1;
  private static final long NEAR_ELIGIBLE = 2;
  private static final int PARTITION_SHIFT = 8;

  private final RowPages rows;
  private final ByteArena names = new ByteArena(); // by row
  private final int keptWords;
  private final int sketch;

  /** An empty store for this many settings. */
  LeaderRows(int settings) {
    keptWords = SettingSet.words(settings);
    sketch = KEPT + keptWords;
    rows = new RowPages(width(settings));
  }

  private static int width(int settings) {
    return KEPT + SettingSet.words(settings) + EqualMinHashes.WORDS;
  }

  /** Heap bytes of this many pages. */
  static long bytes(long pages, int settings) {
    return RowPages.bytes(pages, width(settings)) + NAME_BYTES * pages;
  }

  /** Adds a page and returns its row. */
  int add(LeaderRecord page, Coordinates source, SettingSet kept) {
    int row = rows.add();
    long[] at = rows.page(row);
    int start = rows.start(row);
    at[start + SIMHASH] = page.simhash();
    at[start + SCOPE_HIGH] = page.scopeHigh();
    at[start + SCOPE_LOW] = page.scopeLow();
    at[start + CONTENT_HIGH] = page.contentHigh();
    at[start + CONTENT_LOW] = page.contentLow();
    at[start + URL] = page.urlHash();
    at[start + LANE_OFFSET] = page.laneOffset();
    at[start + TIMESTAMP] = page.timestamp();
    at[start + SHINGLES] = page.shingles();
    at[start + OFFSET] = source.offset();
    at[start + PARTITION_AND_FLAGS] =
        (long) source.partition() << PARTITION_SHIFT
            | (page.hasSketch() ? HAS_SKETCH : 0)
            | (page.nearEligible() ? NEAR_ELIGIBLE : 0);
    for (int word = 0; word < keptWords; word++) {
      at[start + KEPT + word] = kept.word(word);
    }
    if (page.hasSketch()) {
      page.copySketch(at, start + sketch);
    }
    int unused = names.add(page.stored(), page.nameAt(), page.nameBytes());
    return row;
  }

  /** Number of pages. */
  int size() {
    return rows.size();
  }

  private long at(int row, int field) {
    return rows.page(row)[rows.start(row) + field];
  }

  /** One word of the set of settings that keep a page, see {@link SettingSet}. */
  long kept(int row, int word) {
    return at(row, KEPT + word);
  }

  long simhash(int row) {
    return at(row, SIMHASH);
  }

  /** Whether a page is in the scope whose key has these halves. */
  boolean sameScope(int row, long high, long low) {
    return at(row, SCOPE_HIGH) == high && at(row, SCOPE_LOW) == low;
  }

  long urlHash(int row) {
    return at(row, URL);
  }

  boolean sameContent(int row, LeaderRecord page) {
    return at(row, CONTENT_LOW) == page.contentLow() && at(row, CONTENT_HIGH) == page.contentHigh();
  }

  /** Number of shingles, replicas included. */
  int shingles(int row) {
    return (int) at(row, SHINGLES);
  }

  /** Whether a page names the same item as that of a row. */
  Identity identity(LeaderRecord page, int row) {
    return page.urlHash() == urlHash(row)
        ? Identity.SAME
        : Identity.of(page.stored(), page.nameAt(), names.page(row), names.start(row));
  }

  /** Whether a row holds the same page as a record, see {@link LeaderRecord#samePage}. */
  boolean samePage(int row, LeaderRecord page) {
    return sameContent(row, page)
        && at(row, TIMESTAMP) == page.timestamp()
        && urlHash(row) == page.urlHash()
        && source(row).equals(page.source());
  }

  /** Offset of the page's fingerprint in its lane. */
  long laneOffset(int row) {
    return at(row, LANE_OFFSET);
  }

  /** The page's position. */
  Coordinates source(int row) {
    return new Coordinates(
        (int) (at(row, PARTITION_AND_FLAGS) >>> PARTITION_SHIFT), at(row, OFFSET));
  }

  boolean nearEligible(int row) {
    return (at(row, PARTITION_AND_FLAGS) & NEAR_ELIGIBLE) != 0;
  }

  boolean hasSketch(int row) {
    return (at(row, PARTITION_AND_FLAGS) & HAS_SKETCH) != 0;
  }

  /** The array that holds a page's sketch. */
  long[] sketchPage(int row) {
    return rows.page(row);
  }

  /** The index in its array at which a page's sketch begins. */
  int sketchStart(int row) {
    return rows.start(row) + sketch;
  }
}
