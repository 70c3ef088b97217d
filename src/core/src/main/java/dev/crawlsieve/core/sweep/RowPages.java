package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/** Rows of equal width in longs, stored in pages, so that growing copies nothing. */
final class RowPages {

  private static final int SHIFT = 10;
  private static final int MASK = (1 << SHIFT) - 1;

  private final int width;
  private long[][] pages = new long[16][];
  private int rows;

  /**
   * An empty store.
   *
   * @param width longs per row
   */
  RowPages(int width) {
    this.width = width;
  }

  /** Adds a row of zeros and returns its number. */
  int add() {
    int page = rows >>> SHIFT;
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, 2 * page);
    }
    if (pages[page] == null) {
      pages[page] = new long[width << SHIFT];
    }
    return rows++;
  }

  /** The array that holds a row. */
  long[] page(int row) {
    return pages[row >>> SHIFT];
  }

  /** The index in its array at which a row begins. */
  int start(int row) {
    return (row & MASK) * width;
  }

  int size() {
    return rows;
  }

  /** Heap bytes of this many rows. */
  static long bytes(long rows, int width) {
    long pages = (rows >>> SHIFT) + 1;
    return pages * (16 + 8 + ((long) width << SHIFT) * Long.BYTES);
  }
}
