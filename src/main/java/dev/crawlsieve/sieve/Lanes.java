package dev.crawlsieve.sieve;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.index.LeaderRecord;
import dev.crawlsieve.index.ScopeKeys;
import dev.crawlsieve.index.TableIndex;
import dev.crawlsieve.verdict.Decider;
import dev.crawlsieve.verdict.Verdict;
import java.nio.file.Path;

/**
 * The lanes of a run, each with an index of its own, in memory as far as its settings allow and on
 * disk beyond that. A lane is opened with its first page.
 */
final class Lanes implements AutoCloseable {

  private final SieveConfig config;
  private final Path folder;
  private final ScopeKeys scopes = new ScopeKeys();
  private final Lane[] lanes;

  private static final class Lane {

    private final TableIndex index;
    private final Decider decider;
    private long offset;

    Lane(TableIndex index, Decider decider) {
      this.index = index;
      this.decider = decider;
    }
  }

  /**
   * @param folder where indexes go, each in a folder of its own; empty or not there
   */
  Lanes(SieveConfig config, Path folder) {
    this.config = config;
    this.folder = folder;
    this.lanes = new Lane[config.lanes()];
  }

  /**
   * Decides on the next page of a lane.
   *
   * @throws dev.crawlsieve.index.IndexException if the disk fails
   */
  Verdict decide(PreparedPage.Judged page) {
    Lane lane = lane(page.lane());
    return lane.decider.decide(
        page.lane(), LeaderRecord.of(scopes.of(page.scope()), lane.offset++, page.fingerprint()));
  }

  private Lane lane(int number) {
    if (lanes[number] == null) {
      TableIndex index = TableIndex.open(folder.resolve("lane-" + number), config.index());
      lanes[number] =
          new Lane(index, new Decider(index, config.detector().name(), config.verdictHash()));
    }
    return lanes[number];
  }

  /** Closes the indexes without another write; what is left of them is of no use. */
  @Override
  public void close() {
    RuntimeException first = null;
    for (Lane lane : lanes) {
      try {
        if (lane != null) {
          lane.index.abandon();
        }
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
