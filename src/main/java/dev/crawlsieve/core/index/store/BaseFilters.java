package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How large the filters over the keys of the runs are, so that all together stay within a bound.
 */
final class BaseFilters {

  // A page that is new asks every run, so what counts is the sum of the runs' shares of keys that
  // pass in vain. The bits that save most are those of the small runs (Dayan et al.: Monkey,
  // SIGMOD 2017), so room is made by halving the largest filter, or letting it go.

  private static final double BYTES_PER_ENTRY = 1.25;
  private static final double LEAST_BYTES_PER_ENTRY = 0.25;

  private final List<Table> tables;
  private final long maxBytes;

  /**
   * @param maxBytes bound on the heap bytes of all
   */
  BaseFilters(List<Table> tables, long maxBytes) {
    this.tables = tables;
    this.maxBytes = maxBytes;
  }

  /** Whether most keys that are looked up are not there, in a table with so many entries. */
  private static boolean isOfUse(Table table, long entries) {
    return table.keyBits() >= 40 || entries < 1L << (table.keyBits() - 1);
  }

  /**
   * How many bytes of filter an entry gets in a run that is written.
   *
   * @param entries how many each table will have, about
   * @param part which part of all runs this one is
   */
  double bytesPerEntry(long[] entries, double part) {
    long all = 0;
    for (int t = 0; t < entries.length; t++) {
      all += isOfUse(tables.get(t), entries[t]) ? entries[t] : 0;
    }
    return Math.min(BYTES_PER_ENTRY, part * maxBytes / Math.max(1, all));
  }

  /** A filter without a key for one table of a run, null where it would be of no use. */
  KeyFilter create(int t, long entries, double bytesPerEntry) {
    long bytes = (long) (bytesPerEntry * entries) - LongPages.ARRAY_BYTES;
    return bytes >= Long.BYTES
            && isOfUse(tables.get(t), entries)
            && bytesPerEntry >= LEAST_BYTES_PER_ENTRY
        ? KeyFilter.of(bytes, entries)
        : null;
  }

  /** Makes filters smaller until all are within the bound; then drops lists of repeated keys. */
  void fit(TableRun[] runs) {
    for (long over = bytes(runs) - maxBytes; over > 0; ) {
      over -= shrinkLargest(runs);
    }
  }

  private static long forgetMostRepeated(TableRun[] runs) {
    TableRun most =
        Arrays.stream(runs).max(Comparator.comparingLong(TableRun::repeatedBytes)).orElseThrow();
    long bytes = most.repeatedBytes();
    if (bytes == 0) {
      throw new IllegalStateException("there is nothing to free");
    }
    most.forgetRepeated();
    return bytes;
  }

  private long shrinkLargest(TableRun[] runs) {
    TableRun run = null;
    int table = 0;
    long largest = 0;
    for (TableRun each : runs) {
      for (int t = 0; t < tables.size(); t++) {
        if (each.filter(t) != null && each.filter(t).bytes() > largest) {
          run = each;
          table = t;
          largest = each.filter(t).bytes();
        }
      }
    }
    if (run == null) {
      return forgetMostRepeated(runs);
    }
    KeyFilter smaller = run.filter(table).atMost(largest / 2);
    boolean worthwhile =
        smaller.bytes() < largest && smaller.bytes() >= LEAST_BYTES_PER_ENTRY * run.entries(table);
    run.setFilter(table, worthwhile ? smaller : null);
    return largest - (worthwhile ? smaller.bytes() : 0);
  }

  /** Heap bytes of the filters of some runs. */
  static long bytes(TableRun[] runs) {
    long bytes = 0;
    for (TableRun run : runs) {
      bytes += run.filterBytes();
    }
    return bytes;
  }
}
