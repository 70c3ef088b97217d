package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How large the filters over the keys of the runs are, so that all together stay within a bound.
 */
final class BaseFilters {

  // A page that is new asks every run, so what counts is the sum of the runs' shares of keys that
  // pass in vain. The bits that save most are those of the small runs (Dayan et al.: Monkey,
  // SIGMOD 2017), so room is made where a column says least for its bytes.

  /** With less, filters keep hardly anything from being read. */
  private static final long LEAST_BYTES_PER_LEADER = 2;

  /** What filters take beyond what they should, by chance. */
  private static final double MORE_BYTES = 1.02;

  /** Of a table for each page, where SimHashes have a filter. */
  private static final double READS_OF_SIM_HASHES = 0.4;

  private final List<Table> tables;
  private final long leastBytes;
  private final long mostBytes;
  private final boolean servesSimHashes;

  /**
   * @param leastBytes what all have together, even if they need less
   * @param mostBytes what they have, even if they need more
   */
  BaseFilters(List<Table> tables, long leastBytes, long mostBytes) {
    this.tables = tables;
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
    servesSimHashes = SimHashFilter.serves(tables);
  }

  /** The bound on the heap bytes of all, for so many leaders. */
  long maxBytes(long leaders) {
    if (mostBytes < LEAST_BYTES_PER_LEADER * leaders) {
      return leastBytes; // more would be of as little use, and is for deltas
    }
    double wished = tables.size() * KeyFilter.bytes(KeyFilter.MOST_COLUMNS, leaders);
    return Math.max(leastBytes, Math.min(mostBytes, (long) wished));
  }

  /** The tables whose entries are counted by key. */
  List<Integer> counted() {
    return IntStream.range(0, tables.size()).filter(this::isCounted).boxed().toList();
  }

  private boolean isCounted(int t) {
    return servesSimHashes && tables.get(t).payload() == Feature.SIMHASH;
  }

  /** Whether most keys that are looked up are not there, in a table with so many entries. */
  private static boolean isOfUse(Table table, long entries) {
    return table.keyBits() >= 40 || entries < 1L << (table.keyBits() - 1);
  }

  /**
   * The filters of a run that is written.
   *
   * @param entries how many each table will have, about
   * @param share bytes for them
   */
  Plan plan(long[] entries, double share) {
    Plan without = new Plan(entries, share, 0);
    if (!servesSimHashes) {
      return without;
    }
    long simHashes = 0;
    for (int t : counted()) {
      simHashes = Math.max(simHashes, entries[t]);
    }
    long simHashBytes = SimHashFilter.bytes(simHashes);
    if (simHashes == 0 || simHashBytes > share) {
      return without;
    }
    Plan with = new Plan(entries, share - simHashBytes, simHashes);
    return with.reads() < without.reads() ? with : without;
  }

  /** The filters of a run. */
  final class Plan {

    private final long[] entries;
    private final int[] columns; // of the filter over each table's keys
    private final long simHashes; // 0 if they have no filter of their own

    private Plan(long[] entries, double bytes, long simHashes) {
      this.entries = entries;
      this.simHashes = simHashes;
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

    /** How many reads of the run a page costs that has no match there, about. */
    private double reads() {
      double reads = filtersSimHashes() ? READS_OF_SIM_HASHES : 0;
      for (int t = 0; t < entries.length; t++) {
        reads += isInSimHashes(t) ? 0 : Math.pow(2, -columns[t]);
      }
      return reads;
    }

    /** A filter for the keys of one table, null where there is none. */
    KeyFilter.Builder create(int t) {
      return columns[t] == 0 ? null : new KeyFilter.Builder(columns[t], entries[t]);
    }

    private boolean isInSimHashes(int t) {
      return filtersSimHashes() && isCounted(t);
    }

    /** Whether the entries of each key of a table are counted. */
    boolean counts(int t) {
      return isCounted(t);
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

  /** Takes columns from filters over keys until all is within a bound; then drops what is left. */
  void fit(TableRun[] runs, long maxBytes) {
    for (long over = bytes(runs) - maxBytes; over > 0; ) {
      over -= narrow(runs);
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

  /** Takes the column that costs the fewest reads for its bytes; returns these. */
  private long narrow(TableRun[] runs) {
    TableRun run = null;
    int table = 0;
    double least = Double.MAX_VALUE;
    for (TableRun each : runs) {
      for (int t = 0; t < tables.size(); t++) {
        KeyFilter filter = each.filters().filter(t);
        if (filter != null && readsPerByte(filter) < least) {
          run = each;
          table = t;
          least = readsPerByte(filter);
        }
      }
    }
    if (run == null) {
      return forgetMost(runs);
    }
    KeyFilter filter = run.filters().filter(table);
    KeyFilter narrower = filter.columns() == 1 ? null : filter.narrower();
    run.filters().setFilter(table, narrower);
    return filter.bytes() - (narrower == null ? 0 : narrower.bytes());
  }

  /** Reads a page that a filter's last column saves, by byte. */
  private static double readsPerByte(KeyFilter filter) {
    return Math.pow(2, -filter.columns()) * filter.columns() / filter.bytes();
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
