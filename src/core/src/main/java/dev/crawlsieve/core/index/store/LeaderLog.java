package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Leader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * The leader log: the record of every leader, by ordinal, in RocksDB.
 *
 * <p>Leaders are durable only after {@link RocksFolder#flush}, which the owner calls on close and
 * before a run counts, and they count only once they are committed. The owner ensures that nobody
 * reads while it appends, writes, trims or begins a range; {@link #written} may be called at any
 * time.
 */
final class LeaderLog {

  // Leaders below `first` have been dropped: they are no longer read. Once the drop is committed,
  // they are deleted from RocksDB, in ranges of at least DROP_RECORDS. In an empty log `first` is
  // the next ordinal.
  //
  // Appended records wait in a page on the heap. A full page is written in the background, one page
  // at a time and in order, so after a crash the log is complete up to some ordinal. (A crash loses
  // RocksDB's memtable anyway.) If the write fails, the next append or write() throws the failure,
  // and the page is written again.
  //
  // Written pages stay on the heap while there is room: reading a record there costs a tenth of a
  // read from RocksDB, and a web page that was just copied is often copied again.

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int DROP_RECORDS = 4096;

  /**
   * The committed part of an index. What was put later is undone when the index is opened.
   *
   * @param position the position in the owner's own log, or {@link #NOWHERE}
   * @param first the lowest ordinal whose leader had not been dropped
   * @param next one more than the highest ordinal
   */
  record CommitPoint(long position, long first, long next) {

    static final long NOWHERE = -1;

    /** The point of an index in which nothing was committed. */
    static final CommitPoint NONE = new CommitPoint(NOWHERE, 0, 0);

    private static final String KEY = "commit";
    private static final int BYTES = 3 * Long.BYTES;

    static CommitPoint read(RocksFolder files) {
      byte[] stored = files.meta(KEY);
      if (stored == null) {
        return NONE;
      }
      if (stored.length != BYTES) {
        throw files.damaged("the commit point in " + files.folder() + " is unreadable", null);
      }
      ByteBuffer fields = ByteBuffer.wrap(stored);
      return new CommitPoint(fields.getLong(), fields.getLong(), fields.getLong());
    }

    /** Adds this point to the values to be written. */
    void put(RocksFolder.Metas metas) {
      metas.put(
          KEY, ByteBuffer.allocate(BYTES).putLong(position).putLong(first).putLong(next).array());
    }
  }

  /** The stored records of consecutive leaders on the heap. */
  private static final class LeaderPage {

    /** Heap bytes of an array's header and of the reference to it. */
    private static final int BYTES_BESIDE_RECORD = 16 + Integer.BYTES;

    private final long first;
    private final List<byte[]> records = new ArrayList<>();
    private long bytes;

    /**
     * An empty page.
     *
     * @param first ordinal of the first leader that will be added
     */
    LeaderPage(long first) {
      this.first = first;
    }

    /** Adds the record of the leader with the ordinal {@link #next}. */
    void add(byte[] stored) {
      records.add(stored);
      bytes += BYTES_BESIDE_RECORD + stored.length;
    }

    /** Replaces the record of a leader of this page. */
    void replace(long ordinal, byte[] stored) {
      bytes += stored.length - records.set((int) (ordinal - first), stored).length;
    }

    /** The record of a leader of this page. */
    byte[] get(long ordinal) {
      return records.get((int) (ordinal - first));
    }

    /** Ordinal of the first leader. */
    long first() {
      return first;
    }

    /** One more than the last ordinal. */
    long next() {
      return first + records.size();
    }

    /** Heap bytes. */
    long heapBytes() {
      return bytes;
    }
  }

  private final RocksFolder files;
  private final Executor writers;
  private final int pageBytes;
  private final List<LeaderPage> pages = new ArrayList<>(); // of consecutive ordinals
  private @Nullable BackgroundWork writing;
  private long writingTo;
  private long written; // all leaders below this are in RocksDB
  private boolean trimmed = true;
  private long next;
  private long first;
  private long deleted; // RocksDB has no leaders below this
  private final Map<Long, byte[]> replaced = new ConcurrentHashMap<>(); // since the last commit

  /**
   * Opens the log as it was committed; leaders that were appended later are deleted.
   *
   * @param writers runs the writes of pages, possibly at any later time
   * @param pageBytes size of a page; up to two pages wait to be written
   */
  LeaderLog(RocksFolder files, CommitPoint commit, Executor writers, int pageBytes) {
    this.files = files;
    this.writers = writers;
    this.pageBytes = pageBytes;
    first = commit.first();
    next = commit.next();
    written = next;
    try (RocksIterator last = files.db().newIterator(files.leaders())) {
      last.seekToLast();
      last.status(); // an unreadable file looks like an empty one
      long there = last.isValid() ? (long) LONG.get(last.key(), 0) : -1;
      if (first < next && there < next - 1) {
        throw files.damaged("leader " + (next - 1) + " is missing in " + files.folder(), null);
      }
      if (there >= next) {
        files.db().deleteRange(files.leaders(), files.noWal(), key(next), key(Long.MAX_VALUE));
      }
    } catch (RocksDBException e) {
      throw files.failed("undo what was not committed", e);
    }
  }

  /** One more than the highest ordinal. */
  long next() {
    return next;
  }

  /** The lowest ordinal that has not been dropped; {@link #next} if there is no leader. */
  long first() {
    return first;
  }

  /**
   * Drops the leaders below an ordinal; if that is beyond the last leader, the log continues there.
   */
  void dropBelow(long ordinal) {
    if (ordinal <= first) {
      return;
    }
    first = ordinal;
    if (ordinal > next) {
      write();
      pages.clear();
      next = ordinal;
      written = ordinal;
    }
  }

  /** Leaves a gap before an ordinal, to be {@link #replace filled} later. */
  void skipTo(long ordinal) {
    write();
    pages.clear();
    next = ordinal;
    written = ordinal;
  }

  /** Replaces the record of a leader, for good once that is {@link #putReplaced committed}. */
  void replace(long ordinal, ComparedPage leader) {
    if (ordinal < first) {
      return;
    }
    replaced.put(ordinal, leader.stored());
    if (!pages.isEmpty() && ordinal >= pages.get(0).first()) {
      page(ordinal).replace(ordinal, leader.stored());
    }
  }

  /** Writes the replaced leaders together with the commit point; returns whether there are any. */
  boolean putReplaced(RocksFolder.Metas metas) {
    replaced.forEach((ordinal, stored) -> metas.putLeader(key(ordinal), stored));
    return !replaced.isEmpty();
  }

  /** The replaced leaders were written. */
  void replacedWritten() {
    replaced.clear();
  }

  /** Deletes the dropped leaders, once there are enough of them; they must be committed. */
  void deleteDropped() {
    if (first - deleted < DROP_RECORDS) {
      return;
    }
    try {
      files.db().deleteRange(files.leaders(), files.noWal(), key(deleted), key(first));
      deleted = first;
    } catch (RocksDBException e) {
      throw files.failed("delete leaders", e);
    }
  }

  /** Adds the leader with the ordinal {@link #next}. */
  void append(ComparedPage leader) {
    if (pages.isEmpty() || newest().heapBytes() >= pageBytes) {
      if (written < next) {
        handOver();
      }
      pages.add(new LeaderPage(next));
      trimmed = false;
    }
    newest().add(leader.stored());
    next++;
  }

  private LeaderPage newest() {
    return pages.get(pages.size() - 1);
  }

  /** Starts writing the newest page, to which nothing will be added any more. */
  private void handOver() {
    LeaderPage page = newest();
    awaitWriter();
    write(page.first()); // writes something only after a failure
    long from = Math.max(written, page.first());
    writingTo = next;
    writing =
        BackgroundWork.start(
            writers,
            cancelled -> {
              if (!cancelled.getAsBoolean()) {
                write(page, from);
              }
            });
  }

  private void awaitWriter() {
    if (writing != null) {
      try {
        writing.await();
        written = writingTo;
      } finally {
        writing = null;
      }
    }
  }

  /**
   * Writes all records to RocksDB.
   *
   * @throws dev.crawlsieve.core.index.IndexException if that fails, or an earlier write in the
   *     background has failed
   */
  void write() {
    awaitWriter();
    write(next);
  }

  /** Writes the pages up to an ordinal, at which a page must end. */
  private void write(long end) {
    for (LeaderPage page : pages) {
      if (page.next() > written && page.next() <= end) {
        write(page, Math.max(written, page.first()));
        written = page.next();
      }
    }
  }

  private void write(LeaderPage page, long from) {
    try (WriteBatch batch = new WriteBatch()) {
      for (long ordinal = from; ordinal < page.next(); ordinal++) {
        batch.put(files.leaders(), key(ordinal), page.get(ordinal));
      }
      files.db().write(files.noWal(), batch);
    } catch (RocksDBException e) {
      throw files.failed("write leaders", e);
    }
  }

  /** Stops writing in the background; pages that have not been written may be lost. */
  void stop() {
    if (writing != null) {
      writing.cancel();
      writing = null;
    }
  }

  /** Heap bytes of the written pages that are kept. */
  long keptBytes() {
    long bytes = 0;
    int kept = written();
    for (int i = 0; i < kept; i++) {
      bytes += pages.get(i).heapBytes();
    }
    return bytes;
  }

  /** The number of pages that are full and written. */
  private int written() {
    int count = Math.max(0, pages.size() - 1);
    while (count > 0 && pages.get(count - 1).next() > written) {
      count--;
    }
    return count;
  }

  /**
   * Evicts the oldest pages.
   *
   * @param most bound on the heap bytes that stay; called only if pages were added
   */
  void trim(LongSupplier most) {
    if (trimmed) {
      return;
    }
    trimmed = true;
    long over = keptBytes() - most.getAsLong();
    int gone = 0;
    for (int kept = written(); over > 0 && gone < kept; gone++) {
      over -= pages.get(gone).heapBytes();
    }
    pages.subList(0, gone).clear();
  }

  /** The leader with this ordinal. */
  @Nullable ComparedPage get(long ordinal) {
    if (ordinal < first || ordinal >= next) {
      return null;
    }
    return !pages.isEmpty() && ordinal >= pages.get(0).first()
        ? ComparedPage.wrap(page(ordinal).get(ordinal))
        : written(ordinal);
  }

  /** The leader with this ordinal if it is in RocksDB. May be called by any thread at any time. */
  @Nullable ComparedPage written(long ordinal) {
    try {
      byte[] other = replaced.isEmpty() ? null : replaced.get(ordinal);
      byte[] stored = other == null ? files.leader(key(ordinal)) : other;
      return stored == null ? null : ComparedPage.wrap(stored);
    } catch (RocksDBException e) {
      throw files.failed("read leader " + ordinal, e);
    }
  }

  private LeaderPage page(long ordinal) {
    int low = 0;
    int high = pages.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pages.get(middle).first() <= ordinal) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return pages.get(low);
  }

  /** A snapshot of the leaders from one ordinal to another, both included. */
  Range range(long from, long to) {
    write();
    return new Range(Math.max(from, first), to);
  }

  /** The keys of every so many leaders. */
  List<byte[]> keys(long step) {
    return LongStream.rangeClosed(0, next / step).mapToObj(i -> key(i * step)).toList();
  }

  private static byte[] key(long ordinal) {
    byte[] key = new byte[8];
    LONG.set(key, 0, ordinal);
    return key;
  }

  /** Leaders in the order of their ordinals; holds native memory until closed. */
  final class Range implements AutoCloseable {

    private final ReadOptions options = new ReadOptions();
    private final Slice end;
    private final RocksIterator leaders;

    private Range(long from, long to) {
      end = new Slice(key(to == Long.MAX_VALUE ? to : to + 1));
      options.setIterateUpperBound(end).setReadaheadSize(1 << 20);
      leaders = files.db().newIterator(files.leaders(), options);
      leaders.seek(key(from));
    }

    /**
     * The next leader, or null at the end.
     *
     * @throws dev.crawlsieve.core.index.IndexException if the files cannot be read
     */
    @Nullable Leader next() {
      if (!leaders.isValid()) {
        try {
          leaders.status(); // an unreadable file looks like an empty one
        } catch (RocksDBException e) {
          throw files.failed("read leaders", e);
        }
        return null;
      }
      Leader leader =
          new Leader((long) LONG.get(leaders.key(), 0), ComparedPage.wrap(leaders.value()));
      leaders.next();
      return leader;
    }

    @Override
    public void close() {
      leaders.close();
      options.close();
      end.close();
    }
  }
}
