package dev.crawlsieve.core.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DetectorsTest {

  private final PageFeatures page = TestPages.page("http://a.example/1", TestPages.words(1, 200));
  private final PageFeatures copy = TestPages.page("http://b.example/1", TestPages.words(1, 200));
  private final PageFeatures light =
      TestPages.page("http://a.example/2", TestPages.words(1, 200) + " and a few words more");
  private final PageFeatures other = TestPages.page("http://a.example/3", TestPages.words(2, 200));
  private final PageFeatures empty = TestPages.page("http://a.example/4", "");
  private final PageFeatures empty2 = TestPages.page("http://a.example/5", " ");
  private final PageFeatures brief = TestPages.page("http://a.example/6", "Not found");
  private final PageFeatures brief2 = TestPages.page("http://a.example/7", "Not found!");

  private List<PairDetector> all() {
    return Evaluation.allDetectors(List.of(page, copy, light, other, empty, empty2, brief, brief2));
  }

  private static boolean matchesSomewhere(PairDetector detector, PageFeatures a, PageFeatures b) {
    return detector.thresholds().stream().anyMatch(t -> detector.at(t).matches(a, b));
  }

  @Test
  void shouldMatchACopyAtEveryThresholdAndBeSymmetric() {
    for (PairDetector detector : all()) {
      if (!detector.settings().equals("of body")) {
        for (Threshold threshold : detector.thresholds()) {
          assertThat(detector.at(threshold).matches(page, copy))
              .as(detector.name() + " " + detector.settings() + " " + threshold.text())
              .isTrue();
        }
      }
      assertThat(detector.score(page, light))
          .as(detector.name() + " " + detector.settings())
          .isEqualTo(detector.score(light, page));
    }
  }

  @Test
  void shouldNotMatchPagesWithoutText() {
    for (PairDetector detector : all()) {
      if (!detector.settings().equals("of text") && !detector.settings().equals("of tokens")) {
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
    for (PairDetector detector : all()) {
      assertThat(seen.add(detector.name() + "; " + detector.settings()))
          .as(detector.name() + "; " + detector.settings())
          .isTrue();
    }
    assertThat(all())
        .extracting(PairDetector::name)
        .contains(
            "simhash",
            "sketch",
            "supershingle",
            "combined",
            "checksum",
            "crc32",
            "md5",
            "sha256",
            "jaccard",
            "containment",
            "zero-mod-p",
            "smallest-n",
            "cosine",
            "edit",
            "euclid",
            "rotate-sort");
  }

  @Test
  void shouldTellLightEditsFromOtherPages() {
    Rule near = StreamDetectors.sketch().at(new Threshold("estimate >= 0.8", 0.8));
    assertThat(near.matches(page, light)).isTrue();
    assertThat(near.matches(page, other)).isFalse();
  }

  @Test
  void shouldAskInTheStreamsOrder() {
    PairDetector never = StreamDetectors.sketch().and("x", new Rule("never", (a, b) -> false));
    Threshold threshold = new Threshold("estimate >= 0.5", 0.5);
    assertThat(never.inStream().at(threshold).matches(page, copy)).isTrue();
    assertThat(never.inStream().at(threshold).matches(page, light)).isFalse();
    // Short texts match only exactly.
    assertThat(
            StreamDetectors.simhash().at(new Threshold("hamming <= 3", -3)).matches(brief, brief2))
        .isTrue();
    assertThat(
            StreamDetectors.simhash()
                .inStream()
                .at(new Threshold("hamming <= 3", -3))
                .matches(brief, brief2))
        .isFalse();
  }

  @Test
  void shouldComposeRules() {
    Rule yes = new Rule("yes", (a, b) -> true);
    Rule no = new Rule("no", (a, b) -> false);
    assertThat(yes.and(no).matches(page, other)).isFalse();
    PairDetector either = StreamDetectors.simhash().or("either", yes);
    assertThat(either.name()).isEqualTo("either");
    assertThat(either.settings()).isEqualTo("64 bits, or yes");
    assertThat(either.score(page, other)).isPositive().isInfinite();
    assertThat(StreamDetectors.simhash().and("both", no).score(page, copy))
        .isNegative()
        .isInfinite();
  }

  @Test
  void shouldFindHosts() {
    assertThat(TestPages.page("https://user:p@WWW.Example.org:8080/a@b:c?x", "").host())
        .isEqualTo("www.example.org");
    assertThat(TestPages.page("http://[2001:db8::1]:80/", "").host()).isEqualTo("[2001:db8::1]");
    assertThat(TestPages.page("http://example.org?q=1", "").host()).isEqualTo("example.org");
    assertThat(TestPages.page("no-url", "").host()).isEmpty();
  }

  @Test
  void shouldAskTheStreamsOwnCodeAtTheConfiguredThresholds() {
    String text = TestPages.words(1, 400);
    PageFeatures page = TestPages.page("http://a/", text);
    PageFeatures copy = TestPages.page("http://b/", text);
    PageFeatures edited = TestPages.page("http://c/", text.replace("w1", "v1"));
    PageFeatures other = TestPages.page("http://d/", TestPages.words(2, 400));
    for (DetectorSettings settings :
        List.of(
            DetectorSettings.simhash(16),
            DetectorSettings.sketch(0.3, 0.999),
            DetectorSettings.combined(16, 0.3, 0.999, 0.1))) {
      PairDetector configured = StreamDetectors.configured(settings);
      assertThat(configured.thresholds()).hasSize(1);
      assertThat(configured.name()).isEqualTo(settings.name());
      assertThat(configured.score(page, copy)).isEqualTo(1);
      assertThat(configured.score(page, other)).isZero();
      assertThat(configured.score(page, edited)).isEqualTo(configured.score(edited, page));
      assertThat(StreamDetectors.named(settings.name())).isNotEmpty();
    }
    PairDetector strict = StreamDetectors.configured(DetectorSettings.supershingle(6));
    assertThat(strict.score(page, copy)).isEqualTo(1);
    assertThat(strict.score(page, edited)).isZero();
  }
}
