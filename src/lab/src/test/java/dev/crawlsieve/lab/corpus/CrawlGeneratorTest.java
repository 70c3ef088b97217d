package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.lab.detectors.Shingles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class CrawlGeneratorTest {

  private static final int SOURCES = 20;
  private static final double NEAR = 0.5;

  private final List<SourcePage> sources = SampleSite.pages(SOURCES);

  private static List<SourcePage> pages(CrawlGenerator generator, int count) {
    return IntStream.range(0, count).mapToObj(generator::page).toList();
  }

  private static Set<String> shingles(SourcePage page) {
    List<String> words =
        Arrays.asList(Jsoup.parse(page.html()).select(".content p").text().split(" "));
    return new HashSet<>(new Shingles(3).list(words));
  }

  /** Number of pages that resemble an earlier one. */
  private static int copies(List<SourcePage> pages) {
    List<Set<String>> before = new ArrayList<>();
    int copies = 0;
    for (SourcePage page : pages) {
      Set<String> shingles = shingles(page);
      if (before.stream()
          .anyMatch(earlier -> EvaluationSetGenerator.jaccard(earlier, shingles) > NEAR)) {
        copies++;
      }
      before.add(shingles);
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
    // The frame of another site has other classes, so copies on another site are not recognised
    // here.
    assertThat(copies(pages)).isBetween(60, 130);
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
