package dev.crawlsieve.index;

import dev.crawlsieve.config.IndexSettings;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.locks.StampedLock;

/**
 * The leaders of one lane on disk, found through tables: the newest in memory, the older ones in
 * RocksDB.
 *
 * <p>One thread puts; any threads may look up and read at the same time, and anyone may close.
 * Opening is cheap: the tables in memory are filled on the first lookup, from the leaders that are
 * newer than the tables on disk. Of a process that dies, the leaders since the last merge or close
 * are lost; they come back by putting them again.
 */
public final class TableIndex implements LeaderIndex {

  // Long because every method takes the lock; what is done under it stands in the classes named
  // here.
  //
  // Leader log (every record), base tables (disk), delta tables (memory). Only the log is the
  // truth.
  // A leader is in the base if its ordinal is below base.next(), otherwise in the delta.
  //
  // Locking: a put, a merge, the first filling and close() exclude all else; lookups and reads go
  // in
  // parallel. The lock is also what keeps a reader off freed native memory. A merge holds it for as
  // long as it takes: readers on other threads wait.

  private static final String USER_META = "user.";

  private final TableLayout layout;
  private final long memoryBytes;
  private final StampedLock lock = new StampedLock();
  private final RocksFolder files;
  private final LeaderLog log;
  private final BaseTables base;
  private final LeaderFinder finder;
  private final Set<Cursor> cursors = new HashSet<>();
  private DeltaTables delta; // null until first needed
  private int merges;
  private long flushed;
  private boolean closed;
  private Runnable afterTable = () -> {};
  private Runnable beforeWatermark = () -> {};

  private TableIndex(Path folder, TableLayout layout, long memoryBytes) {
    this.layout = layout;
    this.memoryBytes = memoryBytes;
    files = new RocksFolder(folder);
    try {
      log = new LeaderLog(files);
      base = new BaseTables(files, layout);
      flushed = log.next();
      finder = new LeaderFinder(layout, log, base);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /**
   * Opens the index in a folder, which is made if it is not there.
   *
   * @throws IndexException if the files cannot be read
   */
  public static TableIndex open(Path folder, IndexSettings settings) {
    Detector detector = Detector.of(settings.detector());
    return open(folder, detector.layout(settings.expectedLeaders()), settings.memoryBytes());
  }

  /** Opens with a given layout; tables on disk that have another one are made anew when needed. */
  static TableIndex open(Path folder, TableLayout layout, long memoryBytes) {
    return new TableIndex(folder, layout, memoryBytes);
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    while (true) {
      long stamp = lock.readLock();
      try {
        ensureOpen();
        if (delta != null) {
          return finder.find(page, delta);
        }
      } finally {
        lock.unlockRead(stamp);
      }
      refresh();
    }
  }

  /** Fills the tables in memory if they are not; for example when a restore has ended. */
  public void refresh() {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      if (delta == null) {
        base.reconcile(log.next());
        fill();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void fill() {
    try (LeaderLog.Range newer = log.range(base.next(), Long.MAX_VALUE)) {
      delta = new DeltaTables(layout, base.next(), memoryBytes);
      for (Leader leader = newer.next(); leader != null; leader = newer.next()) {
        if (leader.ordinal() != delta.next()) {
          throw new IndexException("leader " + delta.next() + " is missing in " + files.folder());
        }
        addToDelta(leader.record());
      }
    } catch (RuntimeException e) {
      delta = null; // half filled
      throw e;
    }
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
      long ordinal = first;
      for (LeaderRecord leader : leaders) {
        if (PutOrder.isNew(ordinal, leader, log.next(), log::get)) {
          log.append(leader);
          if (delta != null) {
            addToDelta(leader);
          }
        }
        ordinal++;
      }
    } catch (RuntimeException e) {
      delta = null; // may be behind the log now; filled again when needed
      throw e;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void addToDelta(LeaderRecord leader) {
    if (!delta.isEmpty() && delta.full(memoryBytes)) {
      log.writeTail();
      base.merge(delta, afterTable, beforeWatermark);
      delta = new DeltaTables(layout, base.next(), memoryBytes);
      merges++;
    }
    delta.add(leader);
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
    long stamp = lock.readLock();
    try {
      ensureOpen();
      Cursor cursor = new Cursor(log.range(from, to));
      synchronized (cursors) {
        cursors.add(cursor);
      }
      return cursor;
    } finally {
      lock.unlockRead(stamp);
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

  /** A small value kept beside the leaders, or null; durable when the index is closed. */
  public byte[] meta(String key) {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return files.meta(USER_META + key);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Keeps a small value beside the leaders. */
  public void putMeta(String key, byte[] value) {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      files.putMeta(USER_META + key, value);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** How the tables are laid out. */
  public TableLayout layout() {
    return layout;
  }

  /** What the index holds and costs now. */
  public IndexStats stats() {
    long stamp = lock.readLock();
    try {
      ensureOpen();
      return new IndexStats(
          log.next(),
          base.next(),
          delta == null ? 0 : delta.bytes(),
          files.nativeBytes(),
          files.property("rocksdb.total-sst-files-size"),
          merges);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Makes the leaders put so far durable; does nothing if they are. */
  public void flush() {
    long stamp = lock.writeLock();
    try {
      ensureOpen();
      if (flushed != log.next()) {
        log.writeTail();
        files.flush();
        flushed = log.next();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Makes the leaders durable and frees everything; a second time does nothing. */
  @Override
  public void close() {
    close(true);
  }

  /** Closes as a crash would: what was not flushed is lost. */
  void abandon() {
    close(false);
  }

  private void close(boolean flush) {
    long stamp = lock.writeLock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      delta = null;
      synchronized (cursors) {
        cursors.forEach(cursor -> cursor.leaders.close());
        cursors.clear();
      }
      try {
        if (flush) {
          log.writeTail();
          files.flush();
        }
      } finally {
        files.close();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Heap bytes of the tables in memory. */
  long deltaBytes() {
    long stamp = lock.readLock();
    try {
      return delta == null ? 0 : delta.bytes();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** For tests: what happens in the middle of merges. */
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
