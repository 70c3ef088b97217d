package dev.crawlsieve.core.bytemap;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.RocksLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A map on disk, in RocksDB without a write-ahead log. After a crash, its contents are those of an
 * earlier moment, with each batch either complete or absent.
 *
 * <p>Native memory: at most 8 MiB of cached blocks and two write buffers, and a few MiB more while
 * a compaction runs. Thread-safe. All methods except {@link #close} fail once the map is closed.
 */
public final class DiskByteMap implements ByteMap, AutoCloseable {

  private static final long CACHE_BYTES = 8L << 20;
  private static final long WRITE_BUFFER_BYTES = 16L << 20;

  static {
    RocksLibrary.load();
  }

  private final Path folder;
  private final LRUCache cache = new LRUCache(CACHE_BYTES);
  private final Options options;
  private final WriteOptions noWal = new WriteOptions().setDisableWAL(true);
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final RocksDB db;
  private boolean closed;

  /** An operation on the database. */
  private interface Work<T> {
    @Nullable T result() throws RocksDBException;
  }

  /**
   * Opens a map with write buffers of 16 MiB.
   *
   * @throws SieveException if the folder cannot be written, or its files cannot be read
   */
  public DiskByteMap(Path folder) {
    this(folder, WRITE_BUFFER_BYTES);
  }

  /**
   * Opens a map, new or existing. An existing one has at least the entries that it had when it was
   * last flushed.
   *
   * @param writeBufferBytes size of a write buffer, in bytes
   * @throws SieveException if the folder cannot be written, or its files cannot be read
   */
  public DiskByteMap(Path folder, long writeBufferBytes) {
    this.folder = folder;
    this.options =
        new Options()
            .setCreateIfMissing(true)
            .setTableFormatConfig(
                new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setCacheIndexAndFilterBlocks(true)
                    .setPinL0FilterAndIndexBlocksInCache(true))
            .setWriteBufferSize(writeBufferBytes)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setMaxBackgroundJobs(1)
            .setMaxOpenFiles(64)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(2);
    try {
      Files.createDirectories(folder);
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException | IOException e) {
      free();
      throw new SieveException("cannot open a store in " + folder + ": " + e.getMessage(), e);
    }
  }

  private void free() {
    noWal.close();
    options.close();
    cache.close();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return whileOpen(() -> db.get(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    write(Map.of(key, value));
  }

  @Override
  public void delete(byte[] key) {
    write(Collections.singletonMap(key, null));
  }

  /**
   * Changes several entries atomically.
   *
   * @param changes new values by key; null removes a key
   */
  public void write(Map<byte[], byte @Nullable []> changes) {
    whileOpen(
        () -> {
          try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<byte[], byte[]> change : changes.entrySet()) {
              if (change.getValue() == null) {
                batch.delete(change.getKey());
              } else {
                batch.put(change.getKey(), change.getValue());
              }
            }
            db.write(noWal, batch);
            return null;
          }
        });
  }

  @Override
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
    visit(
        prefix,
        Prefix.after(prefix),
        (key, value) -> {
          visitor.accept(key, value);
          return true;
        });
  }

  /**
   * Visits the entries in a range of keys, in order, until the visitor returns false.
   *
   * @param from first key
   * @param to end of the range, exclusive
   * @param visitor must not change the map
   * @return whether all entries were visited
   */
  public boolean visit(byte[] from, byte[] to, BiPredicate<byte[], byte[]> visitor) {
    return Objects.requireNonNull(
        whileOpen(
            () -> {
              try (Slice end = new Slice(to);
                  ReadOptions reads = new ReadOptions().setIterateUpperBound(end);
                  RocksIterator entries = db.newIterator(reads)) {
                for (entries.seek(from); entries.isValid(); entries.next()) {
                  if (!visitor.test(entries.key(), entries.value())) {
                    return false;
                  }
                }
                entries.status();
                return true;
              }
            }));
  }

  @Override
  public byte @Nullable [] last(byte[] prefix) {
    return whileOpen(
        () -> {
          byte[] after = Prefix.after(prefix);
          try (RocksIterator entries = db.newIterator()) {
            entries.seekForPrev(after);
            if (entries.isValid() && Arrays.equals(entries.key(), after)) {
              entries.prev();
            }
            entries.status();
            return entries.isValid() && Prefix.starts(prefix, entries.key()) ? entries.key() : null;
          }
        });
  }

  /** Removes all entries except those whose key begins with the byte 255. */
  public void clear() {
    whileOpen(
        () -> {
          db.deleteRange(noWal, new byte[] {0}, new byte[] {(byte) 0xff});
          db.compactRange();
          return null;
        });
  }

  /** Writes everything to disk. */
  public void flush() {
    whileOpen(
        () -> {
          try (FlushOptions wait = new FlushOptions()) {
            db.flush(wait);
            return null;
          }
        });
  }

  /** Size of the files and of the entries that have not been written to files yet, in bytes. */
  public long bytes() {
    return Objects.requireNonNull(
        whileOpen(
            () ->
                db.getLongProperty("rocksdb.total-sst-files-size")
                    + db.getLongProperty("rocksdb.cur-size-all-mem-tables")));
  }

  /**
   * Runs work under a lock that keeps the database open, since freed native memory must not be
   * used.
   */
  private <T> @Nullable T whileOpen(Work<T> work) {
    lock.readLock().lock();
    try {
      if (closed) {
        throw new SieveException("the store in " + folder + " is closed");
      }
      return work.result();
    } catch (RocksDBException e) {
      throw new SieveException("the store in " + folder + " failed: " + e.getMessage(), e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Writes everything to disk, and frees the native memory. Idempotent. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        db.close(); // without a write-ahead log, this writes the entries in memory
        free();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
