package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;

/**
 * The lanes of a run. A lane is opened when its first page comes.
 *
 * <p>Each index takes at most {@code index.memory.bytes}, and all of them together at most a
 * quarter of the heap; what does not fit is on disk. Verdicts do not depend on these bounds.
 */
final class Lanes implements AutoCloseable {

  private final SieveSettings settings;
  private final Path folder;
  private final IndexSettings shape;
  private final FileLane[] lanes;

  /**
   * @param folder will hold a folder for each lane; must be empty or missing
   */
  Lanes(SieveSettings settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
    this.shape = settings.index().within(Runtime.getRuntime().maxMemory() / 4 / settings.lanes());
    this.lanes = new FileLane[settings.lanes()];
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
  FileLane lane(int number) {
    if (lanes[number] == null) {
      lanes[number] = new FileLane(settings, number, folder.resolve("lane-" + number), shape);
    }
    return lanes[number];
  }

  @Override
  public void close() {
    for (FileLane lane : lanes) {
      if (lane != null) {
        lane.close();
      }
    }
  }
}
