package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Table;
import java.util.List;

/**
 * How large the filters over the keys of the runs are, so that all together stay within a bound.
 */
final class BaseFilters {

  // A page that is new asks every run, so what counts is the sum of the runs' shares of keys that
  // pass in vain. The bits that save most are those of the small runs (Dayan et al.: Monkey,
  // SIGMOD 2017), so room is made by halving the largest filter, or letting it go.
  //
  // Half of the bound is for filters in use, the other for those of runs that are being written.

  private static final double BYTES_PER_ENTRY = 1.5; // a power of two below, so 6 to 12 bits
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
   * A filter without a key for each table of a run that is written, null where it would be of no
   * use.
   *
   * @param entries how many each table will have, about
   * @param share of the bound, that the others being written leave
   */
  KeyFilter[] create(long[] entries, double share) {
    long all = 0;
    for (int t = 0; t < entries.length; t++) {
      all += isOfUse(tables.get(t), entries[t]) ? entries[t] : 0;
    }
    double perEntry = Math.min(BYTES_PER_ENTRY, maxBytes * share / Math.max(1, all));
    KeyFilter[] filters = new KeyFilter[entries.length];
    for (int t = 0; t < entries.length; t++) {
      long bytes = (long) (perEntry * entries[t]) - LongPages.ARRAY_BYTES;
      if (bytes >= 8 && isOfUse(tables.get(t), entries[t]) && perEntry >= LEAST_BYTES_PER_ENTRY) {
        filters[t] = KeyFilter.of(bytes);
      }
    }
    return filters;
  }

  /** Makes filters smaller until all are within half of the bound. */
  void fit(TableRun[] runs) {
    for (long over = bytes(runs) - maxBytes / 2; over > 0; ) {
      over -= shrinkLargest(runs);
    }
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
      throw new IllegalStateException("there is no filter to shrink");
    }
    long half = 8L * (run.filter(table).words().length / 2);
    boolean worthwhile = half > 0 && half >= LEAST_BYTES_PER_ENTRY * run.entries(table);
    run.setFilter(table, worthwhile ? run.filter(table).atMost(half) : null);
    return largest - (worthwhile ? run.filter(table).bytes() : 0);
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
