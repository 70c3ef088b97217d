package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderVisitor;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.TableLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables of an index: the delta, the frozen delta and the base, and how leaders move from the
 * first to the last. The owner's lock prevents changes during lookups.
 */
final class LeaderTables {

  // A leader is in the base if its ordinal is below base.next(), otherwise in a delta.
  //
  // A full delta is frozen, a new one takes its place, and a background thread writes the frozen
  // one as a run; meanwhile lookups ask both deltas and the base. When the run is written, the
  // thread that puts adds it to the base and drops the frozen delta. It waits for the run only if
  // the new delta is full, too. Merges of runs go on in the background, independently of that.
  //
  // Merges of runs leave out the entries of expired leaders. When half of a delta has expired, it
  // is filled again from the log.

  /**
   * How an index divides its memory.
   *
   * @param bytes heap bytes for tables, filters and records together
   */
  record Memory(long bytes) {

    // Until there is a base, the delta gets nearly all the memory. Once there is one, filters get
    // what those of all its leaders can use, but three sixteenths at least, and three quarters at
    // most. A sixteenth is for what is being written. Two sevenths of the rest are for a new delta
    // while the frozen one is being written. What the delta leaves of its share is a cache for the
    // newest records. The filters' share stays reserved even if unused, because a merged run loads
    // its filters all at once.

    private static final int SIXTEENTHS = 16;
    private static final int FIRST_DELTA = 13;
    private static final int LEAST_FILTERS = 3;
    private static final int MOST_FILTERS = 12;
    private static final int BASE_AND_DELTAS = 15;
    private static final int PARTS_OF_DELTAS = 7;
    private static final int PARTS_BESIDE_FROZEN = 2;
    private static final int AHEAD_PART = 32; // 1/32 of the memory, in addition to it
    private static final int LEAST_PAGE_BYTES = 1 << 10;
    private static final int MOST_PAGE_BYTES = 1 << 20;

    private long sixteenths(int count) {
      return count * (bytes / SIXTEENTHS);
    }

    /** Bytes of the delta until there is a base. */
    long firstDelta() {
      return sixteenths(FIRST_DELTA);
    }

    /** Bytes reserved for filters once there is a base. */
    long leastFilters() {
      return sixteenths(LEAST_FILTERS);
    }

    /** The most bytes that filters may take. */
    long mostFilters() {
      return sixteenths(MOST_FILTERS);
    }

    /**
     * Bytes of the delta.
     *
     * @param filters bytes reserved for filters; 0 if there is no base
     * @param besideFrozen whether a frozen delta is being written
     */
    long delta(long filters, boolean besideFrozen) {
      if (filters == 0 && !besideFrozen) {
        return firstDelta();
      }
      long both = sixteenths(BASE_AND_DELTAS) - Math.max(leastFilters(), filters);
      long second = both / PARTS_OF_DELTAS * PARTS_BESIDE_FROZEN;
      return besideFrozen ? second : both - second;
    }

    /** Bytes for cached records: what filters and delta leave. */
    long records(long filters, long delta) {
      return sixteenths(BASE_AND_DELTAS) - filters - delta;
    }

    /** Bytes for prepared answers, in addition to {@link #bytes}. */
    long ahead() {
      return bytes / AHEAD_PART;
    }

