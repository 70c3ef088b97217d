package dev.crawlsieve.sites.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.PlantedVerdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A small form of {@link MirrorEvaluation}, with synthetic pages and real decisions. */
public final class MirrorEvaluationTest {

  private final SieveConfig config = SieveConfig.of(Map.of());

  @Test
  void shouldFindWhatWasPlantedAndLittleElse() throws Exception {
    List<List<SourcePage>> collections = new ArrayList<>();
    for (int folder = 0; folder < 6; folder++) {
      collections.add(pages(folder));
    }
    PlantedCrawl crawl = new PlantedCrawl(collections, List.of(), 15, 1, 5);
    List<Verdict> verdicts = new ArrayList<>();
    new PlantedVerdicts(config, new LinearScanIndex(Detector.of(config.detector())))
        .decide(crawl.crawl(), verdicts::add);

    MirrorScore score = score(crawl, verdicts, MirrorSettings.DEFAULT);
    assertThat(score.precision()).as(score.toString()).isGreaterThanOrEqualTo(0.85);
    assertThat(score.recall()).as(score.toString()).isGreaterThanOrEqualTo(0.85);
    assertThat(score.rulePrecision()).as(score.toString()).isGreaterThanOrEqualTo(0.85);
    assertThat(score.ruleRecall()).as(score.toString()).isGreaterThanOrEqualTo(0.7);

    // Samples have far fewer paths than there are pages, but the same paths on both sides.
    MirrorSettings small = new MirrorSettings(4, 0.6, 0.3, 16, 100_000);
    MirrorScore sampled = score(crawl, verdicts, small);
    assertThat(sampled.precision()).as(sampled.toString()).isGreaterThanOrEqualTo(0.7);
    assertThat(sampled.recall()).as(sampled.toString()).isGreaterThanOrEqualTo(0.7);
  }

  private static MirrorScore score(
      PlantedCrawl crawl, List<Verdict> verdicts, MirrorSettings settings) throws Exception {
    Map<String, Finding> found = new TreeMap<>();
    Mirrors mirrors =
        new Mirrors(new MemoryByteMap(), settings, next -> found.put(next.key(), next));
    VerdictObserver observer = new VerdictObserver();
    for (Verdict verdict : verdicts) {
      observer.observe(verdict).ifPresent(mirrors::observe);
    }
    mirrors.finish();
    return new MirrorScore(crawl, found.values().stream().filter(Finding::declared).toList());
  }

  public static List<SourcePage> pages(int folder) {
    List<SourcePage> pages = new ArrayList<>();
    for (int number = 0; number < 260; number++) {
      SplittableRandom random = new SplittableRandom(1000L * folder + number);
      StringBuilder article = new StringBuilder();
      for (int i = 0; i < 120; i++) {
        article.append(i % 40 == 0 ? "</p><p>" : " ").append("word").append(random.nextInt(4000));
      }
      pages.add(
          new SourcePage(
              "https://x.example/f" + folder + "/d" + number / 30 + "/page" + number + ".html",
              "<html><head><title>T"
                  + number
                  + "</title></head><body><nav><a href=\"/\">Home</a></nav><main><h1>About "
                  + random.nextInt(4000)
                  + "</h1><p>"
                  + article
                  + "</p></main><footer>Copyright</footer></body></html>"));
    }
    return pages;
  }
}
