package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The older leaders' tables on disk: runs of sorted entries in RocksDB. */
final class BaseTables {

  // Long because what is looked up, written and merged agrees here on which runs count.
  //
  // O'Neil et al.: The Log-Structured Merge-Tree, 1996; tiers as in Jagadish et al., 1997.
  //
  // A delta is written as a run on another thread, while lookups go on; then the thread that puts
  // adds it to those that count. That takes no longer than writing the delta, however many leaders
  // there are. Runs are merged with one another on yet another thread (RunPlanner says which), and
  // the thread that puts puts the merged one into their place. Nothing that is read ever changes.
  //
  // Runs have leaders from one ordinal to another and lie in that order; what is between two of
  // them has expired. So do runs that a lane has left behind: they are dropped as a whole.

  private static final String FORMAT = "9 ";
  private static final String LAYOUT = "base.layout";

  /** Of the memory for filters, the part that counts may take. */
  private static final long COUNTS_PART = 4;

  /** More new runs than that beside a merge of runs wait for it. */
  private static final int MOST_WAITING = 8;

  private final RocksFolder files;
  private final RunStore store;
  private final TableLayout layout;
  private final Table[] tables;
  private final BaseFilters filters;
  private final Supplier<RunReader> readers; // one a thread
  private TableRun[] runs; // null before they are needed
  private volatile CountedRuns counted;
  private long live; // leaders of the runs, when these were set
  private long next;
  private volatile TableRun written; // from a delta; does not count yet
  private SideWork merge; // of runs, or the deletion of merged ones; null if none goes on
  private RunPlanner merging;
  private volatile TableRun merged;

  /**
   * The tables in these files.
   *
   * @param leastFilterBytes what is reserved for filters as soon as there are tables
   * @param mostFilterBytes bound on the heap bytes of filters
   */
  BaseTables(RocksFolder files, TableLayout layout, long leastFilterBytes, long mostFilterBytes) {
    this.files = files;
    this.layout = layout;
    tables = layout.tables().toArray(new Table[0]);
    filters = new BaseFilters(layout.tables(), leastFilterBytes, mostFilterBytes);
    counted = CountedRuns.none(tables.length);
    store = new RunStore(files);
    readers = ThreadLocal.withInitial(() -> new RunReader(files))::get;
    List<TableRun.Id> stored = store.current();
    next = stored.isEmpty() ? 0 : stored.get(stored.size() - 1).next();
  }

  /** Leaders below this ordinal are here. */
  long next() {
    return next;
  }

