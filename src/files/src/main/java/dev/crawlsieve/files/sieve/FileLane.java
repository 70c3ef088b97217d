package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.Clusters;
import java.nio.file.Path;

/**
 * One lane: its index and, if better copies may also be kept, its clusters. Both are on disk,
 * except for what the settings allow in memory.
 */
final class FileLane implements AutoCloseable {

  /** Pages between commits; expired pages are deleted from the disk after a commit. */
  private static final int COMMITTED_AT_ONCE = 10_000;

  private final TableIndex index;
  private final Lane lane;
  private final Clusters clusters;
  private long offset;

  /**
   * Opens a lane that has not decided on any page yet.
   *
   * @param folder empty or missing
   * @param shape layout and limits of its index
   */
  FileLane(SieveSettings settings, int number, Path folder, IndexSettings shape) {
    index = TableIndex.open(folder.resolve("leaders"), shape);
    try {
      clusters =
          settings.clusters().keepPreferred()
              ? new DiskClusters(settings.clusters(), number, folder.resolve("clusters"), index)
              : Clusters.NONE;
    } catch (RuntimeException e) {
      index.abandon();
      throw e;
    }
    lane = new Lane(number, index, settings.basis());
  }

  /** Decides on the next page. */
  Verdict decide(PreparedPage.Judged page) {
    if (offset % COMMITTED_AT_ONCE == 0) {
      index.commit(offset);
    }
    return clusters.take(lane.decide(next(page, offset++)), page.features());
  }

  /**
   * The verdict that {@link #decide} would return if the page came next, without clusters; changes
   * nothing.
   */
  Verdict ask(PreparedPage.Judged page) {
    return lane.ask(index, next(page, offset));
  }

  private ComparedPage next(PreparedPage.Judged page, long at) {
    return lane.page(page.scope(), at, page.fingerprint()).overriddenBy(page.override());
  }

  /** Number of the page that was decided on last; -1 if there is none. */
  long decided() {
    return offset - 1;
  }

  /** Closes without further writes; the files on disk are of no further use. */
  @Override
  public void close() {
    index.abandon();
    clusters.close();
  }
}
