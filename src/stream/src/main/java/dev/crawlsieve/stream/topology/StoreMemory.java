package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.folder.RocksLibrary;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/**
 * Bounds the native memory of all stores but those of kept pages: one cache for all stores of this
 * JVM, and two small write buffers for each. By default, Kafka Streams gives each store, that is
 * each task, 50 MiB of cache and three write buffers of 16 MiB. What a cache lacks is in the
 * system's cache of files, which the system takes back when it needs memory.
 */
public final class StoreMemory implements RocksDBConfigSetter {

  static final long CACHE_BYTES = 64L << 20;
  static final long WRITE_BUFFER_BYTES = 8L << 20;
  static final int WRITE_BUFFERS = 2;

  static {
    RocksLibrary.load();
  }

  private static final Cache CACHE = new LRUCache(CACHE_BYTES); // never closed

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    options.setTableFormatConfig(table.setBlockCache(CACHE));
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(WRITE_BUFFERS);
  }

  @Override
  public void close(String store, Options options) {
    // the cache is that of other stores, too
  }
}
