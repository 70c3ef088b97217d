package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.verdict.Decider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of one host whose URLs look like those of another. */
class ForeignHostTest {

  private static final List<String> PARAMETERS = List.of("a", "b", "c", "d", "e", "f", "g", "h");

  /** Products with two variants each: too few to show what their parameter means. */
  private static final int PRODUCTS = 3;

  private static final int VARIANTS = 2 * PRODUCTS * PARAMETERS.size();
  private static final String VICTIM = "https://www.victim.example/p/%s?%s=%s";

  private final PageFingerprinter fingerprinter = new PageFingerprinter(FingerprintSettings.RAW);
  private final SplittableRandom random = new SplittableRandom(88);
  private long offset;

  private String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      for (int left = random.nextInt(9_000) + 500; left > 0; left /= 70) {
        words.append("bdfgklmnprstvz".charAt(left % 14)).append("aeiou".charAt(left / 14 % 5));
      }
    }
    return words.toString();
  }

  private ComparedPage page(String url, String title, String text) throws Exception {
    String html = "<title>%s</title><main><h1>%s</h1><p>%s</main>".formatted(title, title, text);
    return ComparedPage.of(
        ScopeKey.NONE,
        offset,
        FingerprintCodec.encode(
            fingerprinter
                .fingerprint(
                    url.getBytes(UTF_8),
                    html.getBytes(UTF_8),
                    name -> name.equals("content-type") ? "text/html".getBytes(UTF_8) : null,
                    new Coordinates(0, offset++),
                    0)
                .fingerprint()));
  }

  /** 300 pages or so that show that each parameter leads to the same page. */
  private List<ComparedPage> lesson(String url) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String title = words(3);
      String text = words(60);
      for (int value = 1; value <= 3; value++) {
        String parameter = PARAMETERS.get(i % PARAMETERS.size());
        pages.add(page(url.formatted("t" + i, parameter, value), title, text));
      }
    }
    return pages;
  }

  /** Variants under one name each, which differ in a few words and in one parameter. */
  private List<ComparedPage> shop() throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (String parameter : PARAMETERS) {
      for (int product = 0; product < PRODUCTS; product++) {
        String title = words(3);
        String text = words(200);
        for (int value = 1; value <= 2; value++) {
          String url = VICTIM.formatted(parameter + product, parameter, value);
          pages.add(page(url, title, text + " " + words(2)));
        }
      }
    }
    return pages;
  }

  /** The kept pages of a shop after others were seen. */
  private static Set<String> kept(List<ComparedPage> before, List<ComparedPage> shop) {
    LeaderIndex index = new LinearScanIndex(Detector.of(DetectorSettings.DEFAULT));
    Decider decider = new Decider(index, "combined", 1);
    before.forEach(page -> decider.decide(0, page));
    Set<String> kept = new HashSet<>();
    for (ComparedPage page : shop) {
      if (decider.decide(0, page).kept()) {
        kept.add(page.url());
      }
    }
    return kept;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http:/evil.example/p/%s?%s=%s#://www.victim.example/",
        "https:evil.example/p/%s?%s=%s#://www.victim.example/",
        "https:\\evil.example/p/%s?%s=%s#://www.victim.example/",
        "https:////evil.example/p/%s?%s=%s#://www.victim.example/",
        "https://www.victim.example@evil.example/p/%s?%s=%s",
        "https://www.victim.example:443@evil.example/p/%s?%s=%s",
        "https://evil.example\\@www.victim.example/p/%s?%s=%s",
      })
  void shouldTeachNothingToAnotherHost(String url) throws Exception {
    List<ComparedPage> shop = shop();
    Set<String> undisturbed = kept(List.of(), shop);
    assertThat(undisturbed).hasSize(VARIANTS);
    assertThat(kept(lesson(VICTIM), shop))
        .as("the lesson, if it is the shop's own")
        .hasSizeLessThan(VARIANTS * 3 / 4);
    assertThat(kept(lesson(url), shop)).isEqualTo(undisturbed);
  }

  @Test
  void shouldNotShareARecordBetweenHostsWrittenInTheSameOddWay() throws Exception {
    String one = SiteEvidence.key(page("https:////one.example/a", "A title", "b"));
    String other = SiteEvidence.key(page("https:////two.example/a", "A title", "b"));
    assertThat(one).isNotNull().isNotEqualTo(other);
  }
}
