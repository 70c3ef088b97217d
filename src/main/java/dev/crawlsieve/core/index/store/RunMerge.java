package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.TableLayout;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Writes runs: one from a delta, or one in place of several. Leaders that expired are left out. */
final class RunMerge {

  private static final int ENTRIES_PER_QUESTION = 1 << 16;

  private final RocksFolder files;
  private final TableLayout layout;
  private final long expired;
  private final BooleanSupplier cancelled;
  private final Runnable afterTable;

  /**
   * @param expired leaders below this ordinal have expired
   * @param cancelled asked now and then; if it says so, the work ends
   * @param afterTable called after each table
   */
  RunMerge(
      RocksFolder files,
      TableLayout layout,
      long expired,
      BooleanSupplier cancelled,
      Runnable afterTable) {
    this.files = files;
    this.layout = layout;
    this.expired = expired;
    this.cancelled = cancelled;
    this.afterTable = afterTable;
  }

  /**
   * Writes a delta; false if it was cancelled.
   *
   * @param filters gives each table's filter without a key, or null
   */
  boolean write(DeltaTables delta, RunWriter out, IntFunction<KeyFilter> filters) {
    for (int t = 0; t < layout.tables().size(); t++) {
      out.beginTable(delta.entries(t), filters.apply(t));
      boolean hasPayload = TableRun.hasPayload(layout.tables().get(t));
      for (int part = 0; part < delta.parts(t); part++) {
        if (cancelled.getAsBoolean()) {
          return false;
        }
        for (long entry : delta.sortedEntries(t, part)) {
          int local = (int) entry;
          if (delta.first() + local < expired) {
            continue;
          }
          if (hasPayload) {
            out.add(entry, delta.payload(t, local));
          } else {
            out.add(entry);
          }
        }
      }
      out.endTable();
      afterTable.run();
    }
    return true;
  }

  /**
   * Writes one run in place of several; false if it was cancelled.
   *
   * @param first ordinal of the first leader of the new one
   * @param filters gives each table's filter without a key, or null
   */
  boolean write(TableRun[] runs, long first, RunWriter out, IntFunction<KeyFilter> filters) {
    for (int t = 0; t < layout.tables().size(); t++) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      out.beginTable(entries(runs, t), filters.apply(t));
      if (!merge(runs, t, first, out)) {
        return false;
      }
      out.endTable();
      afterTable.run();
    }
    return true;
  }

  /** How many entries some runs have in a table, at most. */
  static long entries(TableRun[] runs, int t) {
    long entries = 0;
    for (TableRun run : runs) {
      entries += run.entries(t);
    }
    return entries;
  }

  private boolean merge(TableRun[] runs, int t, long first, RunWriter out) {
    boolean hasPayload = TableRun.hasPayload(layout.tables().get(t));
    RunCursor[] cursors = new RunCursor[runs.length];
    try {
      for (int i = 0; i < runs.length; i++) {
        cursors[i] = new RunCursor(files, runs[i], t);
      }
      long copied = 0;
      for (RunCursor from = lowest(cursors); from != null; from = lowest(cursors)) {
        int key = from.key();
        do {
          if (from.ordinal() >= expired) {
            long moved = (long) key << 32 | (from.ordinal() - first);
            if (hasPayload) {
              out.add(moved, from.payload());
            } else {
              out.add(moved);
            }
          }
          if (++copied % ENTRIES_PER_QUESTION == 0 && cancelled.getAsBoolean()) {
            return false;
          }
          from.next();
        } while (from.isValid() && from.key() == key);
      }
      return true;
    } finally {
      for (RunCursor cursor : cursors) {
        if (cursor != null) {
          cursor.close();
        }
      }
    }
  }

  /** The oldest of the runs whose next key is the lowest, or null if all have been gone through. */
  private static RunCursor lowest(RunCursor[] cursors) {
    RunCursor lowest = null;
    int lowestKey = 0;
    for (RunCursor cursor : cursors) {
      if (cursor.isValid()) {
        int key = cursor.key() + Integer.MIN_VALUE; // unsigned
        if (lowest == null || key < lowestKey) {
          lowest = cursor;
          lowestKey = key;
        }
      }
    }
    return lowest;
  }
}
