package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.topology.PageMap;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

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
  private final PageMap map;
  private final ScopeKeys scopes = new ScopeKeys();
  private long pages;
  private long unique;

  /**
   * @param folder for the index's files, which this removes
   */
  AloneRun(SieveConfig config, Path folder, Runnable stopCheck) {
    this.config = config;
    this.folder = folder;
    this.stopCheck = stopCheck;
    this.map = new PageMap(config);
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
        PageFeed feed = PageFeed.open(List.of(new InputGroup(files, null)), config)) {
      Decider decider = new Decider(index, config.detector().name(), config.verdictHash());
      List<InputPage> batch = new ArrayList<>(BATCH);
      for (InputPage page = feed.next(); page != null; page = feed.next()) {
        batch.add(page);
        if (batch.size() == BATCH) {
          nanos += timed(batch, decider);
        }
      }
      nanos += timed(batch, decider);
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

  private long timed(List<InputPage> batch, Decider decider) {
    stopCheck.run();
    long start = threads.getCurrentThreadCpuTime();
    for (InputPage page : batch) {
      LeaderRecord mapped = map(page);
      if (mapped != null && decider.decide(0, mapped).decision() == Verdict.Decision.UNIQUE) {
        unique++;
      }
      pages++;
    }
    long nanos = threads.getCurrentThreadCpuTime() - start;
    batch.clear();
    return nanos;
  }

  /** The page with its fingerprint; null if it gets none, which takes time in the topology, too. */
  private @Nullable LeaderRecord map(InputPage page) {
    Record<byte[], byte[]> record = new Record<>(page.key(), page.value(), 0, new RecordHeaders());
    try {
      FingerprintedPage mapped = map.map(record, new Coordinates(0, pages)).page();
      return LeaderRecord.of(
          scopes.of(mapped.scope()), pages, FingerprintCodec.encode(mapped.fingerprint()));
    } catch (BadPageException | UnjudgedPageException | PoisonPageException e) {
      return null;
    }
  }
}
