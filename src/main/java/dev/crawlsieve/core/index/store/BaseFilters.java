package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
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

  /** A filter of SimHashes may take this part of the bound, whatever the others get. */
  private static final double SMALL_PART = 32;

  /** Of keys that are absent, filters of b bytes a key let about e^−3.6b pass, see KeyFilter. */
  private static final double PASSED_EXPONENT = 3.6;

  /** Of a table for each page, where SimHashes have a filter. */
  private static final double READS_OF_SIM_HASHES = 0.4;

  private final List<Table> tables;
  private final long maxBytes;
  private final boolean servesSimHashes;

  /**
   * @param maxBytes bound on the heap bytes of all
   */
  BaseFilters(List<Table> tables, long maxBytes) {
    this.tables = tables;
    this.maxBytes = maxBytes;
    servesSimHashes = SimHashFilter.serves(tables);
  }

  /** The bound on the heap bytes of all. */
  long maxBytes() {
    return maxBytes;
  }

  /** Whether most keys that are looked up are not there, in a table with so many entries. */
  private static boolean isOfUse(Table table, long entries) {
    return table.keyBits() >= 40 || entries < 1L << (table.keyBits() - 1);
  }

  /**
   * The filters of a run that is written.
   *
   * @param entries how many each table will have, about
   * @param part which part of all runs this one is
   */
  Plan plan(long[] entries, double part) {
    double share = part * maxBytes;
    Plan without = new Plan(entries, share, 0);
    if (!servesSimHashes) {
      return without;
    }
    long simHashes = 0;
    long simHashBytes = 0;
    for (int t = 0; t < entries.length; t++) {
      if (tables.get(t).payload() == Feature.SIMHASH) {
        simHashes = Math.max(simHashes, entries[t]);
        simHashBytes += KeyCounts.mostBytes(entries[t], tables.get(t).keyBits());
      }
    }
    simHashBytes += SimHashFilter.bytes(simHashes);
    if (simHashes == 0 || simHashBytes > Math.max(share, maxBytes / SMALL_PART)) {
      return without;
    }
    Plan with = new Plan(entries, Math.max(0, share - simHashBytes), simHashes);
    return with.reads() < without.reads() ? with : without;
  }

  /** The filters of a run. */
  final class Plan {

    private final long[] entries;
    private final double bytesPerEntry;
    private final long simHashes; // 0 if they have no filter of their own

    private Plan(long[] entries, double bytes, long simHashes) {
      this.entries = entries;
      this.simHashes = simHashes;
      long filtered = 0;
      for (int t = 0; t < entries.length; t++) {
        filtered += !counts(t) && isOfUse(tables.get(t), entries[t]) ? entries[t] : 0;
      }
      this.bytesPerEntry = Math.min(BYTES_PER_ENTRY, bytes / Math.max(1, filtered));
    }

    /** How many reads of the run a page costs that has no match there, about. */
    private double reads() {
      double passed =
          bytesPerEntry < LEAST_BYTES_PER_ENTRY ? 1 : Math.exp(-PASSED_EXPONENT * bytesPerEntry);
      double reads = filtersSimHashes() ? READS_OF_SIM_HASHES : 0;
      for (int t = 0; t < entries.length; t++) {
        if (!counts(t)) {
          reads += isOfUse(tables.get(t), entries[t]) ? passed : 1;
        }
      }
      return reads;
    }

    /** A filter without a key for one table, null where it would be of no use. */
    KeyFilter create(int t) {
      long bytes = (long) (bytesPerEntry * entries[t]) - LongPages.ARRAY_BYTES;
      return bytes >= Long.BYTES
              && !counts(t)
              && isOfUse(tables.get(t), entries[t])
              && bytesPerEntry >= LEAST_BYTES_PER_ENTRY
          ? KeyFilter.of(bytes, entries[t])
          : null;
    }

    /** Whether the entries of each key of a table are counted. */
    boolean counts(int t) {
      return filtersSimHashes() && tables.get(t).payload() == Feature.SIMHASH;
    }

    /** Whether there is a filter of SimHashes. */
    boolean filtersSimHashes() {
      return simHashes > 0;
    }

    /** That filter, empty. */
    SimHashFilter.Builder simHashes() {
      return new SimHashFilter.Builder(simHashes);
    }
  }

  /**
   * Makes filters over keys smaller until all is within the bound; then drops what else there is.
   */
  void fit(TableRun[] runs) {
    for (long over = bytes(runs) - maxBytes; over > 0; ) {
      over -= shrinkLargest(runs);
    }
  }

  private static long forgetMost(TableRun[] runs) {
    RunFilters most =
        Arrays.stream(runs)
            .map(TableRun::filters)
            .max(Comparator.comparingLong(RunFilters::rest))
            .orElseThrow();
    long bytes = most.rest();
    if (bytes == 0) {
      throw new IllegalStateException("there is nothing to free");
    }
    most.forgetRest();
    return bytes;
  }

  private long shrinkLargest(TableRun[] runs) {
    TableRun run = null;
    int table = 0;
    long largest = 0;
    for (TableRun each : runs) {
      for (int t = 0; t < tables.size(); t++) {
        KeyFilter filter = each.filters().filter(t);
        if (filter != null && filter.bytes() > largest) {
          run = each;
          table = t;
          largest = filter.bytes();
        }
      }
    }
    if (run == null) {
      return forgetMost(runs);
    }
    KeyFilter smaller = run.filters().filter(table).atMost(largest / 2);
    boolean worthwhile =
        smaller.bytes() < largest && smaller.bytes() >= LEAST_BYTES_PER_ENTRY * run.entries(table);
    run.filters().setFilter(table, worthwhile ? smaller : null);
    return largest - (worthwhile ? smaller.bytes() : 0);
  }

  /** Heap bytes of the filters of some runs. */
  static long bytes(TableRun[] runs) {
    long bytes = 0;
    for (TableRun run : runs) {
      bytes += run.filters().bytes();
    }
    return bytes;
  }
}
