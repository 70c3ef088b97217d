package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.work.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the tables of each shard of a lane: indexes that hold every n-th leader. */
final class ShardTables {

  private static final int STOP_CHECK_EVERY = 1_000;

  private final GrowthSettings growth;
  private final IndexSettings settings;
  private final Runnable stopCheck;

  /**
   * @param settings of the whole lane, which each shard is laid out for
   * @param stopCheck called often; throws to stop the work
   */
  ShardTables(GrowthSettings growth, IndexSettings settings, Runnable stopCheck) {
    this.growth = growth;
    this.settings = settings;
    this.stopCheck = stopCheck;
  }

  /**
   * Deals the leaders out.
   *
   * @param shards number of shards; 1 measures the whole lane
   * @return heap bytes of each shard's tables, with their filters
   */
  List<Long> bytes(int shards) {
    Path temporary = Folders.temporary();
    List<TableIndex> indexes = new ArrayList<>();
    try {
      for (int shard = 0; shard < shards; shard++) {
        indexes.add(TableIndex.open(temporary.resolve(String.valueOf(shard)), settings));
      }
      deal(indexes);
      return indexes.stream().map(index -> tables(index.stats())).toList();
    } finally {
      indexes.forEach(TableIndex::abandon);
      Folders.remove(temporary);
    }
  }

  private void deal(List<TableIndex> indexes) {
    MadeUpPages pages = growth.withoutCopies().pages(1, 0);
    for (long leader = 0; leader < growth.leaders(); leader++) {
      byte[] stored = FingerprintCodec.encode(pages.next());
      indexes
          .get((int) (leader % indexes.size()))
          .put(leader / indexes.size(), LeaderRecord.of(ScopeKey.NONE, leader, stored));
      if (leader % STOP_CHECK_EVERY == 0) {
        stopCheck.run();
      }
    }
  }

  private static long tables(IndexStats stats) {
    return stats.deltaBytes() + stats.filterBytes();
  }
}
