package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.GrowthPoint;
import dev.crawlsieve.lab.bench.result.GrowthResult;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the index alone, in a temporary folder.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class IndexBench implements Bench<GrowthResult> {

  /** Records, tables and the next copy or merge of these. */
  private static final long BYTES_PER_LEADER = 1_000;

  private final GrowthSettings growth;
  private final SieveConfig config;
  private final Consumer<String> progress;
  private final Consumer<GrowthPoint> reached;
  private final Stoppable work = new Stoppable();

  /**
   * @param settings the user's
   * @param progress receives descriptions of the current step
   * @param reached receives each point when it is reached, which can take hours
   */
  public IndexBench(
      GrowthSettings growth,
      Map<String, String> settings,
      Consumer<String> progress,
      Consumer<GrowthPoint> reached) {
    this.growth = growth;
    this.config = SieveConfig.of(settings);
    this.progress = progress;
    this.reached = reached;
    ensureHeap(config.index().memoryBytes(), Runtime.getRuntime().maxMemory());
  }

  /** Checks that the tables fit into the heap; otherwise the process would fail hours later. */
  public static void ensureHeap(long tables, long heap) {
    if (tables > 0.8 * heap) {
      throw new SettingsException(
          String.format(
              Locale.ROOT,
              "index.memory.bytes is %,d, but the heap is only %,d bytes: give it more with"
                  + " JAVA_OPTS=-Xmx",
              tables,
              heap));
    }
  }

  /**
   * Measures.
   *
   * @throws SieveException if anything stops the work
   */
  @Override
  public GrowthResult run() {
    work.begin();
    Path temporary = Folders.temporary();
    try {
      long leaders = growth.leaders() + Math.min(growth.leaders(), IndexGrowth.RESTORED);
      DiskRoom.ensure(temporary, BYTES_PER_LEADER * leaders, "--leaders");
      return new IndexGrowth(growth, config.index(), temporary, this::tell, reached).run();
    } catch (IndexException e) {
      throw new SieveException(e.getMessage(), e);
    } finally {
      work.clear(temporary);
    }
  }

  private void tell(long leaders) {
    work.ensureGoingOn();
    progress.accept(String.format(Locale.ROOT, "%,d leaders of %,d", leaders, growth.leaders()));
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
