package dev.crawlsieve.lab.jmh;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.lab.bench.GrowthSettings;
import dev.crawlsieve.lab.bench.MadeUpPages;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Lookups among 200,000 made-up leaders in memory; one page per operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IndexKernels {

  private static final int LEADERS = 200_000;
  private static final int PAGES = 50_000;

  /** The detector. */
  @Param({"simhash", "sketch", "combined"})
  public String detector;

  private final ComparedPage[] pages = new ComparedPage[PAGES];
  private Path folder;
  private TableIndex index;
  private int next;

  /** Grows the index, and makes other pages, a third of them near-copies. */
  @Setup
  public void grow() throws IOException {
    folder = Files.createTempDirectory(Path.of(System.getProperty(Samples.FOLDER)), "index-");
    SieveConfig config = SieveConfig.of(Map.of(RuleConfig.DETECTOR_CONFIG, detector));
    index = TableIndex.open(folder, config.index());
    MadeUpPages source =
        new MadeUpPages(
            new GrowthSettings(Integer.MAX_VALUE, 0.3, 1), config.detector().maxDistance(), 0);
    for (long number = 0; index.nextOrdinal() < LEADERS; number++) {
      ComparedPage page =
          ComparedPage.of(ScopeKey.NONE, number, FingerprintCodec.encode(source.next()));
      if (!index.lookup(page).found()) {
        index.put(index.nextOrdinal(), page);
      }
    }
    for (int i = 0; i < PAGES; i++) {
      pages[i] = ComparedPage.of(ScopeKey.NONE, i, FingerprintCodec.encode(source.next()));
    }
  }

  /** Frees the index. */
  @TearDown
  public void close() throws IOException {
    index.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The best match of a page. */
  @Benchmark
  public Lookup lookup() {
    next = next + 1 == PAGES ? 0 : next + 1;
    return index.lookup(pages[next]);
  }
}
