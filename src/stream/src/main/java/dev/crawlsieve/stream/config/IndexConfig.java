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

  /** About two seconds of pages; after a shorter pause, no page has to be read again. */
  private static final long PENDING_BYTES_OF_A_CORE = 128L << 20;

  private IndexConfig() {}

  static void define(Definitions settings) {
    settings
        .define(INDEX_MEMORY_BYTES_CONFIG, 0L, Range.atLeast(0))
        .define(INDEX_SHARDS_CONFIG, 0, Range.between(0, IndexTasks.MOST_SHARDS));
  }

  /** Layout and limits of the part of the index that a task holds. */
  static IndexSettings index(
      Values values, DetectorSettings detector, RuleSettings rule, IndexTasks tasks) {
    long given = values.getLong(INDEX_MEMORY_BYTES_CONFIG);
    long memory =
        given > 0 ? given : IndexSettings.shareOf(Runtime.getRuntime().maxMemory(), tasks.count());
    return new IndexSettings(detector, rule, IndexSettings.DEFAULT.expectedLeaders(), memory);
  }

  /**
   * Memory bound for bodies that await their verdict, in bytes, for the whole instance: a sixteenth
   * of the heap, but no more than is of use, or than a lane's tables may take.
   */
  static long pendingCacheBytes(Values values) {
    long given = values.getLong(INDEX_MEMORY_BYTES_CONFIG);
    Runtime machine = Runtime.getRuntime();
    long bytes =
        Math.min(machine.maxMemory() / 16, machine.availableProcessors() * PENDING_BYTES_OF_A_CORE);
    return given > 0 ? Math.min(given, bytes) : bytes;
  }
}
