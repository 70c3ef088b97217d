package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;

/**
 * The lanes of a run. A lane is opened with its first page.
 *
 * <p>Their indexes share {@code index.memory.bytes}, which in the stream is per lane, and take at
 * most a quarter of the heap; what does not fit is on disk. No verdict depends on it.
 */
final class Lanes implements AutoCloseable {

  private static final long LEAST_MEMORY_BYTES = 1 << 16;

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
    this.shape = shape(config.index(), config.lanes(), Runtime.getRuntime().maxMemory());
    this.lanes = new Lane[config.lanes()];
  }

  /**
   * Layout and limits of one lane's index: all lanes share the memory, at most a quarter of the
   * heap.
   */
  static IndexSettings shape(IndexSettings index, int lanes, long heapBytes) {
    long memoryBytes = Math.min(index.memoryBytes(), heapBytes / 4) / lanes;
    return new IndexSettings(
        index.detector(),
        index.rule(),
        index.expectedLeaders(),
        Math.max(LEAST_MEMORY_BYTES, memoryBytes));
  }

  /**
   * Decides on the next page of its lane.
   *
   * @throws dev.crawlsieve.core.index.IndexException if the disk fails
   */
  Verdict decide(PreparedPage.Judged page) {
    int number = page.lane();
    if (lanes[number] == null) {
      lanes[number] = new Lane(config, number, folder.resolve("lane-" + number), shape);
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
