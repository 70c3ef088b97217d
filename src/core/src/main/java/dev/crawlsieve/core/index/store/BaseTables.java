package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The base: the older leaders' tables on disk, as runs of sorted entries in RocksDB. */
final class BaseTables {

  // Lookups, writes and merges are in one class, since they must agree on which runs count.
  //
  // O'Neil et al.: The Log-Structured Merge-Tree, 1996; tiers as in Jagadish et al., 1997.
  //
  // A frozen delta is written as a run in the background, while lookups go on. Then the thread that
  // puts adds it to the runs that count. The cost does not depend on the number of older leaders.
  // Another background thread merges runs (RunPlanner decides which), and the thread that puts
  // replaces them with the merged one. A run never changes, so readers need no copy.
  //
  // Each run covers a range of ordinals, and runs are in that order; leaders in a gap between two
  // runs have expired. A run whose leaders have all expired is dropped as a whole.

  private static final String FORMAT = "11 ";
  private static final String LAYOUT = "base.layout";

  /**
   * If this many runs were added since a merge of runs began, adding the next one waits for the
   * merge to end.
   */
  private static final int MOST_WAITING = 8;

  private final RocksFolder files;
  private final RunStore store;
  private final TableLayout layout;
  private final Table[] tables;
  private final BaseFilters filters;
  private final Supplier<RunReader> readers; // one per thread

  @SuppressWarnings("NullAway.Init") // by prepare
  private TableRun[] runs;

  private long live; // live leaders in the runs when the list of runs last changed
  private long next;
  private volatile @Nullable TableRun written; // from a frozen delta, not yet among the runs
  private @Nullable BackgroundWork merge; // merges runs or deletes merged ones in the background

  @SuppressWarnings("NullAway.Init") // by mergeRuns, with merge
  private RunPlanner merging;

  private volatile @Nullable TableRun merged;

  /**
   * The tables in these files, except those of leaders that were undone.
   *
   * @param leaders one more than the highest ordinal of a leader
   * @param expired leaders below this ordinal have expired
   * @param leastFilterBytes heap bytes reserved for filters as soon as there are tables
   * @param mostFilterBytes bound on the heap bytes of filters
   */
  BaseTables(
      RocksFolder files,
      long leaders,
      long expired,
      TableLayout layout,
      long leastFilterBytes,
      long mostFilterBytes) {
    this.files = files;
    this.layout = layout;
    tables = layout.tables().toArray(new Table[0]);
    filters = new BaseFilters(layout.tables(), leastFilterBytes, mostFilterBytes);
    store = new RunStore(files, leaders, expired);
    readers = ThreadLocal.withInitial(() -> new RunReader(files))::get;
    List<TableRun.Id> stored = store.current();
    next = stored.isEmpty() ? 0 : stored.get(stored.size() - 1).next();
  }

  /** One more than the highest ordinal that the base covers. */
  long next() {
    return next;
  }

  /**
   * Prepares for lookups: drops the tables if they have another layout or have only expired
   * leaders; otherwise opens their files.
   *
   * @param expired leaders below this ordinal have expired
   */
  void prepare(long expired) {
    byte[] stored = files.meta(LAYOUT);
    boolean same = stored != null && id().equals(new String(stored, UTF_8));
    if (!same || (next > 0 && next <= expired)) {
      cancel(); // or a merge would replace runs that no longer exist
      setRuns(new TableRun[0], expired);
      files.putMeta(LAYOUT, id().getBytes(UTF_8));
      if (stored != null) {
        store.flush(); // before the drop, so that no stored list names a missing run
        files.dropTables();
      }
    }
    if (runs == null) {
      runs = open(store.current());
      loadFilters(runs, expired);
    }
  }

  private TableRun[] open(List<TableRun.Id> ids) {
    TableRun[] opened = new TableRun[ids.size()];
    for (int i = 0; i < opened.length; i++) {
      opened[i] = TableRun.open(files, ids.get(i), layout.tables());
    }
    return opened;
  }

  private void setRuns(TableRun[] changed, long expired) {
    store.setCurrent(Arrays.stream(changed).map(TableRun::id).toList());
    runs = changed;
    next = changed.length == 0 ? 0 : changed[changed.length - 1].id().next();
    loadFilters(changed, expired);
  }

