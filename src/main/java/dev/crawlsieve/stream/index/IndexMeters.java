package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.IndexStats;
import java.util.function.Supplier;

/** Notified of indexes that are opened and closed; implementations are thread-safe. */
public interface IndexMeters {

  /** A lane's index was opened, as the active task or a standby; the supplier returns its costs. */
  default void opened(int lane, Supplier<IndexStats> stats) {}

  /** The index that was opened with the same supplier was closed. */
  default void closed(int lane, Supplier<IndexStats> stats) {}
}
