package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.Prefix;
import dev.crawlsieve.core.index.IndexException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteOptions;

/** A map on disk, removed at the end of the run. */
final class DiskByteMap implements ByteMap, AutoCloseable {

  private static final long WRITE_BUFFER_BYTES = 16L << 20;

  private final Path folder;
  private final Options options;
  private final WriteOptions noWal;
  private final RocksDB db;

  /**
   * Opens a new map, or one that was left behind with at least what it held when it was flushed.
   *
   * @throws IndexException if the folder cannot be written
   */
  DiskByteMap(Path folder) {
    this.folder = folder;
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

  @Override
  public byte[] get(byte[] key) {
    try {
      return db.get(key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      db.put(noWal, key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void delete(byte[] key) {
    try {
      db.delete(noWal, key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
    try (Slice end = new Slice(Prefix.after(prefix));
        ReadOptions reads = new ReadOptions().setIterateUpperBound(end);
        RocksIterator entries = db.newIterator(reads)) {
      for (entries.seek(prefix); entries.isValid(); entries.next()) {
        visitor.accept(entries.key(), entries.value());
      }
      entries.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /** Writes everything to the disk. */
  void flush() {
    try (FlushOptions wait = new FlushOptions()) {
      db.flush(wait);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private IndexException failed(RocksDBException e) {
    return new IndexException(
        "the store '" + folder.getFileName() + "' failed: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    db.close();
    noWal.close();
    options.close();
  }
}
