package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Keeps the list of runs that count, and deletes runs that no longer do. */
final class RunStore {

  // The list is one small value, flushed together with the leader log, so after a crash both are
  // from the same moment. A run is durable before the list names it. A run that is removed from the
  // list is deleted once the removal is durable; what a crash leaves behind is deleted on opening.
  //
  // A run's files hold nothing else and are never compacted, so they can be deleted as whole files.

  private static final String RUNS = "base.runs";
  private static final int ID_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final RocksFolder files;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Queue<TableRun.Id> dropped = new ConcurrentLinkedQueue<>();
  private List<TableRun.Id> current;

  /**
   * Reads the list. A run no longer counts if it has leaders that were undone, or if it begins
   * after leaders whose expiry was undone; neither does any run after it.
   *
   * @param leaders one more than the highest ordinal of a leader
   * @param expired leaders below this ordinal have expired
   */
  RunStore(RocksFolder files, long leaders, long expired) {
    this.files = files;
    byte[] stored = files.meta(RUNS);
    if (stored != null && stored.length % ID_BYTES != 0) {
      throw files.damaged("the list of runs in " + files.folder() + " is unreadable", null);
    }
    current = stored == null ? List.of() : decode(stored);
    current.forEach(id -> numbers.accumulateAndGet(id.number(), Math::max));
    deleteOthers();
    int committed = 0;
    long from = 0;
    while (committed < current.size()
        && current.get(committed).next() <= leaders
        && current.get(committed).first() <= Math.max(from, expired)) {
      from = current.get(committed++).next();
    }
    if (committed < current.size()) {
      setCurrent(current.subList(0, committed));
    }
  }

  private void deleteOthers() {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(files.folder(), "*" + TableFiles.SUFFIX)) {
      for (Path file : left) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IndexException("cannot clear the index in " + files.folder(), e);
    }
    long from = 0;
    for (TableRun.Id id :
        current.stream().sorted(Comparator.comparingInt(TableRun.Id::number)).toList()) {
      delete(from, id.number());
      from = id.number() + 1L;
    }
    delete(from, 1L << 32);
  }

  private static List<TableRun.Id> decode(byte[] stored) {
    List<TableRun.Id> ids = new ArrayList<>();
    for (ByteBuffer fields = ByteBuffer.wrap(stored); fields.hasRemaining(); ) {
      ids.add(new TableRun.Id(fields.getInt(), fields.getLong(), fields.getLong()));
    }
    return List.copyOf(ids);
  }

  /** The runs that count, oldest first. */
  List<TableRun.Id> current() {
    return current;
  }

  /** Replaces the list; runs that are no longer in it will be deleted. */
  void setCurrent(List<TableRun.Id> ids) {
    ByteBuffer fields = ByteBuffer.allocate(ID_BYTES * ids.size());
    ids.forEach(id -> fields.putInt(id.number()).putLong(id.first()).putLong(id.next()));
    files.putMeta(RUNS, fields.array());
    List<TableRun.Id> before = current;
    current = List.copyOf(ids);
    before.stream().filter(id -> !current.contains(id)).forEach(dropped::add);
  }

  /** Creates the identifier of a new run. */
  TableRun.Id create(long first, long next) {
    return new TableRun.Id(numbers.incrementAndGet(), first, next);
  }

  /** Whether there are runs that {@link #flush} would delete. */
  boolean hasDropped() {
    return !dropped.isEmpty();
  }

  /** Makes the leader log and the list durable, then deletes the runs that no longer count. */
  synchronized void flush() {
    int due = dropped.size();
    files.flush();
    for (; due > 0; due--) {
      delete(dropped.remove());
    }
  }

  /** Deletes a run, which must no longer be read. */
  void delete(TableRun.Id id) {
    delete(id.number(), id.number() + 1L);
  }

  /** Deletes the runs with numbers from one (inclusive) to another (exclusive). */
  private void delete(long from, long to) {
    byte[] first = RunWriter.key((int) from, 0, 0);
    // above all runs: longer than any key
    byte[] end =
        to > 0xffffffffL
            ? new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
            : RunWriter.key((int) to, 0, 0);
    try {
      if (holdsAny(first, end)) {
        files.db().deleteFilesInRanges(files.tables(), List.of(first, end), false);
      }
    } catch (RocksDBException e) {
      throw files.failed("delete tables", e);
    }
  }

  private boolean holdsAny(byte[] first, byte[] end) throws RocksDBException {
    try (Slice bound = new Slice(end);
        ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
        RocksIterator entries = files.db().newIterator(files.tables(), options)) {
      entries.seek(first);
      boolean holds = entries.isValid();
      entries.status();
      return holds;
    }
  }
}
