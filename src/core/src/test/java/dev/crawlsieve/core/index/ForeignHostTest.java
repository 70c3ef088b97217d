package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.verdict.Decider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of one host whose URLs look like those of another. */
class ForeignHostTest extends SitePages {

  private static final int PRODUCTS = 8;
  private static final String VICTIM = "https://www.victim.example/p/%s?%s=%s";

  ForeignHostTest() {
    super(88);
  }

  /** 300 pages that show that the shop has many names, so that a text of two may be one page's. */
  private List<ComparedPage> lesson(String url) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      pages.add(page(url.formatted("t" + i, "a", i), words(3), words(60)));
    }
    return pages;
  }

  /** Products that have nothing but a name: too few to show that their text is a template. */
  private List<ComparedPage> shop() throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    String text = words(200);
    for (int i = 0; i < PRODUCTS; i++) {
      String html = "<title>%s</title><main><p>%s</main>".formatted(words(3), text);
      pages.add(html(VICTIM.formatted("p" + i, "id", i), html, 0));
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
    assertThat(undisturbed).hasSize(PRODUCTS);
    assertThat(kept(lesson(VICTIM), shop))
        .as("the lesson, if it is the shop's own")
        .hasSizeLessThan(PRODUCTS);
    assertThat(kept(lesson(url), shop)).isEqualTo(undisturbed);
  }

  @Test
  void shouldNotShareARecordBetweenHostsWrittenInTheSameOddWay() throws Exception {
    String one = SiteEvidence.key(page("https:////one.example/a", "A title", "b"));
    String other = SiteEvidence.key(page("https:////two.example/a", "A title", "b"));
    assertThat(one).isNotNull().isNotEqualTo(other);
  }
}
