package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.cluster.Clusters;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;

/**
 * One lane: its index and, if better copies may be kept too, its clusters. Both are on disk except
 * for what their settings allow in memory.
 */
final class Lane implements AutoCloseable {

  /** Expired pages leave the disk when that is committed. */
  private static final int COMMITTED_AT_ONCE = 10_000;

  private final int number;
  private final TableIndex index;
  private final Decider decider;
  private final Verdict.Basis basis;
  private final ScopeKeys scopes = new ScopeKeys();
  private final Clusters clusters;
  private long offset;

  /**
   * Opens a lane that has not decided on anything yet.
   *
   * @param folder empty or missing
   * @param shape layout and limits of its index
   */
  Lane(SieveConfig config, int number, Path folder, IndexSettings shape) {
    this.number = number;
    index = TableIndex.open(folder.resolve("leaders"), shape);
    try {
      clusters =
          config.clusters().keepPreferred()
              ? new DiskClusters(config.clusters(), number, folder.resolve("clusters"), index)
              : Clusters.NONE;
    } catch (RuntimeException e) {
      index.abandon();
      throw e;
    }
    basis = new Verdict.Basis(config.detector().name(), config.verdictHash());
    decider = new Decider(index, basis.detector(), basis.settings());
  }

  /** Decides on the next page. */
  Verdict decide(PreparedPage.Judged page) {
    if (offset % COMMITTED_AT_ONCE == 0) {
      index.commit(offset);
    }
    LeaderRecord record = LeaderRecord.of(scopes.of(page.scope()), offset++, page.fingerprint());
    return clusters.take(decider.decide(number, record), page.features());
  }

  /** What {@link #decide} would say if the page came next, without clusters; changes nothing. */
  Verdict ask(PreparedPage.Judged page) {
    LeaderRecord record = LeaderRecord.of(scopes.of(page.scope()), offset, page.fingerprint());
    return Decider.verdict(number, record, index.ask(record), index.overrides(), basis);
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
