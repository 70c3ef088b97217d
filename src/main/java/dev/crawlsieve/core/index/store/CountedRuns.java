package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Table;
import java.util.List;
import java.util.function.Supplier;

/**
 * Looks keys up in runs, and knows how many entries the keys of SimHash tables have in them, so
 * that none of these is read only to count. Never changes.
 */
final class CountedRuns {

  // Of each table, the newest runs are counted together: as far back as there is room, and their
  // leaders have not expired. Each run for itself would take as many keys. Keys are many where
  // leaders have many scopes; then nothing is counted, and most keys are in no run.

  private final TableRun[] runs;
  private final KeyCounts[] counts; // by table; null where nothing is counted
  private final long[] from; // by table: the first leader of the first run that is counted
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
   * Other runs, oldest first; what was counted before is not counted again.
   *
   * @param counted the tables that may be, as they were counted when the runs were written
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

  /** The first run that is new if what is counted is that of all before it, or else -1. */
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
   * The counts of both, null if keys are many.
   *
   * @param counts null if nothing is counted yet
   */
  private static KeyCounts sum(KeyCounts counts, KeyCounts more) {
    return counts == null || more == null ? more : counts.plus(more);
  }

  /** Whether there was no room to count all runs of a table, or its keys are many. */
  boolean lacksCounts(int t) {
    return lacksCounts[t];
  }

  /** Whether the keys of a table that may be counted are too many for that. */
  boolean hasManyKeys(int t) {
    return hasManyKeys[t];
  }

  /**
   * Asks the filters over keys about a page, all at once, so that the cache misses overlap.
   *
   * @param keys a key for each table from 0, or 0 where none is asked for
   * @return by table a bit for each run that may hold the key, {@link #bit}
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

  /** Which bit stands for a run: the last one for all that are too many. */
  private static int bit(int run) {
    return Math.min(run, Long.SIZE - 1);
  }

  /**
   * Adds the candidates of a bucket; returns how many entries count. Of the tables of SimHashes,
   * each match is found in one at least.
   *
   * @param mayHold which runs have to be asked, see {@link #mayHold(long[])}
   * @param readers gives the thread's reader
   * @param expired leaders below this ordinal do not count
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
