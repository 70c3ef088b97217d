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

/** Which runs count, and the room of those that do no more. */
final class RunStore {

  // Which runs count is one small value beside the leader log, so after a crash both are as they
  // were at one moment. A run is durable before it is named there. One that is named no more is
  // deleted when that has become durable; what a crash leaves is deleted on opening.
  //
  // A run's files hold nothing else and are never compacted, so they are deleted as files.

  private static final String RUNS = "base.runs";
  private static final int ID_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final RocksFolder files;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Queue<TableRun.Id> dropped = new ConcurrentLinkedQueue<>();
  private List<TableRun.Id> current;

  RunStore(RocksFolder files) {
    this.files = files;
    byte[] stored = files.meta(RUNS);
    current = stored == null ? List.of() : decode(stored);
    current.forEach(id -> numbers.accumulateAndGet(id.number(), Math::max));
    deleteOthers();
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

  /** Makes other runs count from now on; those that do no more will be deleted. */
  void setCurrent(List<TableRun.Id> ids) {
    ByteBuffer fields = ByteBuffer.allocate(ID_BYTES * ids.size());
    ids.forEach(id -> fields.putInt(id.number()).putLong(id.first()).putLong(id.next()));
    files.putMeta(RUNS, fields.array());
    List<TableRun.Id> before = current;
    current = List.copyOf(ids);
    before.stream().filter(id -> !current.contains(id)).forEach(dropped::add);
  }

  /** A run that is not written yet. */
  TableRun.Id create(long first, long next) {
    return new TableRun.Id(numbers.incrementAndGet(), first, next);
  }

  /** Whether there are runs that {@link #flush} would delete. */
  boolean hasDropped() {
    return !dropped.isEmpty();
  }

  /** Makes the leader log, and which runs count, durable, and deletes the runs that do no more. */
  synchronized void flush() {
    int due = dropped.size();
    files.flush();
    for (; due > 0; due--) {
      delete(dropped.remove());
    }
  }

  /** Deletes a run that nobody reads any more. */
  void delete(TableRun.Id id) {
    delete(id.number(), id.number() + 1L);
  }

  /** Deletes the runs with numbers from one to another. */
  private void delete(long from, long to) {
    byte[] first = RunWriter.key((int) from, 0, 0);
    // behind all runs: longer than any key
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
