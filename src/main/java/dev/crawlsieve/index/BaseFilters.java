package dev.crawlsieve.index;

import java.util.List;

/** A filter over the keys of each base table, in memory, kept beside the tables. */
final class BaseFilters {

  // They hold at least the keys of all entries that count: what a merge adds is stored before the
  // watermark moves past it.

  private static final String FILTER = "base.filter.";

  private final RocksFolder files;
  private final TableLayout layout;
  private final long maxBytes;
  private volatile KeyFilter[] filters = {};

  /**
   * Filters without a key.
   *
   * @param maxBytes bound on the heap bytes of all
   */
  BaseFilters(RocksFolder files, TableLayout layout, long maxBytes) {
    this.files = files;
    this.layout = layout;
    this.maxBytes = maxBytes;
  }

  /** Makes filters for tables that are empty. */
  void create() {
    List<Table> tables = layout.tables();
    KeyFilter[] empty = new KeyFilter[tables.size()];
    for (int t = 0; t < empty.length; t++) {
      empty[t] = empty(tables.get(t));
    }
    filters = empty;
  }

  private KeyFilter empty(Table table) {
    // more than a byte for each key that there can be is of no use
    return KeyFilter.of(Math.max(8, Math.min(share(), 1L << Math.min(32, table.keyBits()))));
  }

  /** A filter without a key, for a table whose keys are gone through; see {@link #replace}. */
  KeyFilter fresh(int t) {
    return empty(layout.tables().get(t));
  }

  /** Puts another filter in a table's place, which has all its keys that still count. */
  void replace(int t, KeyFilter filter) {
    KeyFilter[] replaced = filters.clone();
    replaced[t] = filter;
    filters = replaced;
  }

  /**
   * Reads the filters of tables that are not empty.
   *
   * @throws IndexException if there is none
   */
  void load() {
    KeyFilter[] stored = new KeyFilter[layout.tables().size()];
    for (int t = 0; t < stored.length; t++) {
      byte[] words = files.meta(FILTER + t);
      if (words == null) {
        throw new IndexException("the filter of table " + t + " is missing in " + files.folder());
      }
      stored[t] = KeyFilter.read(words).atMost(share());
    }
    filters = stored;
  }

  /** Hands the filters to RocksDB. */
  void store() {
    for (int t = 0; t < filters.length; t++) {
      files.putMeta(FILTER + t, filters[t].stored());
    }
  }

  private long share() {
    return maxBytes / layout.tables().size() - LongPages.ARRAY_BYTES;
  }

  /** The filter of a table. */
  KeyFilter of(int t) {
    return filters[t];
  }

  /** False if a table surely has no such key. */
  boolean mayHold(int t, int key) {
    return filters[t].mayHold(key);
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = 0;
    for (KeyFilter filter : filters) {
      bytes += filter.bytes();
    }
    return bytes;
  }
}
