package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import org.apache.kafka.common.config.ConfigDef.Range;

/**
 * Settings of where a lane's kept pages are stored, and of the memory for them and for waiting
 * pages.
 */
public final class IndexConfig {

  public static final String INDEX_MEMORY_BYTES_CONFIG = "index.memory.bytes";
  public static final String INDEX_SHARDS_CONFIG = "index.shards";
  public static final String PENDING_CACHE_BYTES_CONFIG = "pending.cache.bytes";

  /**
   * About two seconds of pages on two cores; after a shorter pause, no page has to be read again.
   */
  private static final long MOST_PENDING_BYTES_BY_DEFAULT = 256L << 20;

  private IndexConfig() {}

  static void define(Definitions settings) {
    settings
        .define(INDEX_MEMORY_BYTES_CONFIG, 0L, Range.atLeast(0))
        .define(INDEX_SHARDS_CONFIG, 0, Range.between(0, IndexSettings.MOST_SHARDS))
        .define(PENDING_CACHE_BYTES_CONFIG, 0L, Range.atLeast(0));
  }

  /** Layout and limits of a lane's index, or of each of its shards. */
  static IndexSettings index(
      Values values, DetectorSettings detector, RuleSettings rule, int lanes, int shards) {
    long given = values.getLong(INDEX_MEMORY_BYTES_CONFIG);
    int indexes = lanes * Math.max(1, shards);
    long memory =
        given > 0 ? given : IndexSettings.shareOf(Runtime.getRuntime().maxMemory(), indexes);
    return new IndexSettings(detector, rule, IndexSettings.DEFAULT.expectedLeaders(), memory);
  }

  /** Memory bound for bodies that await their verdict, in bytes, for the whole instance. */
  static long pendingCacheBytes(Values values) {
    long given = values.getLong(PENDING_CACHE_BYTES_CONFIG);
    long sixteenth = Runtime.getRuntime().maxMemory() / 16;
    return given > 0 ? given : Math.min(sixteenth, MOST_PENDING_BYTES_BY_DEFAULT);
  }
}
