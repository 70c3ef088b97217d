package dev.crawlsieve.sieve;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.verdict.Verdict;
import java.nio.file.Path;

/** The lanes of a run. A lane is opened with its first page. */
final class Lanes implements AutoCloseable {

  private final SieveConfig config;
  private final Path folder;
  private final Lane[] lanes;

  /**
   * @param folder where lanes go, each in a folder of its own; empty or not there
   */
  Lanes(SieveConfig config, Path folder) {
    this.config = config;
    this.folder = folder;
    this.lanes = new Lane[config.lanes()];
  }

  /**
   * Decides on the next page of its lane.
   *
   * @throws dev.crawlsieve.index.IndexException if the disk fails
   */
  Verdict decide(PreparedPage.Judged page) {
    int number = page.lane();
    if (lanes[number] == null) {
      lanes[number] = new Lane(config, number, folder.resolve("lane-" + number));
    }
    return lanes[number].decide(page);
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
