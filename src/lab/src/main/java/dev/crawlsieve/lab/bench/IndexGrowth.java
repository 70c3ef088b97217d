package dev.crawlsieve.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.lab.bench.result.GrowthPoint;
import dev.crawlsieve.lab.bench.result.GrowthResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Grows the index alone, on one thread and those that the index has for itself, up to a number of
 * leaders; crashes it, stops it, and restores another from its leaders.
 *
 * <p>Pages are generated in batches outside the measured time, and the index expects each batch. A
 * smaller index is grown first to warm up.
 */
public final class IndexGrowth {

  private static final long WARM_UP = 200_000;
  private static final int BATCH = 1_000;

  /** No more leaders are restored: the rate is known by then, and disks have room for one index. */
  static final long RESTORED = 10_000_000;

  private final GrowthSettings growth;
  private final IndexSettings settings;
  private final Path folder;
  private final LongConsumer progress;
  private final Consumer<GrowthPoint> reached;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /**
   * @param folder for the indexes' files, which the caller removes
   * @param progress called often with the number of leaders; may throw to stop the work
   * @param reached called with each point when it is reached
   */
  public IndexGrowth(
      GrowthSettings growth,
      IndexSettings settings,
      Path folder,
      LongConsumer progress,
      Consumer<GrowthPoint> reached) {
    this.growth = growth;
    this.settings = settings;
    this.folder = folder;
    this.progress = progress;
    this.reached = reached;
  }

  /** Grows, crashes, stops and restores the index, and returns the cost. */
  public GrowthResult run() {
    try (TableIndex small = TableIndex.open(folder.resolve("warm-up"), settings)) {
      new Growing(small, growth.upTo(WARM_UP)).grow(point -> {});
    }
    Grown grown = grow();
    GrowthResult.Opened crashed = open();
    GrowthResult.Opened stopped = open();
    double[] rates;
    // opened again, so that there are never the tables of two
    try (TableIndex index = TableIndex.open(folder.resolve("index"), settings)) {
      rates = restore(index);
    }
    return new GrowthResult(
        settings.detector().name(),
        grown.layout(),
        settings.memoryBytes(),
        Runtime.getRuntime().maxMemory(),
        grown.pages(),
        grown.points(),
        crashed,
        stopped,
        rates[0],
        rates[1]);
  }

  /** What is known of an index that has grown, without its tables. */
  private record Grown(String layout, long pages, List<GrowthPoint> points) {}

  /** Grows the index, and ends as in a crash. */
  private Grown grow() {
    try (TableIndex index = TableIndex.open(folder.resolve("index"), settings)) {
      Growing growing = new Growing(index, growth);
      growing.grow(reached);
      index.flush(); // a small index would lose everything otherwise
      growing.batch();
      index.abandon();
      return new Grown(growing.layout, growing.pages, growing.points);
    }
  }

  /** Opens the index until it could decide, and stops it. */
  private GrowthResult.Opened open() {
    long start = System.nanoTime();
    long cpuStart = processCpuNanos();
    try (TableIndex index = TableIndex.open(folder.resolve("index"), settings)) {
      index.refresh();
      return new GrowthResult.Opened(
          (System.nanoTime() - start) / 1e9,
          (processCpuNanos() - cpuStart) / 1e9,
          index.nextOrdinal());
    }
  }

  private static long processCpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** An index that is growing. */
  private final class Growing {

    private final TableIndex index;
    private final MadeUpPages source;
    private final ScopeKeys scopes = new ScopeKeys();
    private final String layout;
    private final long leaders;
    private final List<GrowthPoint> points = new ArrayList<>();
    private long pages;
    private long compared;
    private long nanos;
    private long cpuNanos;
    private long readsBefore;
    private long readBytesBefore;
    private long pagesBefore;
    private long nanosBefore;
    private long cpuNanosBefore;

    Growing(TableIndex index, GrowthSettings growth) {
      this.index = index;
      this.source = new MadeUpPages(growth, settings.detector().maxDistance(), 0);
      this.layout = index.layout().toString();
      this.leaders = growth.leaders();
    }

    void grow(Consumer<GrowthPoint> told) {
      long milestone = milestone(0);
      while (index.nextOrdinal() < leaders) {
        batch();
        progress.accept(index.nextOrdinal());
        if (index.nextOrdinal() >= Math.min(milestone, leaders)) {
          GrowthPoint point = point();
          points.add(point);
          told.accept(point);
          milestone = milestone(index.nextOrdinal());
        }
      }
    }

    private void batch() {
      List<ComparedPage> batch = new ArrayList<>(BATCH);
      for (int i = 0; i < BATCH; i++) {
        byte[] fingerprint = FingerprintCodec.encode(source.next());
        batch.add(ComparedPage.of(scopes.of(source.scope()), pages + i, fingerprint));
      }
      long next = index.nextOrdinal();
      long cpuStart = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      index.expect(() -> batch);
      for (ComparedPage page : batch) {
        Lookup lookup = index.lookup(page);
        compared += lookup.compared();
        if (!lookup.found()) {
          index.put(next++, page);
        }
      }
      index.commit(next);
      nanos += System.nanoTime() - start;
      cpuNanos += threads.getCurrentThreadCpuTime() - cpuStart;
      pages += BATCH;
    }

    private GrowthPoint point() {
      IndexStats stats = index.stats();
      GrowthPoint point =
          new GrowthPoint(
              stats.leaders(),
              stats.inBase(),
              (pages - pagesBefore) * 1e9 / (nanos - nanosBefore),
              (pages - pagesBefore) * 1e9 / (cpuNanos - cpuNanosBefore),
              (double) compared / pages,
              (double) (stats.diskReads() - readsBefore) / (pages - pagesBefore),
              (double) (stats.diskReadBytes() - readBytesBefore) / (pages - pagesBefore),
              (double) stats.deltaBytes() / Math.max(1, stats.leaders() - stats.inBase()),
              (double) stats.nativeBytes() / stats.leaders(),
              (double) stats.diskBytes() / stats.leaders(),
              stats.merges());
      readsBefore = stats.diskReads();
      readBytesBefore = stats.diskReadBytes();
      pagesBefore = pages;
      nanosBefore = nanos;
      cpuNanosBefore = cpuNanos;
      return point;
    }
  }

  /** The next of 100,000, 200,000, 500,000, 1,000,000 … */
  static long milestone(long leaders) {
    for (long ten = 100_000; ; ten *= 10) {
      for (long step : new long[] {ten, 2 * ten, 5 * ten}) {
        if (step > leaders) {
          return step;
        }
      }
    }
  }

  /** Leaders restored per second, with and without the tables; of the first ones only. */
  private double[] restore(TableIndex from) {
    try (TableIndex to = TableIndex.open(folder.resolve("restored"), settings)) {
      long end = Math.min(RESTORED, from.nextOrdinal());
      List<ComparedPage> batch = new ArrayList<>(BATCH);
      long records = 0;
      for (long ordinal = 0; ordinal < end; ordinal++) {
        batch.add(from.get(ordinal));
        if (batch.size() == BATCH || ordinal + 1 == end) {
          long start = System.nanoTime();
          to.putAll(ordinal - batch.size() + 1, batch);
          records += System.nanoTime() - start;
          batch.clear();
          progress.accept(ordinal);
        }
      }
      long start = System.nanoTime();
      to.refresh();
      long all = records + System.nanoTime() - start;
      return new double[] {to.nextOrdinal() * 1e9 / all, to.nextOrdinal() * 1e9 / records};
    }
  }
}
