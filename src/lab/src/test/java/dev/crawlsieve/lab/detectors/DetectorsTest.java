package dev.crawlsieve.lab.detectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.measure.eval.Label;
import dev.crawlsieve.measure.eval.TestPages;
import dev.crawlsieve.measure.eval.TruthPair;
import dev.crawlsieve.tool.terminal.LabelledOptions.Labelled;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DetectorsTest {

  private final DetectorPage page = page("http://a.example/1", TestPages.words(1, 200));
  private final DetectorPage copy = page("http://b.example/1", TestPages.words(1, 200));
  private final DetectorPage light =
      page("http://a.example/2", TestPages.words(1, 200) + " and a few words more");
  private final DetectorPage other = page("http://a.example/3", TestPages.words(2, 200));
  private final DetectorPage empty = page("http://a.example/4", "");
  private final DetectorPage empty2 = page("http://a.example/5", " ");
  private final DetectorPage brief = page("http://a.example/6", "Not found");
  private final DetectorPage brief2 = page("http://a.example/7", "Not found!");

  private static DetectorPage page(String url, String text) {
    return DetectorPage.of(("<p>" + text + "</p>").getBytes(UTF_8), TestPages.page(url, text));
  }

  private static double score(PairDetector detector, DetectorPage a, DetectorPage b) {
    return detector.score().applyAsDouble(a, b);
  }

  private static boolean matchesSomewhere(PairDetector detector, DetectorPage a, DetectorPage b) {
    return detector.thresholds().stream().anyMatch(t -> detector.matches(score(detector, a, b), t));
  }

  @Test
  void shouldMatchACopyAtEveryThresholdAndBeSymmetric() {
    for (PairDetector detector : PairDetector.ALL) {
      if (!detector.settings().equals("of body")) {
        for (double threshold : detector.thresholds()) {
          assertThat(detector.matches(score(detector, page, copy), threshold))
              .as(detector.name() + " " + detector.settings() + " " + threshold)
              .isTrue();
        }
      }
      assertThat(score(detector, page, light))
          .as(detector.name() + " " + detector.settings())
          .isEqualTo(score(detector, light, page));
    }
  }

  @Test
  void shouldNotMatchPagesWithoutText() {
    for (PairDetector detector : PairDetector.ALL) {
      if (!detector.settings().equals("of text")) {
        assertThat(matchesSomewhere(detector, empty, empty2))
            .as(detector.name() + " " + detector.settings())
            .isFalse();
      }
      assertThat(matchesSomewhere(detector, empty, page))
          .as(detector.name() + " " + detector.settings())
          .isFalse();
    }
  }

  @Test
  void shouldHaveNamesAndSettingsOfTheirOwn() {
    Set<String> seen = new HashSet<>();
    for (PairDetector detector : PairDetector.ALL) {
      assertThat(seen.add(detector.name() + "; " + detector.settings()))
          .as(detector.name() + "; " + detector.settings())
          .isTrue();
    }
    assertThat(PairDetector.ALL)
        .extracting(PairDetector::name)
        .contains(
            "simhash",
            "sketch",
            "supershingle",
            "combined",
            "exact",
            "jaccard",
            "containment",
            "cosine");
  }

  private static PairDetector sketch() {
    return PairDetector.ALL.get(1);
  }

  @Test
  void shouldTellLightEditsFromOtherPages() {
    assertThat(score(sketch(), page, light)).isGreaterThan(0.8);
    assertThat(matchesSomewhere(sketch(), page, other)).isFalse();
  }

  @Test
  void shouldMatchShortTextsOnlyExactly() {
    assertThat(matchesSomewhere(sketch(), brief, brief2)).isFalse();
    assertThat(matchesSomewhere(sketch(), brief, page("http://b.example/", "Not found"))).isTrue();
  }

  @Test
  void shouldErrAsTheoryPredictsForIndependentMinHashes() {
    Map<String, DetectorPage> pages = new TreeMap<>();
    List<TruthPair> pairs = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String common = TestPages.words(i, 80);
      String a = "http://a/" + i;
      String b = "http://b/" + i;
      pages.put(a, page(a, common + " " + TestPages.words(1000 + i, 20)));
      pages.put(b, page(b, common + " " + TestPages.words(2000 + i, 30)));
      pairs.add(new TruthPair(a, b, Label.DUPLICATE, "", 0));
    }
    pages.put("http://c/", page("http://c/", TestPages.words(5000, 50)));
    pairs.add(new TruthPair("http://a/0", "http://c/", Label.DIFFERENT, "", 0));
    pages.put("http://d/", page("http://d/", "no pair names this page"));
    DetectorsResult result = DetectorsResult.of(new Labelled<>(pairs, pages));
    assertThat(result.pages()).isEqualTo(601);
    assertThat(result.sketchError().pairs()).isEqualTo(300);
    assertThat(result.sketchError().theoretical()).isBetween(0.04, 0.06);
    assertThat(result.sketchError().measured() / result.sketchError().theoretical())
        .isBetween(0.85, 1.15);
    assertThat(result.text())
        .startsWith("301 labelled pairs of 601 pages")
        .contains("jaccard", "cosine");
  }
}
