package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.LaneClusters;
import java.nio.file.Path;

/**
 * One lane: its index and, where another page of a cluster may be kept, too, its clusters. Both are
 * on disk but for what their settings allow in memory.
 */
final class Lane implements AutoCloseable {

  /** Clusters remember which of them have grown until that is told; nobody listens. */
  private static final int TELL_EVERY = 1024;

  private final int number;
  private final TableIndex index;
  private final Decider decider;
  private final ScopeKeys scopes = new ScopeKeys();
  private final DiskStore store; // null if no other page of a cluster is kept
  private final LaneClusters clusters; // null with it
  private long offset;

  /**
   * Opens a lane that has decided on nothing yet.
   *
   * @param folder empty or not there
   * @param shape of its index
   */
  Lane(SieveConfig config, int number, Path folder, IndexSettings shape) {
    this.number = number;
    boolean replacing = config.clusters().keepPreferred();
    index = TableIndex.open(folder.resolve("leaders"), shape);
    try {
      store = replacing ? new DiskStore(folder.resolve("clusters")) : null;
    } catch (IndexException e) {
      index.abandon();
      throw e;
    }
    clusters = replacing ? new LaneClusters(config.clusters(), store, number, told -> {}) : null;
    LeaderIndex asked = replacing ? new Forgetting(index, clusters) : index;
    decider = new Decider(asked, config.detector().name(), config.verdictHash());
  }

  /** Decides on the next page. */
  Verdict decide(PreparedPage.Judged page) {
    Verdict verdict =
        decider.decide(
            number, LeaderRecord.of(scopes.of(page.scope()), offset++, page.fingerprint()));
    if (clusters == null) {
      return verdict;
    }
    if (offset % TELL_EVERY == 0) {
      clusters.tell();
    }
    return clusters.take(verdict, page.features());
  }

  /** Closes without another write; what is left on disk is of no use. */
  @Override
  public void close() {
    index.abandon();
    if (store != null) {
      store.close();
    }
  }

  /** The index, whose clusters go with their leaders. */
  private static final class Forgetting implements LeaderIndex {

    private final TableIndex index;
    private final LaneClusters clusters;

    Forgetting(TableIndex index, LaneClusters clusters) {
      this.index = index;
      this.clusters = clusters;
    }

    @Override
    public void advance(long timestamp) {
      LaneTime before = index.laneTime();
      LaneTime after = before.advance(timestamp, index.nextOrdinal());
      if (after != before) {
        index.putLaneTime(after);
        for (long gone = index.firstOrdinal(); gone < after.expired(); gone++) {
          clusters.forget(index.get(gone).source(), timestamp);
        }
        index.dropBelow(after.expired());
      }
    }

    @Override
    public Lookup lookup(LeaderRecord page) {
      return index.lookup(page);
    }

    @Override
    public void put(long ordinal, LeaderRecord leader) {
      index.put(ordinal, leader);
    }

    @Override
    public LeaderRecord get(long ordinal) {
      return index.get(ordinal);
    }

    @Override
    public long nextOrdinal() {
      return index.nextOrdinal();
    }

    @Override
    public void close() {
      index.close();
    }
  }
}
