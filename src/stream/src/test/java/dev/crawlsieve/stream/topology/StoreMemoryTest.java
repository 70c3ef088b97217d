package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

final class StoreMemoryTest {

  static {
    RocksDB.loadLibrary();
  }

  @TempDir Path folder;

  /** Found: each task of each wing had 50 MiB of cache, which filled up over hours. */
  @Test
  void shouldGiveAllStoresOneCache() throws Exception {
    List<Long> usage = new ArrayList<>();
    try (LRUCache own = new LRUCache(50 << 20);
        Options options = options(own);
        Options others = options(own);
        RocksDB store = RocksDB.open(options, folder.resolve("one").toString());
        RocksDB other = RocksDB.open(others, folder.resolve("two").toString());
        FlushOptions wait = new FlushOptions()) {
      for (int i = 0; i < 3; i++) {
        byte[] key = {(byte) i};
        other.put(key, new byte[100_000]);
        other.flush(wait);
        assertThat(other.get(key)).isNotNull();
        usage.add(store.getLongProperty("rocksdb.block-cache-usage"));
      }
      assertThat(store.getLongProperty("rocksdb.block-cache-capacity"))
          .isEqualTo(StoreMemory.CACHE_BYTES);
      assertThat(own.getUsage()).isZero();
      assertThat(options.writeBufferSize() * options.maxWriteBufferNumber()).isEqualTo(16 << 20);
    }
    assertThat(usage.get(1)).isGreaterThanOrEqualTo(usage.get(0) + 100_000);
    assertThat(usage.get(2)).isGreaterThanOrEqualTo(usage.get(1) + 100_000);
  }

  /** As Kafka Streams has them when it asks. */
  private static Options options(LRUCache cache) {
    Options options =
        new Options()
            .setCreateIfMissing(true)
            .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
    new StoreMemory().setConfig("clusters", options, Map.of());
    return options;
  }
}
