package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Reads groups of entries into a buffer outside the heap. Not thread-safe. */
final class RunReader {

  static final int FIRST_BYTES = 1 << 13;

  private final RocksFolder files;
  private final ByteBuffer key = ByteBuffer.allocateDirect(RunWriter.KEY_BYTES);
  private ByteBuffer group = allocate(FIRST_BYTES);

  RunReader(RocksFolder files) {
    this.files = files;
  }

  /** A buffer for entries, outside the heap. */
  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The capacity of a new buffer, if the present one is too small for this many bytes. */
  static int capacity(ByteBuffer before, int bytes) {
    return Math.max(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * before.capacity()));
  }

  /**
   * The entries of a group, from 0 to the limit, valid until the next call; null if there is no
   * such group.
   */
  @Nullable ByteBuffer read(int run, int table, int number) {
    try {
      while (true) {
        RunWriter.key(key, run, table, number);
        group.clear();
        int bytes = files.group(key, group);
        if (bytes == RocksDB.NOT_FOUND) {
          return null;
        }
        if (bytes <= group.capacity()) {
          return group.limit(bytes).position(0);
        }
        group = allocate(capacity(group, bytes));
      }
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }
}
