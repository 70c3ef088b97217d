package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.index.IndexException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteOptions;

/**
 * A store of a run's own on disk, in the shape in which the stream has it; nothing of it outlives
 * the run.
 */
final class DiskStore implements KeyValueStore<Bytes, byte[]> {

  private static final long WRITE_BUFFER_BYTES = 16L << 20;

  private final String name;
  private final Options options;
  private final WriteOptions noWal;
  private final RocksDB db;
  private boolean open = true;

  /**
   * Opens a new store.
   *
   * @throws IndexException if the folder cannot be written
   */
  DiskStore(Path folder) {
    name = folder.getFileName().toString();
    RocksDB.loadLibrary();
    options = new Options().setCreateIfMissing(true).setWriteBufferSize(WRITE_BUFFER_BYTES);
    noWal = new WriteOptions().setDisableWAL(true);
    try {
      Files.createDirectories(folder);
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException | IOException e) {
      noWal.close();
      options.close();
      throw new IndexException("cannot open a store in " + folder + ": " + e.getMessage(), e);
    }
  }

  /** What RocksDB is asked to do. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws RocksDBException;
  }

  private <T> T run(Step<T> step) {
    try {
      return step.run();
    } catch (RocksDBException e) {
      throw new IndexException("the store '" + name + "' failed: " + e.getMessage(), e);
    }
  }

  @Override
  public byte[] get(Bytes key) {
    return run(() -> db.get(key.get()));
  }

  @Override
  public void put(Bytes key, byte[] value) {
    Void unused =
        run(
            () -> {
              if (value == null) {
                db.delete(noWal, key.get());
              } else {
                db.put(noWal, key.get(), value);
              }
              return null;
            });
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    byte[] before = get(key);
    if (before == null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    byte[] before = get(key);
    put(key, null);
    return before;
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    return new Entries(from, to);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return new Entries(null, null);
  }

  @Override
  public long approximateNumEntries() {
    return run(() -> db.getLongProperty("rocksdb.estimate-num-keys"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    throw new UnsupportedOperationException("this store is in no topology");
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      db.close();
      noWal.close();
      options.close();
    }
  }

  /** Entries from one key to another, both included. */
  private final class Entries implements KeyValueIterator<Bytes, byte[]> {

    private final Slice end; // null for no end
    private final ReadOptions reads;
    private final RocksIterator entries;

    Entries(Bytes from, Bytes to) {
      // The end of a read is the first key that is not read: the last one and a byte.
      end = to == null ? null : new Slice(Arrays.copyOf(to.get(), to.get().length + 1));
      reads = new ReadOptions();
      if (end != null) {
        reads.setIterateUpperBound(end);
      }
      entries = db.newIterator(reads);
      if (from == null) {
        entries.seekToFirst();
      } else {
        entries.seek(from.get());
      }
    }

    @Override
    public boolean hasNext() {
      return entries.isValid();
    }

    @Override
    public Bytes peekNextKey() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return Bytes.wrap(entries.key());
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      KeyValue<Bytes, byte[]> next = new KeyValue<>(peekNextKey(), entries.value());
      entries.next();
      return next;
    }

    @Override
    public void close() {
      entries.close();
      reads.close();
      if (end != null) {
        end.close();
      }
    }
  }
}
