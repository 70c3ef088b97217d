package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Plans the sizes of the runs' filters, which must stay within a memory bound together. */
final class BaseFilters {

  // A new page is looked up in every run, so the cost is the sum of the runs' false-positive rates.
  // One more bit per key saves as much in a small run as in a large one and costs less memory there
  // (Dayan et al.: Monkey, SIGMOD 2017). When memory is short, the filter column that saves the
  // fewest reads per byte is dropped. Filters of SimHashes go last, since without them every page
  // costs a read of each SimHash table.

  /** With fewer bytes, filters would save hardly any reads. */
  private static final long LEAST_BYTES_PER_LEADER = 2;

  /** By chance, filters take up to this many times the computed size. */
  private static final double MORE_BYTES = 1.02;

  private final List<Table> tables;
  private final long leastBytes;
  private final long mostBytes;
  private final boolean servesSimHashes;

  /**
   * @param leastBytes bytes reserved for all filters together, even if they need less
   * @param mostBytes bound on the bytes of all filters together
   */
  BaseFilters(List<Table> tables, long leastBytes, long mostBytes) {
    this.tables = tables;
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
    servesSimHashes = SimHashFilter.serves(tables);
  }

  /** The bound on the heap bytes of all filters, for this many leaders. */
  long maxBytes(long leaders) {
    if (mostBytes < LEAST_BYTES_PER_LEADER * leaders) {
      return leastBytes; // more would be of little use here, and is better spent on deltas
    }
    double wished = tables.size() * KeyFilter.bytes(KeyFilter.MOST_COLUMNS, leaders);
    return Math.max(leastBytes, Math.min(mostBytes, (long) wished));
  }

  /** Whether most keys that are looked up are absent, in a table with this many entries. */
  private static boolean isOfUse(Table table, long entries) {
    return table.keyBits() >= 40 || entries < 1L << (table.keyBits() - 1);
  }

  /**
   * Plans the filters of a run that will be written.
   *
   * @param entries the approximate number of entries of each table
   * @param share heap bytes for the filters
   */
  Plan plan(long[] entries, double share) {
    Plan best = new Plan(entries, share, 0, 0);
    long simHashes = servesSimHashes ? entries[SimHashFilter.FIRST_TABLE] : 0;
    for (int keptBits : SimHashFilter.KEPT_BITS) {
      long bytes = SimHashFilter.bytes(simHashes, keptBits);
      if (simHashes > 0 && bytes <= share) {
        Plan plan = new Plan(entries, share - bytes, simHashes, keptBits);
        best = plan.reads() < best.reads() ? plan : best;
      }
    }
    return best;
  }

  private boolean holdsSimHashes(int t) {
    return tables.get(t).payload() == Feature.SIMHASH;
  }

  /** The planned filters of a run. */
  final class Plan {

    private final long[] entries;
    private final int[] columns; // by table: number of columns of its KeyFilter
    private final long simHashes; // number of SimHashes in their filter; 0 if there is none
    private final int keptBits; // kept bits of the filter of SimHashes

    private Plan(long[] entries, double bytes, long simHashes, int keptBits) {
      this.entries = entries;
      this.simHashes = simHashes;
      this.keptBits = keptBits;
      columns = new int[entries.length];
      double left = bytes / MORE_BYTES;
      for (int more = 1; more <= KeyFilter.MOST_COLUMNS; more++) {
        for (int t = 0; t < entries.length; t++) {
          double added = bytes(t, more) - bytes(t, more - 1);
          if (isFiltered(t) && columns[t] == more - 1 && added <= left) {
            columns[t] = more;
            left -= added;
          }
        }
      }
    }

    private double bytes(int t, int columns) {
      return columns == 0 ? 0 : KeyFilter.bytes(columns, entries[t]);
    }

    private boolean isFiltered(int t) {
      return !isInSimHashes(t) && isOfUse(tables.get(t), entries[t]);
    }

    /** Expected reads of the run for a page that has no match there. */
    private double reads() {
      double reads = filtersSimHashes() ? SimHashFilter.reads(simHashes, keptBits) : 0;
      for (int t = 0; t < entries.length; t++) {
        reads += isInSimHashes(t) ? 0 : Math.pow(2, -columns[t]);
      }
      return reads;
    }

    /** A builder for a table's filter; null if the table has none. */
    KeyFilter.@Nullable Builder create(int t) {
      return columns[t] == 0 ? null : new KeyFilter.Builder(columns[t], entries[t]);
    }

    private boolean isInSimHashes(int t) {
      return filtersSimHashes() && holdsSimHashes(t);
    }

    /** Whether there is a filter of SimHashes. */
    boolean filtersSimHashes() {
      return simHashes > 0;
    }

    /** A builder for the filter of SimHashes. */
    SimHashFilter.Builder simHashes() {
      return new SimHashFilter.Builder(simHashes, keptBits);
    }
  }

  /**
   * Narrows filters until all together are within a bound; if that is not enough, drops whole
   * filters.
   */
  void fit(List<RunFilters> runs, long maxBytes) {
    for (long over = bytes(runs) - maxBytes; over > 0; ) {
      over -= narrow(runs);
    }
  }

  private static long forgetMost(List<RunFilters> runs) {
    RunFilters most = runs.stream().max(Comparator.comparingLong(RunFilters::rest)).orElseThrow();
    long bytes = most.rest();
    if (bytes == 0) {
      throw new IllegalStateException("there is nothing to free");
    }
    most.forgetRest();
    return bytes;
  }

  /** Narrows the filter where that costs the fewest reads per byte; returns the bytes saved. */
  private long narrow(List<RunFilters> runs) {
    RunFilters least = null;
    int table = 0;
    double readsPerByte = Double.MAX_VALUE;
    for (RunFilters filters : runs) {
      for (int t = 0; t < tables.size(); t++) {
        KeyFilter filter = filters.filter(t);
        if (filter != null && readsPerByte(filter) < readsPerByte) {
          least = filters;
          table = t;
          readsPerByte = readsPerByte(filter);
        }
      }
    }
    if (least == null) {
      return forgetMost(runs);
    }
    long before = least.bytes();
    KeyFilter filter = Objects.requireNonNull(least.filter(table));
    least.setFilter(table, filter.columns() == 1 ? null : filter.narrower());
    return before - least.bytes();
  }

  /** Reads per page that a filter's last column saves, per byte. */
  private static double readsPerByte(KeyFilter filter) {
    return Math.pow(2, -filter.columns()) * filter.columns() / filter.bytes();
  }

  /** Heap bytes of the filters of some runs. */
  static long bytes(List<RunFilters> runs) {
    return runs.stream().mapToLong(RunFilters::bytes).sum();
  }
}
