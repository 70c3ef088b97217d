package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Reads groups of entries into memory of its own, outside of the heap; for one thread. */
final class RunReader {

  private static final int FIRST_BYTES = 1 << 13;

  private final RocksFolder files;
  private final ByteBuffer key = ByteBuffer.allocateDirect(RunWriter.KEY_BYTES);
  private ByteBuffer group = allocate(FIRST_BYTES);

  RunReader(RocksFolder files) {
    this.files = files;
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The entries of a group until the next call, from 0 to the limit; null if there are none. */
  ByteBuffer read(int run, int table, int number) {
    try {
      while (true) {
        key.clear().putInt(run).put((byte) table).putInt(number).flip();
        group.clear();
        int bytes = files.db().get(files.tables(), files.reads(), key, group);
        if (bytes == RocksDB.NOT_FOUND) {
          return null;
        }
        if (bytes <= group.capacity()) {
          return group.position(0).limit(bytes);
        }
        group =
            allocate(Math.max(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * group.capacity())));
      }
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }
}
