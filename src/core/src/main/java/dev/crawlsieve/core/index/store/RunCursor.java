package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Iterates over the entries of one table of a run, in order. */
final class RunCursor implements AutoCloseable {

  private final RocksFolder files;
  private final TableRun run;
  private final Slice bound;
  private final ReadOptions options = new ReadOptions();
  private final RocksIterator groups;
  private ByteBuffer group = RunReader.allocate(RunReader.FIRST_BYTES);
  private boolean valid;
  private int at;
  private int end; // of the group's entries

  RunCursor(RocksFolder files, TableRun run, int table) {
    this.files = files;
    this.run = run;
    bound = new Slice(RunWriter.key(run.id().number(), table, RunWriter.REPEATED));
    options.setIterateUpperBound(bound).setReadaheadSize(1 << 20).setFillCache(false);
    groups = files.db().newIterator(files.tables(), options);
    groups.seek(RunWriter.key(run.id().number(), table, 0));
    read();
  }

  private void read() {
    at = 0;
    valid = groups.isValid();
    if (valid) {
      end = groups.value(group.clear());
      if (end > group.capacity()) {
        group = RunReader.allocate(RunReader.capacity(group, end));
        end = groups.value(group);
      }
      return;
    }
    try {
      groups.status(); // an unreadable file looks like an empty one
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }

  /** Whether there is a current entry; false at the end. */
  boolean isValid() {
    return valid;
  }

  /** The entry, {@code key << 32 | local}. */
  long entry() {
    return group.getLong(at + EntryPayload.ENTRY_BYTES - Long.BYTES);
  }

  /** Copies the entry's payload into an array of its length. */
  void copyPayload(long[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = group.getLong(at + Long.BYTES * i);
    }
  }

  int key() {
    return DeltaTables.key(entry());
  }

  /** Ordinal of the entry's leader. */
  long ordinal() {
    return run.id().first() + (int) entry();
  }

  void next() {
    at += EntryPayload.ENTRY_BYTES;
    if (at == end) {
      groups.next();
      read();
    }
  }

  @Override
  public void close() {
    groups.close();
    options.close();
    bound.close();
  }
}
