package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.work.ScratchFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a replay keeps what grows with the log: the kept pages with the tables that find them, and
 * the verdicts in force. A bounded part of it is on the heap.
 */
public final class ReplayRoom implements AutoCloseable {

  private static final long MOST_EXPECTED = 1L << 31;

  private final ScratchFolder scratch;
  private final long memoryBytes;
  private final List<TableIndex> indexes = new ArrayList<>();
  private int names;

  /**
   * Makes a temporary folder.
   *
   * @param place the folder to make it in
   * @param memoryBytes bound on the heap that the indexes of a lane take, at least 64 KiB
   * @throws dev.crawlsieve.core.work.SieveException if that fails
   */
  public ReplayRoom(Path place, long memoryBytes) {
    this.memoryBytes = memoryBytes;
    scratch = ScratchFolder.in(place, "replay");
  }

  /**
   * An empty index for the pages of a range.
   *
   * @param parts how many indexes share the memory of the lane
   */
  TableIndex index(DetectorSettings detector, RuleSettings rule, LaneRange range, int parts) {
    long expected = Math.max(1, Math.min(MOST_EXPECTED, range.records()));
    IndexSettings settings =
        new IndexSettings(detector, rule, expected, memoryBytes).within(memoryBytes / parts);
    TableIndex index = TableIndex.open(next("index"), settings);
    indexes.add(index);
    return index;
  }

  /** Announces the pages that an index is asked next; what has expired before leaves the disk. */
  static void expect(TableIndex index, RuleSettings rule, List<LeaderRecord> pages) {
    if (rule.expires() && !pages.isEmpty()) {
      index.commit(pages.get(0).laneOffset());
    }
    index.expect(() -> pages);
  }

  /** Rows of zeros for the records of a range. */
  LaneRows rows(LaneRange range) {
    return new LaneRows(next("verdicts"), range.records());
  }

  private Path next(String what) {
    return scratch.folder().resolve(what + "-" + names++);
  }

  /** Frees and removes everything. */
  @Override
  public void close() {
    try (scratch) {
      indexes.forEach(TableIndex::abandon);
    }
  }
}
