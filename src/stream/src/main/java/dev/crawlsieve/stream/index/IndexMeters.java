package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.IndexStats;
import java.util.function.Supplier;

/** Notified of indexes that are opened and closed; implementations are thread-safe. */
public interface IndexMeters {

  /**
   * An index was opened, as the active task or a standby.
   *
   * @param partition of its changelog: the lane, or with shards {@code lane * shards + shard}
   * @param stats returns its costs
   */
  default void opened(int partition, Supplier<IndexStats> stats) {}

  /** The index that was opened with the same supplier was closed. */
  default void closed(int partition, Supplier<IndexStats> stats) {}
}
