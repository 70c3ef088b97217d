package dev.crawlsieve.index;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Writes runs: one from a delta, or one in place of several. Leaders that expired are left out. */
final class RunMerge {

  private static final int ENTRIES_PER_QUESTION = 1 << 16;

  private final TableLayout layout;
  private final long expired;
  private final BooleanSupplier cancelled;
  private final Runnable afterTable;

  /**
   * @param expired leaders below this ordinal have expired
   * @param cancelled asked now and then; if it says so, the work ends
   * @param afterTable called after each table
   */
  RunMerge(TableLayout layout, long expired, BooleanSupplier cancelled, Runnable afterTable) {
    this.layout = layout;
    this.expired = expired;
    this.cancelled = cancelled;
    this.afterTable = afterTable;
  }

  /** Writes a delta; false if it was cancelled. */
  boolean write(DeltaTables delta, RunWriter out, KeyFilter[] filters) throws IOException {
    for (int t = 0; t < filters.length; t++) {
      out.beginTable(delta.entries(t), filters[t]);
      boolean inPlace = TableRun.inPlace(layout.tables().get(t));
      for (int part = 0; part < delta.parts(t); part++) {
        if (cancelled.getAsBoolean()) {
          return false;
        }
        for (long entry : delta.sortedEntries(t, part)) {
          int local = (int) entry;
          if (delta.first() + local < expired) {
            continue;
          }
          if (inPlace) {
            out.add(entry, delta.payload(t, local));
          } else {
            out.add(entry);
          }
        }
      }
      out.endTable();
      afterTable.run();
    }
    if (TableRun.needSketches(layout.tables())) {
      out.beginSketches();
      for (int local = 0; local < delta.next() - delta.first(); local++) {
        for (int quarter = 0; quarter < SketchColumn.LONGS; quarter++) {
          out.addSketch(delta.sketch(local, quarter));
        }
      }
    }
    return true;
  }

  /**
   * Writes one run in place of several; false if it was cancelled.
   *
   * @param first ordinal of the first leader of the new one
   */
  boolean write(TableRun[] runs, long first, RunWriter out, KeyFilter[] filters)
      throws IOException {
    for (int t = 0; t < filters.length; t++) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      out.beginTable(entries(runs, t), filters[t]);
      if (!merge(runs, t, first, out)) {
        return false;
      }
      out.endTable();
      afterTable.run();
    }
    return !TableRun.needSketches(layout.tables()) || writeSketches(runs, first, out);
  }

  /** How many entries some runs have in a table, at most. */
  static long entries(TableRun[] runs, int t) {
    long entries = 0;
    for (TableRun run : runs) {
      entries += run.entries(t);
    }
    return entries;
  }

  private boolean merge(TableRun[] runs, int t, long first, RunWriter out) throws IOException {
    boolean inPlace = TableRun.inPlace(layout.tables().get(t));
    long[] at = new long[runs.length];
    long copied = 0;
    while (true) {
      int next = lowest(runs, t, at);
      if (next < 0) {
        return true;
      }
      TableRun run = runs[next];
      int key = DeltaTables.key(run.entry(t, at[next]));
      do {
        long entry = run.entry(t, at[next]);
        if (DeltaTables.key(entry) != key) {
          break;
        }
        long ordinal = run.first() + (int) entry;
        if (ordinal >= expired) {
          long moved = (long) key << 32 | (ordinal - first);
          if (inPlace) {
            out.add(moved, run.payload(t, at[next]));
          } else {
            out.add(moved);
          }
        }
        if (++copied % ENTRIES_PER_QUESTION == 0 && cancelled.getAsBoolean()) {
          return false;
        }
      } while (++at[next] < run.entries(t));
    }
  }

  /** The oldest of the runs whose next key is the lowest, or -1 if all have been gone through. */
  private static int lowest(TableRun[] runs, int t, long[] at) {
    int lowest = -1;
    int lowestKey = 0;
    for (int i = 0; i < runs.length; i++) {
      if (at[i] < runs[i].entries(t)) {
        int key = DeltaTables.key(runs[i].entry(t, at[i])) + Integer.MIN_VALUE; // unsigned
        if (lowest < 0 || key < lowestKey) {
          lowest = i;
          lowestKey = key;
        }
      }
    }
    return lowest;
  }

  private boolean writeSketches(TableRun[] runs, long first, RunWriter out) throws IOException {
    out.beginSketches();
    long next = first;
    for (TableRun run : runs) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      for (; next < run.next(); next++) {
        for (int quarter = 0; quarter < SketchColumn.LONGS; quarter++) {
          out.addSketch(run.sketch((int) (next - run.first()), quarter));
        }
      }
    }
    return true;
  }
}
