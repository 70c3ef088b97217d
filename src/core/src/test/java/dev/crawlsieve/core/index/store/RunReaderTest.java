package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.index.IndexException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class RunReaderTest {

  private static final int ENTRIES = 3;

  @TempDir private Path folder;

  @Test
  void shouldReadOnlyGroupsThatAreAsTheyWereWritten() throws RocksDBException {
    ByteBuffer group =
        ByteBuffer.allocate(Long.BYTES * ENTRIES + RunWriter.CHECK_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (long entry = 1; entry <= ENTRIES; entry++) {
      group.putLong(entry << 32 | entry);
    }
    int end = group.position();
    group.putInt(end, RunWriter.check(group.duplicate().limit(end)));
    try (RocksFolder files = new RocksFolder(folder)) {
      RunReader reader = new RunReader(files);
      assertThat(reader.read(1, 0, 0)).isNull();
      put(files, group.array());
      ByteBuffer read = reader.read(1, 0, 0);
      assertThat(read.limit()).isEqualTo(end);
      assertThat(read.getLong(0)).isEqualTo(1L << 32 | 1);
      for (int i = 0; i < group.capacity(); i++) {
        byte[] damaged = group.array().clone();
        damaged[i] ^= (byte) (1 << i % 8);
        put(files, damaged);
        assertThatThrownBy(() -> reader.read(1, 0, 0))
            .isInstanceOf(IndexException.class)
            .hasMessageContaining("run 1 ")
            .hasMessageContaining("damaged");
      }
      put(files, new byte[] {1});
      assertThatThrownBy(() -> reader.read(1, 0, 0)).isInstanceOf(IndexException.class);
    }
  }

  private static void put(RocksFolder files, byte[] group) throws RocksDBException {
    files.db().put(files.tables(), files.noWal(), RunWriter.key(1, 0, 0), group);
  }
}
