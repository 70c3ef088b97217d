package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.TableLayout;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run, either from a delta or by merging several runs, and leaves out expired leaders.
 *
 * @param expired leaders below this ordinal have expired
 * @param cancelled polled; once true, the work ends
 * @param afterTable called after each table
 */
record RunMerge(
    RocksFolder files,
    TableLayout layout,
    long expired,
    BooleanSupplier cancelled,
    Runnable afterTable) {

  private static final int ENTRIES_PER_QUESTION = 1 << 16;

  /**
   * Writes a delta; returns false if cancelled.
   *
   * @param filters the filters of the run
   */
  boolean write(DeltaTables delta, RunWriter out, BaseFilters.Plan filters) {
    // Entries are in the order of keys and access payloads at random. So payloads are built
    // beforehand, in the order of leaders, once for all consecutive tables with the same payload.
    EntryPayload made = null;
    long[] payloads = {};
    for (int t = 0; t < layout.tables().size(); t++) {
      EntryPayload payload = EntryPayload.of(layout.tables().get(t));
      if (payload != made) {
        payloads = new long[0]; // so that the old array can be freed first
        payloads = delta.payloads(payload);
        made = payload;
      }
      out.beginTable(delta.entries(t), filters.create(t));
      if (!write(delta, t, payloads, out)) {
        return false;
      }
      out.endTable();
      afterTable.run();
    }
    return filterSimHashes(
        out,
        filters,
        taker -> {
          delta.simHashes(expired, taker);
          return true;
        });
  }

  /**
   * Writes the entries of a table.
   *
   * @param payloads by local number
   */
  private boolean write(DeltaTables delta, int t, long[] payloads, RunWriter out) {
    for (int part = 0; part < delta.parts(t); part++) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      for (long entry : delta.sortedEntries(t, part)) {
        int local = (int) entry;
        if (delta.first() + local >= expired) {
          out.add(entry, payloads, EntryPayload.WORDS * local);
        }
      }
    }
    return true;
  }

  /**
   * Writes one run in place of several; returns false if cancelled.
   *
   * @param first ordinal of the first leader of the new run
   * @param filters the filters of the run
   */
  boolean write(TableRun[] runs, long first, RunWriter out, BaseFilters.Plan filters) {
    for (int t = 0; t < layout.tables().size(); t++) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      out.beginTable(entries(runs, t), filters.create(t));
      if (!merge(runs, t, first, out)) {
        return false;
      }
      out.endTable();
      afterTable.run();
    }
    return filterSimHashes(out, filters, taker -> simHashes(runs, taker));
  }

  /**
   * Builds the filter of SimHashes, if the plan has one; returns false if cancelled.
   *
   * @param all passes all SimHashes to a consumer; returns false if cancelled
   */
  private boolean filterSimHashes(
      RunWriter out, BaseFilters.Plan filters, Predicate<LongConsumer> all) {
    if (!filters.filtersSimHashes()) {
      return true;
    }
    SimHashFilter.Builder simHashes = filters.simHashes();
    if (!all.test(simHashes::count)) {
      return false;
    }
    simHashes.counted();
    if (!all.test(simHashes::put)) {
      return false;
    }
    out.setSimHashes(simHashes.build());
    return true;
  }

  /** Passes the SimHashes of some runs to a consumer; returns false if cancelled. */
  private boolean simHashes(TableRun[] runs, LongConsumer simHashes) {
    long[] simHash = new long[EntryPayload.WORDS];
    long seen = 0;
    for (TableRun run : runs) {
      try (RunCursor entries = new RunCursor(files, run, SimHashFilter.FIRST_TABLE)) {
        for (; entries.isValid(); entries.next()) {
          if (entries.ordinal() >= expired) {
            entries.copyPayload(simHash);
            simHashes.accept(simHash[0]);
          }
          if (++seen % ENTRIES_PER_QUESTION == 0 && cancelled.getAsBoolean()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** The number of entries that some runs have in a table, including expired ones. */
  static long entries(TableRun[] runs, int t) {
    long entries = 0;
    for (TableRun run : runs) {
      entries += run.entries(t);
    }
    return entries;
  }

  private boolean merge(TableRun[] runs, int t, long first, RunWriter out) {
    long[] payload = new long[EntryPayload.WORDS];
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
            from.copyPayload(payload);
            out.add(moved, payload, 0);
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

  /**
   * The cursor with the lowest next key, of the oldest run among equals; null if all are at their
   * end.
   */
  private static @Nullable RunCursor lowest(RunCursor[] cursors) {
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