  /**
   * Makes ready for lookups: drops tables that are of another layout, or newer than the leaders, or
   * of expired leaders only, and opens the files of the others.
   *
   * @param leaders one more than the highest ordinal of a leader
   * @param expired leaders below this ordinal have expired
   */
  void prepare(long leaders, long expired) {
    byte[] stored = files.meta(LAYOUT);
    boolean same = stored != null && id().equals(new String(stored, UTF_8));
    if (!same || next > leaders || (next > 0 && next <= expired)) {
      cancel(); // or what is being merged would be put in the place of runs that are gone
      setRuns(new TableRun[0], expired);
      files.putMeta(LAYOUT, id().getBytes(UTF_8));
      if (stored != null) {
        store.flush(); // before the drop: no run must be named that is not there
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
    next = changed.length == 0 ? 0 : changed[changed.length - 1].next();
    loadFilters(changed, expired);
  }

  /** Only now, so that there is room for those of a merged run where its parts' were. */
  private void loadFilters(TableRun[] changed, long expired) {
    live = next - Math.max(expired, changed.length == 0 ? 0 : changed[0].first());
    long maxBytes = filters.maxBytes(live);
    counted = counted.with(changed, filters.counted(), files, expired, maxBytes / COUNTS_PART);
    for (TableRun run : changed) {
      run.loadFilters(files);
      filters.fit(filters(changed), maxBytes - counted.bytes());
    }
  }

  private static List<RunFilters> filters(TableRun[] runs) {
    return Arrays.stream(runs).map(TableRun::filters).toList();
  }

  /** Whether there is nothing here. */
  boolean isEmpty() {
    return runs.length == 0;
  }

  /** Heap bytes that the filters may grow to. */
  long reservedBytes() {
    return next == 0 ? 0 : filters.maxBytes(live);
  }

  /** Heap bytes of the filters. */
  long filterBytes() {
    return runs == null ? 0 : BaseFilters.bytes(filters(runs)) + counted.bytes();
  }

  /** Names the stored form: tables of another one are made anew from the leaders. */
  private String id() {
    return FORMAT + layout.id();
  }

  /** Asks the filters over keys, see {@link CountedRuns#mayHold}. */
  long[] mayHold(long[] keys) {
    return counted.mayHold(keys);
  }

  /**
   * Adds the candidates of a bucket; returns how many entries count.
   *
   * @param mayHold what {@link #mayHold(long[])} said of the table
   * @param expired leaders below this ordinal do not count
   */
  int scan(int t, long key, long mayHold, Question question, long expired, Candidates candidates) {
    return counted.scan(
        t, tables[t], Keys.high(key), mayHold, readers, question, expired, candidates);
  }

  /**
   * Writes the leaders of a delta that starts where these tables end; they count when {@link #add}
   * was called. The delta must not change meanwhile. Leaders that have expired are left out.
   *
   * @param expired leaders below this ordinal have expired, which is written down beside them
   * @param cancelled asked now and then; if it says so, nothing counts
   * @param afterTable called after each table, before anything of the merge can be seen
   */
  void write(DeltaTables delta, long expired, BooleanSupplier cancelled, Runnable afterTable) {
    if (delta.first() < next || (delta.first() > next && delta.first() > expired)) {
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
   * Filters for the tables of a run that is written, so large that those of all runs fit.
   *
   * @param leaders how many all runs have
   */
  private BaseFilters.Plan filters(TableRun.Id id, long[] entries, long leaders) {
    double part = (double) Math.max(1, id.next() - id.first()) / Math.max(1, leaders);
    long bytes = filters.maxBytes(leaders) - counted.bytes();
    return filters.plan(
        entries, Math.min(1, part) * bytes, counted::lacksCounts, counted::hasManyKeys);
  }

  /** Writes a run; null if it was cancelled. */
  private TableRun write(TableRun.Id id, Predicate<RunWriter> work) {
    try (RunWriter out = new RunWriter(files, id, tables.length)) {
      if (!work.test(out)) {
        return null;
      }
      out.finish();
    }
    return TableRun.open(files, id, layout.tables());
  }

  /** Adds the run that was written: its leaders are here from now on. */
  void add(long expired) {
    TableRun[] more = Arrays.copyOf(runs, runs.length + 1);
    more[runs.length] = written;
    written = null;
    setRuns(more, expired);
  }

  /**
   * Merges runs on another thread if that is due; waits for a merge that there is only if too many
   * runs have come since.
   *
   * @param expired leaders below this ordinal have expired
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
    while (gone < runs.length - 1 && runs[gone].next() <= expired) {
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
          SideWork.start(
              mergers,
              cancelled -> merged = merge(sources, leaders, expired, cancelled, afterTable));
    } else if (store.hasDropped()) {
      merge = SideWork.start(mergers, this::deleteDropped);
    }
  }

  private void deleteDropped(BooleanSupplier cancelled) {
    if (!cancelled.getAsBoolean()) {
      store.flush();
    }
  }

  private TableRun merge(
      TableRun[] sources,
      long leaders,
      long expired,
      BooleanSupplier cancelled,
      Runnable afterTable) {
    long end = sources[sources.length - 1].next();
    long first = Math.min(end, Math.max(sources[0].first(), expired));
    long[] entries = new long[tables.length];
    for (int t = 0; t < tables.length; t++) {
      entries[t] = RunMerge.entries(sources, t);
    }
    RunMerge work = new RunMerge(files, layout, expired, cancelled, afterTable);
    TableRun.Id id = store.create(first, end);
    return write(
        id, out -> work.write(sources, first, out, filters(id, entries, leaders - expired)));
  }

  /** Whether a merge of runs has ended, so that {@link #mergeRuns} has something to do. */
  boolean hasMerged() {
    return merge != null && merge.isDone();
  }

  private void replaceMerged(long expired) {
    merge.await();
    merge = null;
    if (merged != null) {
      List<TableRun> changed = new ArrayList<>(Arrays.asList(runs).subList(0, merging.from()));
      changed.add(merged);
      changed.addAll(Arrays.asList(runs).subList(merging.to(), runs.length));
      merged = null;
      setRuns(changed.toArray(new TableRun[0]), expired);
    }
  }

  /** Gives up what is being merged, and what was written and does not count. */
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

  /** Makes the leader log and the tables durable, and frees room that was held until then. */
  void flush() {
    store.flush();
  }
}
