package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.folder.ScratchFolder;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.index.store.TableIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The storage of a replay for data that grows with the log: the kept pages, the tables that find
 * them, and the verdicts in force. A bounded part of it is on the heap, the rest in a temporary
 * folder.
 */
public final class ReplayRoom implements AutoCloseable {

  private static final long MOST_EXPECTED = 1L << 31;

  private final ScratchFolder scratch;
  private final long memoryBytes;
  private final List<TableIndex> indexes = new ArrayList<>();
  private int names;

  /**
   * Creates a room with a temporary folder.
   *
   * @param place the folder in which the temporary one is created
   * @param memoryBytes limit on the heap that the index of a lane takes, at least 64 KiB
   * @throws dev.crawlsieve.core.failure.SieveException if that fails
   */
  public ReplayRoom(Path place, long memoryBytes) {
    this.memoryBytes = memoryBytes;
    scratch = ScratchFolder.in(place, "replay");
  }

  private static long expected(long pages) {
    return Math.max(1, Math.min(MOST_EXPECTED, pages));
  }

  /** An empty index for the pages of a range. */
  TableIndex index(Detector detector, RuleSettings rule, LaneRange range) {
    TableLayout layout = detector.layout(expected(range.records()));
    TableIndex index = TableIndex.open(next("index"), layout, rule, memoryBytes);
    indexes.add(index);
    return index;
  }

  /**
   * Prepares an index for the pages that it is asked next. Leaders that have expired are removed
   * from disk, and what was learned of sites is removed from the heap.
   */
  static void expect(TableIndex index, List<ComparedPage> pages) {
    if (!pages.isEmpty()) {
      index.commit(pages.get(0).laneOffset());
    }
    index.expect(() -> pages);
  }

  /**
   * Creates rows of zeros for the records of a range.
   *
   * @param longs number of longs in a row
   */
  LaneRows rows(LaneRange range, int longs) {
    return new LaneRows(next("rows"), range.records(), longs);
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
