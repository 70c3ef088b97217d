package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.ExpiryListener;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderVisitor;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PutOrder;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.TableLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The index of one lane: a log of its leaders on disk, and tables that find them, the newest in
 * memory and the older ones in RocksDB.
 *
 * <p>One thread puts. Any number of threads may look up and read at the same time, and any thread
 * may close. Opening is cheap: the first lookup fills the tables in memory from the leaders that
 * are newer than the tables on disk.
 *
 * <p>If the process dies, or the index is {@link #abandon}ed, the next opening finds it as it was
 * at a {@link #commit}: the last one before the last {@link #flush}, or a later one. What was put
 * after that commit must be put again.
 */
public final class TableIndex implements LeaderIndex {

  // This class is only about locking and the order of steps; the classes that it uses do the work.
  // The package comment of dev.crawlsieve.core.index defines the terms and shows the layers.
  //
  // The leader log is the only source of truth; tables are rebuilt from it if necessary. Opening
  // deletes the leaders after the last commit, and drops runs that contain any of them.
  //
  // Lookups skip leaders as soon as they have expired. Their data is deleted later: records in
  // dropBelow(), table entries as described in LeaderTables.
  //
  // Locking: puts, the first filling, the start of a range and close() are exclusive; lookups and
  // reads run in parallel. The lock also keeps readers from using freed native memory. Only
  // LookAhead reads the base without this lock; its own lock excludes changes of the base and
  // close().

  private static final long PIECE_WAITS_MILLIS = 10;

  private final TableLayout layout;
  private final RuleSettings rule;
  private final StampedLock lock = new StampedLock();
  private final RocksFolder files;
  private final LeaderLog log;
  private final LaneState state;
  private final LeaderTables tables;
  private ExpiryListener expiry = ExpiryListener.NONE;
  private boolean closed;

  /**
   * Opens with a layout for the number of leaders that the index has.
   *
   * @param layouts returns the layout for a number of leaders
   * @param helpers runs background work, possibly at any later time
   */
  TableIndex(
      Path folder,
      LongFunction<TableLayout> layouts,
      RuleSettings rule,
      long memoryBytes,
      Executor helpers) {
    this.rule = rule;
    HelperThreads counted = new HelperThreads(helpers);
    LeaderTables.Memory memory = new LeaderTables.Memory(memoryBytes);
    files = new RocksFolder(folder);
    try {
      LeaderLog.CommitPoint committed = LeaderLog.CommitPoint.read(files);
      log = new LeaderLog(files, committed, counted, memory.page());
      layout = layouts.apply(log.next());
      state = new LaneState(files, log, committed, rule);
      tables = new LeaderTables(files, layout, rule, memory, log, state, counted);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /**
   * Opens the index in a folder, which is created if it does not exist. Its tables are laid out for
   * the number of leaders that it has had, or for the expected number if that is greater.
   *
   * @throws IndexException if the files cannot be read
   */
  public static TableIndex open(Path folder, IndexSettings settings) {
    LongFunction<TableLayout> layouts =
        leaders ->
            Detector.of(settings.detector()).layout(Math.max(settings.expectedLeaders(), leaders));
    return new TableIndex(
        folder, layouts, settings.rule(), settings.memoryBytes(), helpers(folder));
  }

  /**
   * The approximate number of leaders that an index holds before it first writes tables to disk.
   */
  public static long leadersInMemory(IndexSettings settings) {
    TableLayout layout = Detector.of(settings.detector()).layout(settings.expectedLeaders());
    return leadersInMemory(layout, settings.memoryBytes());
  }

  /** The same for an index with a given layout. */
  public static long leadersInMemory(TableLayout layout, long memoryBytes) {
    double bytes = DeltaTables.bytesPerLeader(layout);
    return (long) (new LeaderTables.Memory(memoryBytes).firstDelta() / bytes);
  }

  /** Opens with a given layout; tables on disk of another layout are rebuilt when needed. */
  public static TableIndex open(
      Path folder, TableLayout layout, RuleSettings rule, long memoryBytes) {
    return new TableIndex(folder, leaders -> layout, rule, memoryBytes, helpers(folder));
  }

  private static Executor helpers(Path folder) {
    return HelperThreads.daemons("crawlsieve-index-" + folder.getFileName());
  }

  /**
   * {@inheritDoc}
   *
   * <p>For an index without a changelog: expired leaders are dropped at once. The owner of an index
   * that is restored from a changelog calls {@link #putLaneTime} and {@link #dropBelow} instead.
   */
  @Override
  public void advance(long timestamp) {
    LaneTime before = laneTime();
    LaneTime after = before.advance(timestamp, nextOrdinal());
    if (after != before) {
      putLaneTime(after);
      for (long gone = firstOrdinal(); gone < after.expired(); gone++) {
        expiry.expired(gone, timestamp);
      }
      dropBelow(after.expired());
      expiredSites(Integer.MAX_VALUE).forEach(this::dropSite);
    }
  }

  /** Sets the listener that {@link #advance} calls for each expired leader before it drops it. */
  public void onExpiry(ExpiryListener listener) {
    this.expiry = listener;
  }

  boolean expires() {
    return rule.expires();
  }

  /** Runs a read under the lock. */
  private <T> T read(Supplier<T> what) {
    long stamp = lock.readLock();
    try {
      return what.get();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Runs a read of an open index under the lock. */
  private <T> T readOpen(Supplier<T> what) {
    return read(
        () -> {
          ensureOpen();
          return what.get();
        });
  }

  /** Runs a change of an open index under the lock. */
  private void change(Runnable what) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      what.run();
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** The lane's time. */
  public LaneTime laneTime() {
    return read(state::time);
  }

  /** Sets the lane's time; leaders that have expired at that time are no longer found. */
  public void putLaneTime(LaneTime time) {
    change(
        () -> {
          state.putTime(time);
          expire(time.expired());
        });
  }

  /** Sets the lane's time from its {@link LaneTime#encode stored form}. */
  public void putLaneTime(byte[] stored) {
    putLaneTime(state.decodeTime(stored));
  }

  /** Deletes the records of the leaders below an ordinal and marks those leaders as expired. */
  public void dropBelow(long ordinal) {
    change(
        () -> {
          expire(ordinal);
          log.dropBelow(ordinal);
          state.logChanged();
        });
  }

  private void expire(long ordinal) {
    state.expire(ordinal);
    if (state.expired() > log.next()) { // restored from a changelog that lacks those leaders
      log.dropBelow(state.expired());
      tables.forget();
    }
  }

  @Override
  public long expired() {
    return read(state::expired);
  }

  /** The lowest ordinal whose record has not been dropped. */
  public long firstOrdinal() {
    return readOpen(log::first);
  }

  /**
   * Puts leaders from a changelog. The leaders in a gap before them have expired and were dropped,
   * or they were forgotten, and what stays of them comes later.
   *
   * @param first ordinal of the first leader
   */
  public void restoreAll(long first, List<ComparedPage> leaders) {
    if (!leaders.isEmpty() && first > nextOrdinal()) {
      change(
          () -> {
            tables.forget();
            log.skipTo(first);
            state.gapBefore(first);
          });
    }
    int gone = (int) Math.min(leaders.size(), Math.max(0, firstOrdinal() - first));
    putAll(first + gone, leaders.subList(gone, leaders.size()));
  }

  /** Ends a restore: what comes before a gap that was not filled counts as dropped. */
  public void endRestore() {
    change(
        () -> {
          long end = state.gapsBefore();
          if (end == 0) {
            return;
          }
          state.commit(); // so that the log can be read as it is
          long next = log.first();
          try (LeaderLog.Range range = log.range(next, end)) {
            for (Leader leader = range.next(); leader != null; leader = range.next()) {
              if (leader.ordinal() > next) {
                expire(leader.ordinal());
                log.dropBelow(leader.ordinal());
              }
              next = leader.ordinal() + 1;
            }
          }
          state.closeGaps();
        });
  }

  @Override
  public List<Long> leaders(long from, long to, Predicate<ComparedPage> which) {
    List<Long> found = new ArrayList<>();
    change(
        () -> {
          try (LeaderLog.Range range =
              log.range(Math.max(from, state.expired()), Math.min(to, log.next()) - 1)) {
            for (Leader leader = range.next(); leader != null; leader = range.next()) {
              if (!leader.record().isForgotten() && which.test(leader.record())) {
                found.add(leader.ordinal());
              }
            }
          }
        });
    return found;
  }

  @Override
  public List<String> sites(String from, String to) {
    return readOpen(() -> state.keys(from, to));
  }

  @Override
  public void expect(Supplier<? extends Collection<ComparedPage>> pages) {
    if (!tables.onDisk() || !LookAhead.isOfUse()) {
      return;
    }
    long from;
    long stamp = lock.readLock();
    try {
      if (closed || !tables.canLookAhead()) {
        return;
      }
      from = state.expired();
    } finally {
      lock.unlockRead(stamp);
    }
    tables.expect(pages, from);
  }

  @Override
  public Lookup lookup(ComparedPage page) {
    return lookup(page, tables.prepared(page), false, 0);
  }

  /**
   * The best match of a page, for an index that holds only part of a lane's leaders.
   *
   * @param contentOnly whether to look only for leaders of the same content
   * @param from leaders below this ordinal are skipped, as are expired ones
   */
  public Lookup lookup(ComparedPage page, boolean contentOnly, long from) {
    return lookup(page, null, contentOnly, from);
  }

  /**
   * What {@link #lookup} after {@link #advance} would find if the page came next; changes nothing.
   *
   * @param page as {@link #informed}
   */
  public Lookup ask(ComparedPage page) {
    return lookup(page, null, false, then(page).expired());
  }

  /** The lane's time if a page came next. */
  public LaneTime then(ComparedPage page) {
    return laneTime().advance(page.timestamp(), nextOrdinal());
  }

  /** A page with what would be known of its site if it came next. */
  public ComparedPage informed(ComparedPage page) {
    String site = SiteEvidence.key(page);
    return site == null ? page : SiteEvidence.informed(page, site(site), then(page).tick());
  }

  /**
   * What an index that holds only part of a lane's leaders would find if the page came next;
   * changes nothing.
   *
   * @param tick the lane's tick at that time, see {@link LaneTime#tick}
   * @param from leaders below this ordinal are skipped, as are those that would have expired by
   *     then
   */
  public Lookup ask(ComparedPage page, long tick, long from) {
    LaneTime then = laneTime().reached(tick, nextOrdinal());
    return lookup(page, null, false, Math.max(from, then.expired()));
  }

  private Lookup lookup(
      ComparedPage page, @Nullable BegunLookup prepared, boolean contentOnly, long from) {
    return filled(() -> tables.find(page, prepared, contentOnly, from));
  }

  /** Passes every leader that may match a page to a visitor, which must not change the index. */
  public void visit(ComparedPage page, LeaderVisitor visitor) {
    BegunLookup prepared = tables.prepared(page);
    filled(
        () -> {
          tables.visit(page, prepared, visitor);
          return visitor;
        });
  }

  /** Runs a read of the tables, which are filled first if necessary. */
  private <T> T filled(Supplier<T> what) {
    while (true) {
      long stamp = lock.readLock();
      try {
        ensureOpen();
        if (tables.areFilled()) {
          return what.get();
        }
      } finally {
        lock.unlockRead(stamp);
      }
      refresh();
    }
  }

  /** Fills the tables in memory if they are not filled, for example at the end of a restore. */
  public void refresh() {
    change(
        () -> {
          if (!tables.areFilled()) {
            tables.fill();
          }
        });
  }

  /**
   * {@inheritDoc}
   *
   * @throws IndexException if the ordinal would leave a gap, or belongs to another leader
   */
  @Override
  public void put(long ordinal, ComparedPage leader) {
    putAll(ordinal, List.of(leader));
  }

  /**
   * Puts leaders with consecutive ordinals, as a restore does.
   *
   * @param first ordinal of the first leader
   * @throws IndexException if they would leave a gap, or one of the ordinals belongs to another
   *     leader; the leaders before it have been put
   */
  public void putAll(long first, List<ComparedPage> leaders) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      tables.fillIfCheap();
      long ordinal = first;
      List<ComparedPage> fresh = leaders;
      for (ComparedPage leader : leaders) {
        if (ordinal < log.next() && leader.isForgotten()) {
          tables.replace(ordinal, leader);
          state.logChanged();
          fresh = leaders.subList((int) (ordinal - first) + 1, leaders.size());
        } else if (PutOrder.isNew(ordinal, leader, log.next(), log::get)) {
          log.append(leader);
          state.logChanged();
        } else {
          fresh = leaders.subList((int) (ordinal - first) + 1, leaders.size());
        }
        ordinal++;
      }
      if (tables.areFilled()) {
        tables.add(fresh);
      }
      log.trim(tables::roomForRecords);
    } catch (RuntimeException e) {
      tables.forget(); // they may be behind the log now
      throw e;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  @Override
  public ComparedPage get(long ordinal) {
    return readOpen(() -> ordinal < 0 ? null : log.get(ordinal));
  }

  @Override
  public long nextOrdinal() {
    return readOpen(log::next);
  }

  @Override
  public byte @Nullable [] site(String key) {
    return meta(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    change(() -> state.putSite(key, stored));
  }

  @Override
  public long tick() {
    return laneTime().tick();
  }

  @Override
  public void dropSite(String key) {
    change(() -> state.dropSite(key));
  }

  /**
   * The sites that have expired and are to be {@link #dropSite dropped}, each once.
   *
   * @param most how many may be returned
   */
  public List<String> expiredSites(int most) {
    List<String> expired = new ArrayList<>();
    if (!read(state::sitesChecked)) {
      change(() -> state.expireSites(most, expired));
    }
    return expired;
  }

  /** A small value stored with the leaders. */
  public byte @Nullable [] meta(String key) {
    return readOpen(() -> state.value(key));
  }

  /** Stores a small value with the leaders. */
  public void putMeta(String key, byte[] value) {
    change(() -> state.putValue(key, value));
  }

  /** How the tables are laid out. */
  public TableLayout layout() {
    return layout;
  }

  /** Whether the index has had tables on disk since it was opened. */
  public boolean onDisk() {
    return tables.onDisk();
  }

  /** What the index holds and costs now. */
  public IndexStats stats() {
    return readOpen(tables::stats);
  }

  /**
   * Commits everything put so far. It becomes durable later: with a flush, or when enough has been
   * put.
   *
   * @param position the position in the owner's own log, which {@link #position} will return
   */
  public void commit(long position) {
    change(
        () -> {
          state.commit(position);
          tables.purgeIfDue();
          tables.saveSometimes(this::copied);
        });
  }

  /** Copies a piece of the tables while nothing is put. */
  private boolean copied(ChunkOutput.Piece piece) throws IOException {
    long stamp;
    try {
      stamp = lock.tryReadLock(PIECE_WAITS_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    if (stamp == 0) {
      return false; // the holder of the lock may be waiting for this work to end
    }
    try {
      piece.put();
      return true;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** The position of the last commit; negative if there is none. */
  public long position() {
    return read(state::position);
  }

  /** Commits everything put so far and makes it durable; does nothing if it already is. */
  public void flush() {
    change(
        () -> {
          state.commit();
          if (!state.isFlushed()) {
            tables.flush();
            state.flushed();
          }
        });
  }

  /** Commits everything, makes it durable and frees all resources; a second call does nothing. */
  @Override
  public void close() {
    close(
        () -> {
          state.commit();
          tables.flush();
          tables.save();
        });
  }

  /**
   * Makes durable what is committed, and closes. What was put after the last commit will be undone.
   */
  public void closeCommitted() {
    close(
        () -> {
          tables.flush();
          if (!state.isChanged()) {
            tables.save();
          }
        });
  }

  /** Closes without writing, as a crash would. */
  public void abandon() {
    close(() -> {});
  }

  private void close(Runnable last) {
    long stamp = lock.writeLock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      tables.stopBackgroundWork();
      try {
        last.run();
      } finally {
        tables.forget();
        log.stop();
        files.close();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Heap bytes of the tables in memory, the filters, and the records that are kept in memory. */
  long heapBytes() {
    return read(tables::heapBytes);
  }

  /** Whether a frozen delta is being written, or is written and not yet part of the base. */
  boolean merging() {
    return read(tables::merging);
  }

  /** For tests: callbacks in the middle of merges. */
  void onMerge(Runnable afterTable, Runnable beforeWatermark) {
    tables.onMerge(afterTable, beforeWatermark);
  }

  private void ensureOpen() {
    if (closed) {
      throw new IndexException("the index in " + files.folder() + " is closed");
    }
  }
}
