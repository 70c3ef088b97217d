package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * Every leader's record by ordinal, in RocksDB.
 *
 * <p>Nothing is durable before {@link RocksFolder#flush}, which the owner calls on close and before
 * a merge. The owner sees to it that nobody reads while it appends, writes, trims or begins a
 * range.
 */
final class LeaderLog {

  // Leaders below `first` have been dropped: they are not read any more, and RocksDB is told so now
  // and then, in one range. Of a log that is empty `first` says where it goes on.
  //
  // Appended records wait in a page on the heap. A page that is full is written by another thread,
  // one at a time and in order, so that after a crash the log is whole up to some ordinal: a crash
  // loses the memtable anyway. What that thread fails with, whoever appends or writes next is told,
  // and the page is written again.
  //
  // Pages that were written stay while there is room for them: to read a record there costs a tenth
  // of a read from RocksDB, and what is copied soon after is often copied again. A page that is let
  // go becomes the next one, so that the collector has nothing to do with them.

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int DROP_RECORDS = 4096;
  private static final String FIRST = "log.first";

  private final RocksFolder files;
  private final Executor writers;
  private final int pageBytes;
  private final List<LeaderPage> pages = new ArrayList<>(); // of consecutive ordinals
  private SideWork writing; // null if no page is being written
  private long writingTo;
  private long written; // all below this are in RocksDB
  private LeaderPage spare; // that was let go last, or null
  private boolean trimmed = true;
  private long next;
  private long first;
  private long deleted; // below this RocksDB has none
  private long storedFirst;

  /**
   * @param writers runs what writes a page, at any later time
   * @param pageBytes size of a page, of which two may wait to be written
   */
  LeaderLog(RocksFolder files, Executor writers, int pageBytes) {
    this.files = files;
    this.writers = writers;
    this.pageBytes = pageBytes;
    try (RocksIterator last = files.db().newIterator(files.leaders())) {
      last.seekToLast();
      next = last.isValid() ? (long) LONG.get(last.key(), 0) + 1 : 0;
      last.status();
    } catch (RocksDBException e) {
      throw files.failed("read the last leader", e);
    }
    byte[] stored = files.meta(FIRST);
    storedFirst = stored == null ? 0 : (long) LONG.get(stored, 0);
    first = storedFirst;
    next = Math.max(next, first);
    written = next;
  }

  /** One more than the highest ordinal. */
  long next() {
    return next;
  }

  /** The lowest ordinal that has not been dropped; {@link #next} if there is no leader. */
  long first() {
    return first;
  }

  /** Drops the leaders below an ordinal; if that is beyond the last, the log goes on there. */
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
    if (first - deleted >= DROP_RECORDS) {
      delete();
    }
  }

  private void delete() {
    if (written < first) {
      write(); // or dropped leaders that come later would be there again
    }
    storeFirst();
    try {
      files.db().deleteRange(files.leaders(), files.noWal(), key(deleted), key(first));
      deleted = first;
    } catch (RocksDBException e) {
      throw files.failed("delete leaders", e);
    }
  }

  /** Adds the leader with the ordinal {@link #next}. */
  void append(LeaderRecord leader) {
    byte[] stored = leader.stored();
    if (pages.isEmpty() || !newest().hasRoom(stored)) {
      if (written < next) {
        handOver();
      }
      pages.add(emptyPage(stored));
      trimmed = false;
    }
    newest().add(stored);
    next++;
  }

  /** A page with room for a record. */
  private LeaderPage emptyPage(byte[] stored) {
    LeaderPage page = spare == null ? null : spare.reuse(next);
    spare = null;
    return page != null && page.hasRoom(stored)
        ? page
        : new LeaderPage(
            files.leaders().getID(), next, Math.max(pageBytes, LeaderPage.sizeFor(stored)));
  }

  private LeaderPage newest() {
    return pages.get(pages.size() - 1);
  }

  /** Has the newest page written, to which nothing will be added. */
  private void handOver() {
    LeaderPage page = newest();
    awaitWriter();
    write(page.first()); // none, but after a failure
    storeFirst();
    long from = Math.max(written, page.first());
    writingTo = next;
    writing =
        SideWork.start(
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
   * Hands all records to RocksDB, and where the log begins.
   *
   * @throws dev.crawlsieve.core.index.IndexException also if a page could not be written before
   *     this was called
   */
  void write() {
    awaitWriter();
    storeFirst();
    write(next);
  }

  private void storeFirst() {
    if (storedFirst != first) {
      files.putMeta(FIRST, key(first));
      storedFirst = first;
    }
  }

  /** Writes the pages of the leaders below an ordinal, which is where one ends. */
  private void write(long end) {
    for (LeaderPage page : pages) {
      if (page.next() > written && page.next() <= end) {
        write(page, Math.max(written, page.first()));
        written = page.next();
      }
    }
  }

  private void write(LeaderPage page, long from) {
    try (WriteBatch batch = new WriteBatch(page.batch(from))) {
      files.db().write(files.noWal(), batch);
    } catch (RocksDBException e) {
      throw files.failed("write leaders", e);
    }
  }

  /** Waits until nothing is written any more; what is not may be lost. */
  void stop() {
    if (writing != null) {
      writing.cancel();
      writing = null;
    }
  }

  /** Heap bytes of the pages that were written and stay. */
  long keptBytes() {
    long bytes = 0;
    int kept = written();
    for (int i = 0; i < kept; i++) {
      bytes += pages.get(i).heapBytes();
    }
    return bytes;
  }

  /** How many pages are written and full. */
  private int written() {
    int count = Math.max(0, pages.size() - 1);
    while (count > 0 && pages.get(count - 1).next() > written) {
      count--;
    }
    return count;
  }

  /**
   * Lets the oldest pages go.
   *
   * @param most asked for how many heap bytes may stay, if there are more than before
   */
  void trim(LongSupplier most) {
    if (trimmed) {
      return;
    }
    trimmed = true;
    long over = keptBytes() - most.getAsLong();
    int gone = 0;
    for (int kept = written(); over > 0 && gone < kept; gone++) {
      spare = pages.get(gone);
      over -= spare.heapBytes();
    }
    pages.subList(0, gone).clear();
  }

  /** The leader with this ordinal, or null. */
  LeaderRecord get(long ordinal) {
    if (ordinal < first || ordinal >= next) {
      return null;
    }
    return !pages.isEmpty() && ordinal >= pages.get(0).first()
        ? LeaderRecord.wrap(page(ordinal).get(ordinal))
        : written(ordinal);
  }

  /**
   * The leader with this ordinal if it is in RocksDB, or else null; also while somebody appends.
   */
  LeaderRecord written(long ordinal) {
    try {
      byte[] stored = files.db().get(files.leaders(), files.reads(), key(ordinal));
      return stored == null ? null : LeaderRecord.wrap(stored);
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

  /** The leaders from one ordinal to another, both included, as they are now. */
  Range range(long from, long to) {
    write();
    return new Range(Math.max(from, first), to);
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
    Leader next() {
      if (!leaders.isValid()) {
        try {
          leaders.status(); // an unreadable file looks like an empty one
        } catch (RocksDBException e) {
          throw files.failed("read leaders", e);
        }
        return null;
      }
      Leader leader =
          new Leader((long) LONG.get(leaders.key(), 0), LeaderRecord.wrap(leaders.value()));
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
