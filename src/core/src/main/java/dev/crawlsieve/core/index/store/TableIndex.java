package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.ExpiryListener;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderCursor;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PutOrder;
import dev.crawlsieve.core.index.TableLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The index of one lane: a log of its leaders on disk, and tables that find them, the newest in
 * memory and the older ones in RocksDB.
 *
 * <p>One thread puts; any number of threads may look up and read at the same time, and any thread
 * may close. Opening is cheap: the first lookup fills the tables in memory, from the leaders that
 * are newer than the tables on disk.
 *
 * <p>If the process dies, or the index is {@link #abandon}ed, the next opening finds it as it was
 * at a {@link #commit}: at the last one before a {@link #flush}, or a later one. What was put after
 * that must be put again.
 */
public final class TableIndex implements LeaderIndex {

  // Long because every method takes the lock; the work done under it is in the classes named here.
  // The package comment of dev.crawlsieve.core.index defines the terms and shows the layers.
  //
  // Only the leader log is the truth; deltas and base are rebuilt from it if need be. A leader is
  // in the base if its ordinal is below base.next(), otherwise in a delta.
  //
  // A commit writes its point, the lane's time and small values in one batch, after the leaders;
  // whatever reaches the disk, it is a point and all leaders of it. Opening deletes the leaders
  // after the point, and drops runs that have some. Records of leaders that were dropped are only
  // deleted when that is committed.
  //
  // A full delta is frozen, a new one takes its place, and a background thread writes the frozen
  // one as a run; meanwhile lookups ask both deltas and the base. When the run is written, the
  // thread that puts adds it to the base and drops the frozen delta. It waits for the run only if
  // the new delta is full, too. Merges of runs go on in the background, independently of that.
  //
  // Leaders below `expired` have expired. Lookups skip them at once; their data goes later: the log
  // drops records in dropBelow(), merges of runs leave out their entries once that is committed,
  // and a delta is refilled from the log when half of it has expired.
  //
  // Memory, once there is a base: filters get half of it, up to three quarters if they need more. A
  // sixteenth is for what is being written. Of the rest, two sevenths are for a new delta while the
  // frozen one is being written. Whatever the delta leaves of its share caches the newest records.
  // The filters' share stays reserved even if unused, because a merged run loads its filters all
  // at once.
  //
  // Locking: puts, the first filling, the start of a range and close() are exclusive; lookups and
  // reads run in parallel. The lock also keeps readers away from freed native memory. Only
  // LookAhead reads the base without this lock; its own lock excludes changes of the base and
  // close().

  private static final String USER_META = "user.";
  private static final String LANE_TIME = "lane.time";

  // Shares of the memory.
  private static final int SIXTEENTHS = 16;
  private static final int FIRST_DELTA = 13;
  private static final int LEAST_FILTERS = 8;
  private static final int MOST_FILTERS = 12;
  private static final int BASE_AND_DELTAS = 15;
  private static final int PARTS_OF_DELTAS = 7;
  private static final int PARTS_BESIDE_FROZEN = 2;

  private static final int AHEAD_PART = 32; // 1/32 of the memory, in addition to it

  private static final int ADDED_AT_ONCE = 4096;
  private static final int WORTH_ALL_CORES = 256;
  private static final int LEAST_PAGE_BYTES = 1 << 10;
  private static final int MOST_PAGE_BYTES = 1 << 20;
  private static final long HELPER_WAITS_SECONDS = 10;

  private final TableLayout layout;
  private final RuleSettings rule;
  private final long memoryBytes;
  private final StampedLock lock = new StampedLock();
  private final RocksFolder files;
  private final LeaderLog log;
  private final BaseTables base;
  private final LeaderFinder finder;
  private final LookAhead lookAhead;
  private final SavedDelta saved;
  private final Set<Cursor> cursors = new HashSet<>();
  private final HelperThreads helpers;
  private LeaderFinder.Deltas deltas; // null until first needed
  private SideWork merge; // writes the frozen delta as a run; null if there is none
  private final Map<String, byte[]> uncommitted = new HashMap<>(); // small values
  private LeaderLog.CommitPoint commit;
  private LaneTime laneTime;
  private LaneTime storedTime;
  private long expired;
  private long expiredForGood; // as of the last commit: runs are written without these
  private int merges;
  private ExpiryListener expiry = ExpiryListener.NONE;
  private volatile boolean onDisk;
  private boolean changed; // since the last commit
  private boolean flushed = true;
  private boolean closed;
  private Runnable afterTable = () -> {};
  private Runnable beforeWatermark = () -> {};

  private TableIndex(
      Path folder, TableLayout layout, RuleSettings rule, long memoryBytes, Executor helpers) {
    this.layout = layout;
    this.rule = rule;
    this.memoryBytes = memoryBytes;
    this.helpers = new HelperThreads(helpers);
    files = new RocksFolder(folder);
    try {
      commit = LeaderLog.CommitPoint.read(files);
      log = new LeaderLog(files, commit, this.helpers, pageBytes(memoryBytes));
      byte[] stored = files.meta(LANE_TIME);
      laneTime = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
      storedTime = laneTime;
      expired = Math.max(log.first(), laneTime.expired());
      expiredForGood = expired;
      base =
          new BaseTables(
              files,
              log.next(),
              expired,
              layout,
              LEAST_FILTERS * (memoryBytes / SIXTEENTHS),
              MOST_FILTERS * (memoryBytes / SIXTEENTHS));
      finder = new LeaderFinder(layout, log, base, rule);
      lookAhead =
          new LookAhead(
              page -> finder.ahead(page.page(), page.from()),
              this.helpers,
              memoryBytes / AHEAD_PART);
      saved = new SavedDelta(folder, base.id(), layout, memoryBytes, log.next());
      onDisk = base.next() > 0;
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /**
   * Opens the index in a folder, which is created if it does not exist.
   *
   * @throws IndexException if the files cannot be read
   */
  public static TableIndex open(Path folder, IndexSettings settings) {
    Detector detector = Detector.of(settings.detector());
    return open(
        folder,
        detector.layout(settings.expectedLeaders()),
        settings.rule(),
        settings.memoryBytes());
  }

  /** Roughly how many leaders an index holds before it first writes tables to disk. */
  public static long leadersInMemory(IndexSettings settings) {
    TableLayout layout = Detector.of(settings.detector()).layout(settings.expectedLeaders());
    return (long)
        ((double) FIRST_DELTA
            * settings.memoryBytes()
            / SIXTEENTHS
            / DeltaTables.bytesPerLeader(layout));
  }

  /** Opens with a given layout; tables on disk of another layout are rebuilt when needed. */
  static TableIndex open(Path folder, TableLayout layout, RuleSettings rule, long memoryBytes) {
    return open(folder, layout, rule, memoryBytes, helpers(folder));
  }

  /** Daemon threads that end after a while without work. */
  private static Executor helpers(Path folder) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        HELPER_WAITS_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, "crawlsieve-index-" + folder.getFileName());
          thread.setDaemon(true);
          return thread;
        });
  }

  private static int pageBytes(long memoryBytes) {
    return (int) Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, memoryBytes / 256));
  }

  /**
   * Opens with a given layout.
   *
   * @param helpers runs background work, at any later time
   */
  static TableIndex open(
      Path folder, TableLayout layout, RuleSettings rule, long memoryBytes, Executor helpers) {
    return new TableIndex(folder, layout, rule, memoryBytes, helpers);
  }

  /**
   * {@inheritDoc}
   *
   * <p>For an index that stands alone: expired leaders are dropped at once. The owner of an index
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
    }
  }

  /** Sets a listener that {@link #advance} calls for each expired leader before dropping it. */
  public void onExpiry(ExpiryListener listener) {
    this.expiry = listener;
  }

  boolean expires() {
    return rule.expires();
  }

  /** The lane's time. */
  public LaneTime laneTime() {
    long stamp = lock.readLock();
    try {
      return laneTime;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Sets the lane's time; leaders that have expired by then are no longer found. */
  public void putLaneTime(LaneTime time) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      changed = true;
      laneTime = time;
      expire(time.expired());
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Sets the lane's time from its {@link LaneTime#encode stored form}. */
  public void putLaneTime(byte[] stored) {
    putLaneTime(LaneTime.decode(stored, rule));
  }

  /** Deletes the records of the leaders below an ordinal and marks these as expired. */
  public void dropBelow(long ordinal) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      expire(ordinal);
      log.dropBelow(ordinal);
      changed = true;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void expire(long ordinal) {
    expired = Math.max(expired, ordinal);
    if (expired > log.next()) { // a restore from a changelog that no longer has those leaders
      log.dropBelow(expired);
      forget();
    }
  }

  /** Leaders below this ordinal have expired. */
  public long expired() {
    long stamp = lock.readLock();
    try {
      return expired;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** The lowest ordinal whose record has not been dropped. */
  public long firstOrdinal() {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return log.first();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /**
   * Puts leaders from a changelog. A gap before them means that all leaders in it have expired and
   * were dropped.
   *
   * @param first ordinal of the first one
   */
  public void restoreAll(long first, List<LeaderRecord> leaders) {
    if (!leaders.isEmpty() && first > nextOrdinal()) {
      dropBelow(first);
    }
    int gone = (int) Math.min(leaders.size(), Math.max(0, firstOrdinal() - first));
    putAll(first + gone, leaders.subList(gone, leaders.size()));
  }

  @Override
  public Overrides overrides() {
    return rule.overrides();
  }

  @Override
  public void expect(Supplier<? extends Collection<LeaderRecord>> pages) {
    if (!onDisk || !LookAhead.isOfUse()) {
      return;
    }
    long from;
    long stamp = lock.readLock();
    try {
      if (closed || deltas == null || base.isEmpty()) {
        return;
      }
      from = expired;
    } finally {
      lock.unlockRead(stamp);
    }
    lookAhead.expect(pages.get(), from);
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    return lookup(page, onDisk ? lookAhead.take(page) : null, false, 0);
  }

  /**
   * The best match of a page, for an index that holds only part of a lane's leaders.
   *
   * @param contentOnly whether only leaders of the same content are wanted
   * @param from leaders below this ordinal are skipped, as are expired ones
   */
  public Lookup lookup(LeaderRecord page, boolean contentOnly, long from) {
    return lookup(page, null, contentOnly, from);
  }

  /**
   * What {@link #advance} and {@link #lookup} would find if the page came next; changes nothing.
   */
  public Lookup ask(LeaderRecord page) {
    LaneTime then = laneTime().advance(page.timestamp(), nextOrdinal());
    return lookup(page, null, false, then.expired());
  }

  /**
   * What an index that holds only part of a lane's leaders would find if the page came next;
   * changes nothing.
   *
   * @param tick the lane's tick then, see {@link LaneTime#tick}
   * @param from leaders below this ordinal are skipped, as are those that would have expired
   */
  public Lookup ask(LeaderRecord page, long tick, long from) {
    LaneTime then = laneTime().reached(tick, nextOrdinal());
    return lookup(page, null, false, Math.max(from, then.expired()));
  }

  private Lookup lookup(LeaderRecord page, OnDisk ahead, boolean contentOnly, long from) {
    while (true) {
      long stamp = lock.readLock();
      try {
        ensureOpen();
        if (deltas != null) {
          OnDisk begun =
              lookAhead.holds(ahead, expired) ? ahead : finder.begin(page, Math.max(from, expired));
          return finder.find(page, begun, deltas, contentOnly);
        }
      } finally {
        lock.unlockRead(stamp);
      }
      refresh();
    }
  }

  /** Fills the tables in memory if they are not filled, for example at the end of a restore. */
  public void refresh() {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      if (deltas == null) {
        fill();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void fill() {
    lookAhead.change(() -> base.prepare(expired));
    DeltaTables read = saved.take(base.next(), expired, log::get);
    DeltaTables delta = read == null ? newDelta(Math.max(base.next(), expired)) : read;
    try (LeaderLog.Range newer = log.range(delta.next(), Long.MAX_VALUE)) {
      deltas = new LeaderFinder.Deltas(null, delta);
      List<LeaderRecord> some = new ArrayList<>(ADDED_AT_ONCE);
      for (Leader leader = newer.next(); leader != null; leader = newer.next()) {
        if (leader.ordinal() != deltas.delta().next() + some.size()) {
          throw new IndexException(
              "leader "
                  + (deltas.delta().next() + some.size())
                  + " is missing in "
                  + files.folder());
        }
        some.add(leader.record());
        if (some.size() == ADDED_AT_ONCE) {
          addToDelta(some);
          some.clear();
        }
      }
      addToDelta(some);
    } catch (RuntimeException e) {
      forget(); // half filled
      throw e;
    }
  }

  /** Drops the tables in memory; they are filled again when needed. */
  private void forget() {
    deltas = null;
    if (merge != null) {
      merge.cancel();
      merge = null;
    }
    base.cancel();
  }

  private DeltaTables newDelta(long first) {
    return new DeltaTables(layout, first, memoryBytes);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IndexException if it would leave a gap, or another leader has that ordinal
   */
  @Override
  public void put(long ordinal, LeaderRecord leader) {
    putAll(ordinal, List.of(leader));
  }

  /**
   * Puts leaders with consecutive ordinals, as a restore does.
   *
   * @param first ordinal of the first one
   * @throws IndexException if they would leave a gap, or another leader has one of the ordinals;
   *     those before it are there
   */
  public void putAll(long first, List<LeaderRecord> leaders) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      boolean mostlyExpired =
          deltas != null && merge == null && deltas.delta().mostlyExpired(expired);
      if (mostlyExpired || (deltas == null && base.next() == log.next())) {
        fill(); // cheap now, and saves reading back what is put next
      }
      long ordinal = first;
      List<LeaderRecord> fresh = leaders;
      for (LeaderRecord leader : leaders) {
        if (PutOrder.isNew(ordinal, leader, log.next(), log::get)) {
          log.append(leader);
          changed = true;
        } else {
          fresh = leaders.subList((int) (ordinal - first) + 1, leaders.size());
        }
        ordinal++;
      }
      if (deltas != null) {
        addToDelta(fresh);
      }
      log.trim(this::roomForRecords);
    } catch (RuntimeException e) {
      forget(); // may be behind the log now
      throw e;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Adds leaders; large batches, as in a restore, on all cores while there is room. */
  private void addToDelta(List<LeaderRecord> leaders) {
    for (int from = 0; from < leaders.size(); from += ADDED_AT_ONCE) {
      int to = Math.min(leaders.size(), from + ADDED_AT_ONCE);
      List<LeaderRecord> some = leaders.subList(from, to);
      if (some.size() >= WORTH_ALL_CORES && deltas.delta().hasRoom(some.size(), maxBytes())) {
        int unused = deltas.delta().addAll(some, maxBytes());
      } else {
        some.forEach(this::addToDelta);
      }
    }
  }

  private void addToDelta(LeaderRecord leader) {
    if (merge != null && merge.isDone()) {
      takeOver();
    }
    if (base.hasMerged()) {
      lookAhead.change(() -> base.mergeRuns(helpers, expiredForGood, afterTable));
    }
    if (isFull()) {
      if (merge != null) {
        takeOver();
      }
      if (isFull()) {
        freeze();
      }
    }
    int unused = deltas.delta().add(leader, maxBytes());
  }

  private boolean isFull() {
    return !deltas.delta().isEmpty() && deltas.delta().full(maxBytes());
  }

  private long maxBytes() {
    long sixteenth = memoryBytes / SIXTEENTHS;
    if (base.reservedBytes() == 0 && deltas.frozen() == null) {
      return FIRST_DELTA * sixteenth;
    }
    long both =
        BASE_AND_DELTAS * sixteenth - Math.max(LEAST_FILTERS * sixteenth, base.reservedBytes());
    long besideFrozen = both / PARTS_OF_DELTAS * PARTS_BESIDE_FROZEN;
    return deltas.frozen() == null ? both - besideFrozen : besideFrozen;
  }

  /** Bytes for cached records: what filters and tables leave. */
  private long roomForRecords() {
    return deltas == null || deltas.frozen() != null
        ? 0
        : BASE_AND_DELTAS * (memoryBytes / SIXTEENTHS) - base.reservedBytes() - deltas.bytes();
  }

  private void freeze() {
    log.write(); // so that the log is durable before the run counts
    DeltaTables frozen = deltas.delta();
    Runnable afterTable = this.afterTable;
    deltas = new LeaderFinder.Deltas(frozen, newDelta(frozen.next()));
    long dropped = expiredForGood;
    merge =
        SideWork.start(helpers, cancelled -> base.write(frozen, dropped, cancelled, afterTable));
  }

  /** Waits for the frozen delta to be written and adds it to the base. */
  private void takeOver() {
    merge.await();
    merge = null;
    beforeWatermark.run();
    lookAhead.change(
        () -> {
          base.add(expired);
          base.mergeRuns(helpers, expiredForGood, afterTable);
        });
    deltas = new LeaderFinder.Deltas(null, deltas.delta());
    merges++;
    onDisk = true;
  }

  @Override
  public LeaderRecord get(long ordinal) {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return ordinal < 0 ? null : log.get(ordinal);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /**
   * The leaders from one ordinal to another.
   *
   * @param from first ordinal
   * @param to last ordinal, included
   */
  public LeaderCursor range(long from, long to) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      Cursor cursor = new Cursor(log.range(from, to));
      synchronized (cursors) {
        cursors.add(cursor);
      }
      return cursor;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  @Override
  public long nextOrdinal() {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return log.next();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** A small value stored with the leaders, or null. */
  public byte[] meta(String key) {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      byte[] put = uncommitted.get(USER_META + key);
      return put == null ? files.meta(USER_META + key) : put;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Stores a small value with the leaders. */
  public void putMeta(String key, byte[] value) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      uncommitted.put(USER_META + key, value);
      changed = true;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** How the tables are laid out. */
  public TableLayout layout() {
    return layout;
  }

  /** Whether the index has had tables on disk since it was opened. */
  public boolean onDisk() {
    return onDisk;
  }

  /** What the index holds and costs now. */
  public IndexStats stats() {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return new IndexStats(
          log.next() - expired,
          Math.max(0, base.next() - expired),
          deltas == null ? 0 : deltas.bytes(),
          base.filterBytes(),
          files.nativeBytes(),
          files.property("rocksdb.total-sst-files-size"),
          merges,
          finder.largestBucket(),
          expired,
          laneTime.millis(),
          finder.lookups(),
          finder.diskLookups(),
          finder.diskReads(),
          finder.diskReadBytes(),
          finder.aheadLookups());
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /**
   * Commits everything put so far. It becomes durable later: with a flush, or when enough has been
   * put.
   *
   * @param position where the owner's own log stands, as {@link #position} will tell
   */
  public void commit(long position) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      if (changed || position != commit.position()) {
        putCommit(position);
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void putCommit(long position) {
    log.write();
    LeaderLog.CommitPoint point = new LeaderLog.CommitPoint(position, log.first(), log.next());
    files.putMetas(
        metas -> {
          point.put(metas);
          if (laneTime != storedTime) {
            metas.put(LANE_TIME, laneTime.encode());
          }
          uncommitted.forEach(metas::put);
        });
    commit = point;
    storedTime = laneTime;
    expiredForGood = expired;
    uncommitted.clear();
    log.deleteDropped();
    changed = false;
    flushed = false;
  }

  /** The position of the last commit; negative if there is none. */
  public long position() {
    long stamp = lock.readLock();
    try {
      return commit.position();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Commits everything put so far and makes it durable; does nothing if it already is. */
  public void flush() {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      if (changed) {
        putCommit(commit.position());
      }
      if (!flushed) {
        base.flush();
        flushed = true;
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Commits everything, makes it durable and frees everything; a second call does nothing. */
  @Override
  public void close() {
    close(
        delta -> {
          if (changed) {
            putCommit(commit.position());
          }
          save(delta);
          base.flush();
        });
  }

  /** Makes durable what is committed, and closes; what was put later will be undone. */
  public void closeCommitted() {
    close(
        delta -> {
          if (!changed) {
            save(delta);
          }
          base.flush();
        });
  }

  private void save(LeaderFinder.Deltas filled) {
    if (filled != null && filled.frozen() == null) {
      saved.save(filled.delta(), log::get);
    }
  }

  /** Closes without writing, as a crash would. */
  public void abandon() {
    close(delta -> {});
  }

  private void close(Consumer<LeaderFinder.Deltas> last) {
    long stamp = lock.writeLock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      lookAhead.close();
      LeaderFinder.Deltas filled = deltas;
      forget();
      synchronized (cursors) {
        cursors.forEach(cursor -> cursor.leaders.close());
        cursors.clear();
      }
      try {
        last.accept(filled);
      } finally {
        log.stop();
        files.close();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Heap bytes of the tables in memory, the filters, and the records that are kept in memory. */
  long heapBytes() {
    long stamp = lock.readLock();
    try {
      return deltas == null ? 0 : deltas.bytes() + base.filterBytes() + log.keptBytes();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Whether a frozen delta is being written, or is written and not yet part of the base. */
  boolean merging() {
    long stamp = lock.readLock();
    try {
      return merge != null;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** For tests: callbacks in the middle of merges. */
  void onMerge(Runnable afterTable, Runnable beforeWatermark) {
    this.afterTable = afterTable;
    this.beforeWatermark = beforeWatermark;
  }

  private void ensureOpen() {
    if (closed) {
      throw new IndexException("the index in " + files.folder() + " is closed");
    }
  }

  private final class Cursor implements LeaderCursor {

    private final LeaderLog.Range leaders;
    private Leader ahead;
    private boolean done;

    private Cursor(LeaderLog.Range leaders) {
      this.leaders = leaders;
    }

    @Override
    public boolean hasNext() {
      if (ahead == null && !done) {
        long stamp = lock.readLock();
        try {
          ensureOpen();
          ahead = leaders.next();
          done = ahead == null;
        } finally {
          lock.unlockRead(stamp);
        }
      }
      return ahead != null;
    }

    @Override
    public Leader next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Leader next = ahead;
      ahead = null;
      return next;
    }

    @Override
    public void close() {
      long stamp = lock.readLock();
      try {
        done = true;
        synchronized (cursors) {
          if (cursors.remove(this)) {
            leaders.close();
          }
        }
      } finally {
        lock.unlockRead(stamp);
      }
    }
  }
}
