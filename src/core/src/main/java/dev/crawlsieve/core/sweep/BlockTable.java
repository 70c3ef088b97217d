package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/**
 * Leaders by a block of bits: buckets of small entries, each a run of longs.
 *
 * <p>An entry is a row's number and 32 check bits, so that most entries that share a bucket by
 * chance are rejected without reading the row.
 */
final class BlockTable {

  // The directory is indexed by bits of the mixed key; a bucket holds a few keys. Directory entry:
  // address of the run << 32 | number of entries; a run's capacity is the next power of two.

  /** Expected entries per bucket of the directory, as a power of two. */
  private static final int FILL_SHIFT = 2;

  private static final int LEAST_ROOM = 2;
  private static final long LOW = 0xffffffffL;

  private final int shift;
  private final long[] directory;
  private final Arena arena;

  /**
   * An empty table.
   *
   * @param expected the number of entries to size it for
   */
  BlockTable(long expected, Arena arena) {
    int bits = bits(expected);
    shift = 64 - bits;
    directory = new long[1 << bits];
    this.arena = arena;
  }

  private static int bits(long expected) {
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, expected - 1));
    return Math.max(4, Math.min(26, bits - FILL_SHIFT));
  }

  /** Upper bound of the heap bytes for this many entries. */
  static long bytes(long entries) {
    // a run's capacity is at most twice its entries, and freed runs waiting for reuse take as much
    // again
    return (8L << bits(entries)) + 3 * 8 * entries;
  }

  /** The bucket of a key. */
  private int bucket(long key) {
    return (int) (key >>> shift);
  }

  /**
   * Adds a row.
   *
   * @param key well mixed
   */
  void add(long key, int check, int row) {
    int bucket = bucket(key);
    long entry = directory[bucket];
    int address = (int) (entry >>> 32);
    int count = (int) entry;
    if (count == 0) {
      address = arena.allocate(LEAST_ROOM);
    } else if (count >= LEAST_ROOM && Integer.bitCount(count) == 1) {
      int grown = arena.allocate(2 * count);
      System.arraycopy(
          arena.page(address), Arena.start(address), arena.page(grown), Arena.start(grown), count);
      arena.release(address, count);
      address = grown;
    }
    arena.page(address)[Arena.start(address) + count] = (long) check << 32 | row;
    directory[bucket] = (long) address << 32 | (count + 1);
  }

  /** The directory entry of a key's bucket, for {@link #scan}; 0 if it is empty. */
  long look(long key) {
    return directory[bucket(key)];
  }

  /**
   * Adds the rows of a bucket whose check bits differ in at most {@code within} bits to a list.
   *
   * @param looked the result of {@link #look}
   */
  void scan(long looked, int check, int within, RowList rows) {
    int address = (int) (looked >>> 32);
    int count = (int) looked;
    long[] page = arena.page(address);
    int start = Arena.start(address);
    for (int i = start; i < start + count; i++) {
      long entry = page[i];
      if (Integer.bitCount((int) (entry >>> 32) ^ check) <= within) {
        rows.add((int) (entry & LOW));
      }
    }
  }

  /** Rows, in the order in which they were found; a row may occur several times. */
  static final class RowList {

    private int[] rows = new int[64];
    private int size;

    void add(int row) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
      }
      rows[size++] = row;
    }

    void clear() {
      size = 0;
    }

    int size() {
      return size;
    }

    int get(int i) {
      return rows[i];
    }
  }
}