    /** Bytes of a page of the leader log. */
    int page() {
      return (int) Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, bytes / 256));
    }
  }

  private static final int ADDED_AT_ONCE = 1024;
  private static final int WORTH_ALL_CORES = 256;
  private static final int PURGED_AT_ONCE = 1 << 17;

  private final RocksFolder files;
  private final TableLayout layout;
  private final Memory memory;
  private final LeaderLog log;
  private final LaneState state;
  private final HelperThreads helpers;
  private final BaseTables base;
  private final LeaderFinder finder;
  private final LookAhead lookAhead;
  private final SavedDelta saved;
  private LeaderFinder.@Nullable Deltas deltas; // null until first needed
  private @Nullable BackgroundWork merge; // writes the frozen delta as a run
  private @Nullable BackgroundWork purge;
  private int purged; // of the purges due when it began
  private int merges;
  private volatile boolean onDisk;
  private Runnable afterTable = () -> {};
  private Runnable beforeWatermark = () -> {};

  LeaderTables(
      RocksFolder files,
      TableLayout layout,
      RuleSettings rule,
      Memory memory,
      LeaderLog log,
      LaneState state,
      HelperThreads helpers) {
    this.files = files;
    this.layout = layout;
    this.memory = memory;
    this.log = log;
    this.state = state;
    this.helpers = helpers;
    base =
        new BaseTables(
            files,
            log.next(),
            state.expired(),
            layout,
            memory.leastFilters(),
            memory.mostFilters());
    finder = new LeaderFinder(layout, log, base, rule);
    lookAhead =
        new LookAhead(
            page -> finder.ahead(page.page(), page.from()),
            helpers,
            files::waiting,
            memory.ahead());
    saved = new SavedDelta(files.folder(), base.id(), layout, memory.bytes(), log.next(), log::get);
    onDisk = base.next() > 0;
  }

  /**
   * Whether lookups and puts can be served; otherwise the tables must be {@linkplain #fill filled}.
   */
  boolean areFilled() {
    return deltas != null;
  }

  /**
   * Whether there have been tables on disk since the index was opened. May be called by any thread
   * at any time.
   */
  boolean onDisk() {
    return onDisk;
  }

  /** Fills the tables in memory, from the leaders that are newer than those on disk. */
  void fill() {
    saved.cancel();
    lookAhead.change(() -> base.prepare(state.expired()));
    DeltaTables read = saved.take(base.next(), state.expired());
    DeltaTables delta = read == null ? newDelta(Math.max(base.next(), state.expired())) : read;
    try (LeaderLog.Range newer = log.range(delta.next(), Long.MAX_VALUE)) {
      deltas = new LeaderFinder.Deltas(null, delta);
      List<ComparedPage> some = new ArrayList<>(ADDED_AT_ONCE);
      for (Leader leader = newer.next(); leader != null; leader = newer.next()) {
        if (leader.ordinal() != deltas.delta().next() + some.size()) {
          long missing = deltas.delta().next() + some.size();
          throw files.damaged("leader " + missing + " is missing in " + files.folder(), null);
        }
        some.add(leader.record());
        if (some.size() == ADDED_AT_ONCE) {
          add(some);
          some.clear();
        }
      }
      add(some);
    } catch (RuntimeException e) {
      forget(); // they are only partly filled
      throw e;
    }
  }

  /** Fills the tables, if that is cheap, before leaders are appended to the log. */
  void fillIfCheap() {
    boolean mostlyExpired =
        deltas != null && merge == null && deltas.delta().mostlyExpired(state.expired());
    if (mostlyExpired || (deltas == null && base.next() == log.next())) {
      fill(); // saves reading back what is put next
    }
  }

  private LeaderFinder.Deltas filled() {
    return Objects.requireNonNull(deltas);
  }

  /** Drops the tables in memory; they are filled again when needed. */
  void forget() {
    deltas = null;
    cancelMerges();
  }

  private void cancelMerges() {
    saved.cancel();
    if (merge != null) {
      merge.cancel();
      merge = null;
    }
    base.cancel();
  }

  private DeltaTables newDelta(long first) {
    return new DeltaTables(layout, first, memory.bytes());
  }

  /** Adds leaders. While there is room, large batches, as in a restore, are added on all cores. */
  void add(List<ComparedPage> leaders) {
    for (int from = 0; from < leaders.size(); from += ADDED_AT_ONCE) {
      int to = Math.min(leaders.size(), from + ADDED_AT_ONCE);
      List<ComparedPage> some = leaders.subList(from, to);
      if (some.size() >= WORTH_ALL_CORES && filled().delta().hasRoom(some.size(), maxBytes())) {
        filled().delta().addAll(some, maxBytes());
      } else {
        some.forEach(this::add);
      }
    }
  }

  private void add(ComparedPage leader) {
    if (merge != null && merge.isDone()) {
      takeOver();
    }
    if (base.hasMerged()) {
      lookAhead.change(() -> base.mergeRuns(helpers, state.expiredForGood(), afterTable));
    }
    if (isFull()) {
      if (merge != null) {
        takeOver();
      }
      if (isFull()) {
        freeze();
      }
    }
    filled().delta().add(leader, maxBytes());
  }

  private boolean isFull() {
    return !filled().delta().isEmpty() && filled().delta().full(maxBytes());
  }

  private long maxBytes() {
    return memory.delta(base.reservedBytes(), filled().frozen() != null);
  }

  /** Heap bytes for cached records. */
  long roomForRecords() {
    return deltas == null || deltas.frozen() != null
        ? 0
        : memory.records(base.reservedBytes(), deltas.bytes());
  }

  private void freeze() {
    saved.cancel();
    log.write(); // so that the log is durable before the run counts
    DeltaTables frozen = filled().delta();
    Runnable called = afterTable;
    deltas = new LeaderFinder.Deltas(frozen, newDelta(frozen.next()));
    long dropped = state.expiredForGood();
    merge =
        BackgroundWork.start(helpers, cancelled -> base.write(frozen, dropped, cancelled, called));
  }

  /** Waits for the frozen delta to be written and adds it to the base. */
  private void takeOver() {
    Objects.requireNonNull(merge).await();
    merge = null;
    beforeWatermark.run();
    lookAhead.change(
        () -> {
          base.add(state.expired());
          base.mergeRuns(helpers, state.expiredForGood(), afterTable);
        });
    deltas = new LeaderFinder.Deltas(null, filled().delta());
    saved.drop();
    merges++;
    onDisk = true;
  }

  /** Whether calling {@link #expect} is useful now. */
  boolean canLookAhead() {
    return deltas != null && !base.isEmpty();
  }

  /**
   * Prepares answers; called without the owner's lock.
   *
   * @param expired leaders below this ordinal have expired
   */
  void expect(Supplier<? extends Collection<ComparedPage>> pages, long expired) {
    lookAhead.expect(pages.get(), expired);
  }

  /** The answer that was prepared for a page; called without the owner's lock. */
  @Nullable BegunLookup prepared(ComparedPage page) {
    return onDisk ? lookAhead.take(page) : null;
  }

  /**
   * The best match of a page.
   *
   * @param prepared an answer for all leaders that have not expired; null if none was prepared
   * @param contentOnly whether to look only for leaders of the same content
   * @param from leaders below this ordinal are skipped, as are expired ones
   */
  Lookup find(ComparedPage page, @Nullable BegunLookup prepared, boolean contentOnly, long from) {
    return finder.find(page, begun(page, prepared, from), filled(), contentOnly);
  }

  /** Passes every leader that may match a page to a visitor; otherwise like {@link #find}. */
  void visit(ComparedPage page, @Nullable BegunLookup prepared, LeaderVisitor visitor) {
    finder.visit(page, begun(page, prepared, 0), filled(), visitor);
  }

  private BegunLookup begun(ComparedPage page, @Nullable BegunLookup prepared, long from) {
    return prepared != null
            && lookAhead.holds(prepared, state.expired())
            && prepared.sought().holdsFor(page)
        ? prepared
        : finder.begin(page, Math.max(from, state.expired()));
  }

  /**
   * Saves the delta, or the frozen delta if that is not part of the base yet, since it has more
   * leaders. The next opening then need not fill it. All of its leaders must be durable.
   */
  void save() {
    if (deltas != null) {
      saved.save(deltas.frozen() == null ? deltas.delta() : deltas.frozen());
    }
  }

  /**
   * Called at each commit; saves the delta in the background now and then.
   *
   * @param guard copies a piece under the owner's lock
   */
  void saveSometimes(SavedDelta.Guard guard) {
    if (deltas != null && deltas.frozen() == null) {
      saved.step(deltas.delta(), state.committed(), helpers, guard, files::flush);
    }
  }

  /** Replaces the record of a leader; its entries stay, and no page matches them. */
  void replace(long ordinal, ComparedPage leader) {
    lookAhead.change(() -> log.replace(ordinal, leader));
  }

  /** After a commit: removes from files, in the background, what was forgotten. */
  void purgeIfDue() {
    if (purge != null && purge.isDone()) {
      BackgroundWork ended = purge;
      purge = null;
      ended.await();
      state.purged(purged);
    }
    if (purge == null && state.purgesDue() > 0) {
      purged = state.purgesDue();
      purge =
          BackgroundWork.start(
              helpers, cancelled -> files.purge(cancelled, log.keys(PURGED_AT_ONCE)));
    }
  }

  /** Makes the leader log and the tables durable. */
  void flush() {
    base.flush();
  }

  /** Stops background work. When this returns, no other thread reads or writes tables. */
  void stopBackgroundWork() {
    lookAhead.close();
    cancelMerges();
    if (purge != null) {
      purge.cancel();
    }
  }

  /** What the index holds and costs now. */
  IndexStats stats() {
    return new IndexStats(
        log.next() - state.expired(),
        Math.max(0, base.next() - state.expired()),
        deltas == null ? 0 : deltas.bytes(),
        base.filterBytes(),
        files.nativeBytes(),
        files.property("rocksdb.total-sst-files-size"),
        merges,
        finder.largestBucket.get(),
        state.expired(),
        state.time().millis(),
        finder.lookups.sum(),
        finder.diskLookups.sum(),
        finder.diskReads.sum(),
        finder.diskReadBytes.sum(),
        finder.aheadLookups.sum());
  }

  /** Heap bytes of the tables in memory, the filters, and the records that are kept in memory. */
  long heapBytes() {
    return deltas == null ? 0 : deltas.bytes() + base.filterBytes() + log.keptBytes();
  }

  /** Whether a frozen delta is being written, or is written and not yet part of the base. */
  boolean merging() {
    return merge != null;
  }

  /** For tests: callbacks in the middle of merges. */
  void onMerge(Runnable table, Runnable watermark) {
    this.afterTable = table;
    this.beforeWatermark = watermark;
  }
}