  /**
   * Called after the runs have changed: a merged run's filters then take the room of its parts'
   * filters.
   */
  private void loadFilters(TableRun[] changed, long expired) {
    live = next - Math.max(expired, changed.length == 0 ? 0 : changed[0].id().first());
    long maxBytes = filters.maxBytes(live);
    for (TableRun run : changed) {
      run.loadFilters(files);
      filters.fit(filters(changed), maxBytes);
    }
  }

  private static List<RunFilters> filters(TableRun[] runs) {
    return Arrays.stream(runs).map(TableRun::filters).toList();
  }

  /** Whether there are no runs. */
  boolean isEmpty() {
    return runs.length == 0;
  }

  /** Bound on the heap bytes of filters, given the present runs. */
  long reservedBytes() {
    return next == 0 ? 0 : filters.maxBytes(live);
  }

  /** Heap bytes of the filters. */
  long filterBytes() {
    return runs == null ? 0 : BaseFilters.bytes(filters(runs));
  }

  /**
   * The identifier of format and layout. Tables with another identifier are rebuilt from the leader
   * log.
   */
  String id() {
    return FORMAT + layout.id();
  }

  /**
   * Tests keys against the filters of all runs in one pass, in which cache misses overlap.
   *
   * @param keys a key for each table from 0, or 0 to skip a table
   * @return by table: {@linkplain #bit a bit} for each run that may hold the key
   */
  long[] mayHold(long[] keys) {
    long[] mayHold = new long[keys.length];
    for (int i = 0; i < runs.length; i++) {
      RunFilters held = runs[i].filters();
      for (int t = 0; t < keys.length; t++) {
        if (keys[t] != 0) {
          mayHold[t] |= (long) held.mayHold(t, Keys.high(keys[t])) << bit(i);
        }
      }
    }
    return mayHold;
  }

  /**
   * Clears the bits of SimHash tables that can be skipped without missing a match: every match is
   * in at least one of the remaining tables.
   *
   * @param mayHold the result of {@link #mayHold}; modified
   */
  void skipWithoutMatch(long simhash, long[] mayHold) {
    for (int i = 0; i < Math.min(runs.length, Long.SIZE - 1); i++) { // the last bit is shared
      long skipped = runs[i].filters().withoutMatch(simhash);
      for (; skipped != 0; skipped &= skipped - 1) {
        mayHold[Long.numberOfTrailingZeros(skipped)] &= ~(1L << i);
      }
    }
  }

  /** The bit that stands for a run; all runs from the 64th on share the last bit. */
  private static int bit(int run) {
    return Math.min(run, Long.SIZE - 1);
  }

  /**
   * Adds the candidates in a bucket; returns how many of its live entries were read.
   *
   * @param mayHold the table's element of {@link #mayHold(long[])}
   * @param expired leaders below this ordinal are skipped
   */
  int scan(int t, long key, long mayHold, SoughtPage sought, long expired, Candidates candidates) {
    int entries = 0;
    for (int i = 0; i < runs.length && mayHold != 0; i++) {
      if ((mayHold & 1L << bit(i)) != 0) {
        entries += runs[i].scan(t, tables[t], Keys.high(key), readers, sought, expired, candidates);
      }
    }
    return entries;
  }

  /**
   * Writes a delta as a run, without expired leaders; {@link #add} then makes the run count. The
   * delta must begin where the base ends, and must not change meanwhile.
   *
   * @param expired leaders below this ordinal have expired, and their expiry is committed
   * @param cancelled polled; once true, no run is written
   * @param afterTable called after each table, before the run counts
   */
  void write(DeltaTables delta, long expired, BooleanSupplier cancelled, Runnable afterTable) {
    if (delta.first() < next) {
      throw new IllegalStateException("a delta from " + delta.first() + " onto a base to " + next);
    }
    if (cancelled.getAsBoolean()) {
      return;
    }
    if (store.hasDropped()) {
      store.flush();
    }
    long[] entries = new long[tables.length];
    for (int t = 0; t < tables.length; t++) {
      entries[t] = delta.entries(t);
    }
    RunMerge work = new RunMerge(files, layout, expired, cancelled, afterTable);
    TableRun.Id id = store.create(delta.first(), delta.next());
    written =
        write(id, out -> work.write(delta, out, filters(id, entries, delta.next() - expired)));
  }

