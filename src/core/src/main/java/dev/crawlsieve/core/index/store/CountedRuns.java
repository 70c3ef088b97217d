package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Table;
import java.util.List;
import java.util.function.Supplier;

/**
 * A set of runs to look keys up in, with the number of entries of each key of the SimHash tables,
 * so that no run is read only to count entries for {@code Lookup.compared}. Immutable.
 */
final class CountedRuns {

  // For each table there is one sum over the newest runs, as far back as memory allows and no
  // leaders have expired; counts per run would repeat the keys. Where leaders have many scopes, a
  // table has too many keys to be counted; but then most keys are in no run and cost no read.

  private final TableRun[] runs;
  private final KeyCounts[] counts; // by table; null where nothing is counted
  private final long[] from; // by table: ordinal of the first leader that is counted
  private final boolean[] lacksCounts; // by table
  private final boolean[] hasManyKeys; // by table

  private CountedRuns(TableRun[] runs, int tables) {
    this.runs = runs;
    counts = new KeyCounts[tables];
    from = new long[tables];
    lacksCounts = new boolean[tables];
    hasManyKeys = new boolean[tables];
  }

  /** No runs. */
  static CountedRuns none(int tables) {
    return new CountedRuns(new TableRun[0], tables);
  }

  /**
   * The same for other runs, oldest first; reuses what was counted before.
   *
   * @param counted the tables whose entries were counted when the runs were written
   * @param expired leaders below this ordinal have expired
   * @param maxBytes bound on the heap bytes of the counts
   */
  CountedRuns with(
      TableRun[] changed, List<Integer> counted, RocksFolder files, long expired, long maxBytes) {
    CountedRuns all = new CountedRuns(changed, counts.length);
    int first = 0;
    while (first < changed.length && changed[first].first() < expired) {
      first++;
    }
    for (int t : counted) {
      long most = maxBytes / counted.size();
      int known = first < changed.length && counts[t] != null ? known(t, changed, first) : -1;
      KeyCounts sum = known < 0 ? null : counts[t];
      for (int i = known; i >= 0 && i < changed.length && sum != null; i++) {
        sum = sum(sum, changed[i].counts(files, t));
      }
      if (sum != null && sum.bytes() <= most) {
        all.from[t] = from[t];
        all.counts[t] = sum;
      } else {
        all.count(t, first, files, most);
      }
    }
    return all;
  }

  /** The first new run if all runs before it are exactly those that are counted, otherwise -1. */
  private int known(int t, TableRun[] changed, int first) {
    long next = runs[runs.length - 1].next();
    if (changed[first].first() != from[t]) {
      return -1;
    }
    int i = first;
    while (i < changed.length && changed[i].next() < next) {
      i++;
    }
    return i < changed.length && changed[i].next() == next ? i + 1 : -1;
  }

  private void count(int t, int first, RocksFolder files, long maxBytes) {
    for (int i = runs.length - 1; i >= first; i--) {
      KeyCounts sum = sum(counts[t], runs[i].counts(files, t));
      lacksCounts[t] = sum == null || sum.bytes() > maxBytes;
      hasManyKeys[t] = sum == null;
      if (lacksCounts[t]) {
        counts[t] = hasManyKeys[t] ? null : counts[t];
        return;
      }
      counts[t] = sum;
      from[t] = runs[i].first();
    }
  }

  /**
   * The sum of both, null if there are too many keys.
   *
   * @param counts null if nothing is counted yet
   */
  private static KeyCounts sum(KeyCounts counts, KeyCounts more) {
    return counts == null || more == null ? more : counts.plus(more);
  }

  /**
   * Whether a table could not be counted over all runs, for want of memory or for too many keys.
   */
  boolean lacksCounts(int t) {
    return lacksCounts[t];
  }

  /** Whether a table has too many keys to be counted. */
  boolean hasManyKeys(int t) {
    return hasManyKeys[t];
  }

  /**
   * Tests keys against the filters of all runs, in one pass, so that cache misses overlap.
   *
   * @param keys a key for each table from 0, or 0 to skip a table
   * @return by table: {@linkplain #bit a bit} for each run that may hold the key
   */
  long[] mayHold(long[] keys) {
    long[] mayHold = new long[keys.length];
    for (int i = 0; i < runs.length; i++) {
      RunFilters filters = runs[i].filters();
      for (int t = 0; t < keys.length; t++) {
        if (keys[t] != 0) {
          mayHold[t] |= (long) filters.mayHold(t, Keys.high(keys[t])) << bit(i);
        }
      }
    }
    return mayHold;
  }

  /** The bit that stands for a run; all runs from the 64th on share the last one. */
  private static int bit(int run) {
    return Math.min(run, Long.SIZE - 1);
  }

  /**
   * Adds the candidates of a bucket; returns how many live entries it has. A match by SimHash is
   * found in at least one of the tables of SimHashes, not necessarily in each that holds it.
   *
   * @param mayHold the runs to look into, see {@link #mayHold(long[])}
   * @param readers gives the present thread's reader
   * @param expired leaders below this ordinal are skipped
   */
  int scan(
      int t,
      Table table,
      int key,
      long mayHold,
      Supplier<RunReader> readers,
      Question question,
      long expired,
      Candidates candidates) {
    int known = counts[t] == null || expired > from[t] ? KeyCounts.NOT_KNOWN : counts[t].of(key);
    boolean isKnown = known != KeyCounts.NOT_KNOWN;
    int compared = isKnown ? known : 0;
    for (int i = 0; i < runs.length && mayHold != 0; i++) {
      if ((mayHold & 1L << bit(i)) != 0) {
        boolean counted = isKnown && runs[i].first() >= from[t];
        int entries = runs[i].scan(t, table, key, readers, question, counted, expired, candidates);
        compared += counted ? 0 : entries;
      }
    }
    return compared;
  }

  /** Heap bytes of the counts. */
  long bytes() {
    long bytes = 0;
    for (KeyCounts each : counts) {
      bytes += each == null ? 0 : each.bytes();
    }
    return bytes;
  }
}
