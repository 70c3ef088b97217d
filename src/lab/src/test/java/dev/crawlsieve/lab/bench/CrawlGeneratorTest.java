package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class CrawlGeneratorTest {

  private static final int SOURCES = 20;
  private static final double NEAR = 0.5;

  private final List<SourcePage> sources = SampleSite.pages(SOURCES);

  private static List<SourcePage> pages(CrawlGenerator generator, int count) {
    return IntStream.range(0, count).mapToObj(generator::page).toList();
  }

  private static ShingleSet words(SourcePage page) {
    String text = Jsoup.parse(page.html()).select(".content p").text();
    return ShingleSet.of(Stream.of(text.split(" ")).mapToLong(String::hashCode));
  }

  /** Number of pages that resemble an earlier one. */
  private static int copies(List<SourcePage> pages) {
    List<ShingleSet> before = new ArrayList<>();
    int copies = 0;
    for (SourcePage page : pages) {
      ShingleSet words = words(page);
      if (before.stream().anyMatch(earlier -> earlier.resemblance(words) > NEAR)) {
        copies++;
      }
      before.add(words);
    }
    return copies;
  }

  @Test
  void shouldMakeTheSamePagesOfTheSameSeedInAnyOrder() {
    CrawlGenerator first = new CrawlGenerator(sources, 3, 0.4);
    List<SourcePage> backwards = new ArrayList<>();
    for (int i = 59; i >= 0; i--) {
      backwards.add(0, new CrawlGenerator(sources, 3, 0.4).page(i));
    }
    assertThat(pages(first, 60)).isEqualTo(backwards);
    assertThat(pages(new CrawlGenerator(sources, 4, 0.4), 60)).isNotEqualTo(backwards);
  }

  @Test
  void shouldBeginWithTheRealPages() {
    assertThat(pages(new CrawlGenerator(sources, 1, 0), SOURCES))
        .containsExactlyInAnyOrderElementsOf(sources);
  }

  @Test
  void shouldPutOtherArticlesIntoTheFrames() {
    List<SourcePage> pages = pages(new CrawlGenerator(sources, 1, 0), 120);
    assertThat(copies(pages)).isZero();
    assertThat(pages.get(110).html()).contains("Copyright").contains(">News</a>");
    assertThat(Jsoup.parse(pages.get(110).html()).select(".content p")).hasSize(15);
  }

  @Test
  void shouldMakeAboutAsManyNearCopiesAsAsked() {
    List<SourcePage> pages = pages(new CrawlGenerator(sources, 1, 0.4), 300);
    assertThat(copies(pages)).isBetween(90, 130);
  }

  @Test
  void shouldGiveEveryPageAUrlOfItsOwn() {
    assertThat(pages(new CrawlGenerator(sources, 1, 0.4), 300))
        .extracting(SourcePage::url)
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldRefuseWhatMakesNoCrawl() {
    assertThatThrownBy(() -> new CrawlGenerator(List.of(), 1, 0.4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CrawlGenerator(sources, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
