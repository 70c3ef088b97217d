package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.PlantedVerdicts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures precision and recall for mirrors and URL rules that are planted in real pages. Its
 * arguments are a seed, a number of rounds, and folders or jars of pages; {@code OLD=NEW} names two
 * releases.
 */
final class MirrorEvaluation {

  private MirrorEvaluation() {}

  public static void main(String[] args) throws Exception {
    SieveConfig config = SieveConfig.of(Map.of());
    List<List<SourcePage>> collections = new ArrayList<>();
    List<SourcePage[]> versions = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      String[] names = args[i].split("=");
      List<SourcePage> pages = read(config, names[names.length - 1]);
      if (names.length == 2) {
        Map<String, SourcePage> older = new HashMap<>();
        read(config, names[0]).forEach(page -> older.put(page.url(), page));
        pages.stream()
            .filter(page -> older.containsKey(page.url()))
            .forEach(page -> versions.add(new SourcePage[] {older.get(page.url()), page}));
      } else {
        collections.add(pages);
      }
    }
    PlantedCrawl crawl =
        new PlantedCrawl(collections, versions, 25, Integer.parseInt(args[1]), seed(args));
    System.out.printf(
        Locale.ROOT,
        "%d pages of %d, %d pairs planted%n",
        crawl.crawl().size(),
        collections.stream().mapToInt(List::size).sum(),
        crawl.pairs().size());
    List<Verdict> verdicts = new ArrayList<>();
    Path folder = Folders.temporary();
    try (TableIndex index = TableIndex.open(folder.resolve("index"), config.index())) {
      new PlantedVerdicts(config, index).decide(crawl.crawl(), verdicts::add);
    } finally {
      Folders.remove(folder);
    }
    VerdictObserver observer = new VerdictObserver();
    for (double confidence : new double[] {0.5, 0.6, 0.7, 0.8}) {
      List<Observation> observations = new ArrayList<>();
      for (Verdict verdict : verdicts) {
        observer.observe(verdict).ifPresent(observations::add);
      }
      Map<String, Finding> found = new TreeMap<>();
      MirrorSettings settings = new MirrorSettings(8, confidence, 0.3, 1024, 100_000);
      Mirrors mirrors =
          new Mirrors(new MemoryByteMap(), settings, next -> found.put(next.key(), next));
      long start = System.nanoTime();
      observations.forEach(mirrors::observe);
      double seconds = (System.nanoTime() - start) / 1e9;
      mirrors.finish();
      System.out.printf(
          Locale.ROOT,
          "%nconfidence of at least %.1f: %,.0f observations/s, %s%n%s",
          confidence,
          observations.size() / seconds,
          mirrors.counts(),
          new MirrorScore(crawl, found.values().stream().filter(Finding::declared).toList()));
    }
  }

  private static long seed(String[] args) {
    return Long.parseLong(args[0]);
  }

  private static List<SourcePage> read(SieveConfig config, String file) {
    InputGroup group = new InputGroup(List.of(Path.of(file)), "https://x.example/");
    return BenchLoad.sources(config, List.of(group), Long.MAX_VALUE);
  }
}