  /**
   * Plans the filters of a run, so that the filters of all runs fit.
   *
   * @param leaders the number of leaders of all runs
   */
  private BaseFilters.Plan filters(TableRun.Id id, long[] entries, long leaders) {
    double part = (double) Math.max(1, id.next() - id.first()) / Math.max(1, leaders);
    return filters.plan(entries, Math.min(1, part) * filters.maxBytes(leaders));
  }

  /** Writes a run; returns null if cancelled. */
  private @Nullable TableRun write(TableRun.Id id, Predicate<RunWriter> work) {
    try (RunWriter out = new RunWriter(files, id, tables.length)) {
      if (!work.test(out)) {
        return null;
      }
      out.finish();
    }
    return TableRun.open(files, id, layout.tables());
  }

  /** Adds the written run to the runs that count. */
  void add(long expired) {
    TableRun[] more = Arrays.copyOf(runs, runs.length + 1);
    more[runs.length] = written;
    written = null;
    setRuns(more, expired);
  }

  /**
   * Replaces runs whose merge has ended, and starts the next merge if one is due. Waits for a
   * running merge only if too many runs were added since it began.
   *
   * @param expired leaders below this ordinal have expired, and their expiry is committed
   * @param afterTable called after each table
   */
  void mergeRuns(Executor mergers, long expired, Runnable afterTable) {
    if (merge != null && (merge.isDone() || runs.length - merging.to() >= MOST_WAITING)) {
      replaceMerged(expired);
    }
    if (merge != null) {
      return;
    }
    int gone = 0;
    while (gone < runs.length - 1 && runs[gone].id().next() <= expired) {
      gone++;
    }
    if (gone > 0) {
      setRuns(Arrays.copyOfRange(runs, gone, runs.length), expired);
    }
    merging = RunPlanner.plan(store.current(), expired);
    if (!merging.isEmpty()) {
      TableRun[] sources = Arrays.copyOfRange(runs, merging.from(), merging.to());
      long leaders = next;
      merge =
          BackgroundWork.start(
              mergers,
              cancelled -> merged = merge(sources, leaders, expired, cancelled, afterTable));
    } else if (store.hasDropped()) {
      merge = BackgroundWork.start(mergers, this::deleteDropped);
    }
  }

  private void deleteDropped(BooleanSupplier cancelled) {
    if (!cancelled.getAsBoolean()) {
      store.flush();
    }
  }

  private @Nullable TableRun merge(
      TableRun[] sources,
      long leaders,
      long expired,
      BooleanSupplier cancelled,
      Runnable afterTable) {
    long end = sources[sources.length - 1].id().next();
    long first = Math.min(end, Math.max(sources[0].id().first(), expired));
    long[] entries = new long[tables.length];
    for (int t = 0; t < tables.length; t++) {
      entries[t] = RunMerge.entries(sources, t);
    }
    RunMerge work = new RunMerge(files, layout, expired, cancelled, afterTable);
    TableRun.Id id = store.create(first, end);
    return write(
        id, out -> work.write(sources, first, out, filters(id, entries, leaders - expired)));
  }

  /** Whether a merge of runs has ended and {@link #mergeRuns} should be called. */
  boolean hasMerged() {
    return merge != null && merge.isDone();
  }

  private void replaceMerged(long expired) {
    Objects.requireNonNull(merge).await();
    merge = null;
    if (merged != null) {
      List<TableRun> changed = new ArrayList<>(Arrays.asList(runs).subList(0, merging.from()));
      changed.add(merged);
      changed.addAll(Arrays.asList(runs).subList(merging.to(), runs.length));
      merged = null;
      setRuns(changed.toArray(new TableRun[0]), expired);
    }
  }

  /** Cancels a merge and deletes runs that do not count yet. */
  void cancel() {
    if (merge != null) {
      merge.cancel();
      merge = null;
    }
    for (TableRun run : new TableRun[] {written, merged}) {
      if (run != null) {
        store.delete(run.id());
      }
    }
    written = null;
    merged = null;
  }

  /** Makes the leader log and the tables durable, then deletes replaced runs. */
  void flush() {
    store.flush();
  }
}
