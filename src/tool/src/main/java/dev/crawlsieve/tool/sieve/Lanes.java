package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;

/**
 * The lanes of a run. A lane is opened with its first page.
 *
 * <p>Each index takes at most {@code index.memory.bytes}, and all of them at most a quarter of the
 * heap; what does not fit goes to disk. No verdict depends on it.
 */
final class Lanes implements AutoCloseable {

  private final SieveConfig config;
  private final Path folder;
  private final IndexSettings shape;
  private final Lane[] lanes;

  /**
   * @param folder holds a folder for each lane; empty or missing
   */
  Lanes(SieveConfig config, Path folder) {
    this.config = config;
    this.folder = folder;
    this.shape = config.index().within(Runtime.getRuntime().maxMemory() / 4 / config.lanes());
    this.lanes = new Lane[config.lanes()];
  }

  /**
   * Decides on the next page of its lane.
   *
   * @throws dev.crawlsieve.core.index.IndexException if the disk fails
   */
  Verdict decide(PreparedPage.Judged page) {
    return lane(page.lane()).decide(page);
  }

  /**
   * The lane of this number.
   *
   * @throws dev.crawlsieve.core.index.IndexException if the disk fails
   */
  Lane lane(int number) {
    if (lanes[number] == null) {
      lanes[number] = new Lane(config, number, folder.resolve("lane-" + number), shape);
    }
    return lanes[number];
  }

  @Override
  public void close() {
    for (Lane lane : lanes) {
      if (lane != null) {
        lane.close();
      }
    }
  }
}
