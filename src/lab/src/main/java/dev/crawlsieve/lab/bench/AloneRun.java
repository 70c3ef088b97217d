package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a page's cost that is not Kafka's: pages are mapped to their fingerprints' records
 * and decided, on one thread, with the index in memory.
 */
final class AloneRun {

  /** Pages are read in batches outside the measured time. */
  private static final int BATCH = 256;

  private final SieveConfig config;
  private final Path folder;
  private final Runnable stopCheck;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final PagePipeline pipeline;
  private long pages;
  private long unique;

  /**
   * @param folder for the index's files, which this removes
   */
  AloneRun(SieveConfig config, Path folder, Runnable stopCheck) {
    this.config = config;
    this.folder = folder;
    this.stopCheck = stopCheck;
    this.pipeline = new PagePipeline(config.fingerprinting());
  }

  /**
   * Runs once.
   *
   * @param files of page events
   * @return CPU time of the thread in microseconds per page
   */
  double run(List<Path> files) {
    long nanos = 0;
    try (TableIndex index = TableIndex.open(folder, config.index());
        PageInputs feed = PageInputs.open(List.of(new InputGroup(files, null)), config.inputs())) {
      Lane lane = new Lane(0, index, config.basis());
      List<InputPage> batch = new ArrayList<>(BATCH);
      for (InputPage page = feed.next(); page != null; page = feed.next()) {
        batch.add(page);
        if (batch.size() == BATCH) {
          nanos += timed(batch, lane);
        }
      }
      nanos += timed(batch, lane);
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    } finally {
      Folders.remove(folder);
    }
    return nanos / 1e3 / pages;
  }

  /** Number of pages that were kept. */
  long unique() {
    return unique;
  }

  private long timed(List<InputPage> batch, Lane lane) {
    stopCheck.run();
    long start = threads.getCurrentThreadCpuTime();
    for (InputPage page : batch) {
      // One that is not judged takes time in the topology, too
      if (outcome(page) instanceof PagePipeline.Judged judged) {
        ComparedPage record = lane.page(judged.page().scope(), pages, judged.fingerprint());
        if (lane.decide(record).decision() == Verdict.Decision.UNIQUE) {
          unique++;
        }
      }
      pages++;
    }
    long nanos = threads.getCurrentThreadCpuTime() - start;
    batch.clear();
    return nanos;
  }

  private PagePipeline.Outcome outcome(InputPage page) {
    return pipeline.process(
        page.key(), page.value(), PageHeaders.NONE, new Coordinates(0, pages), 0);
  }
}
