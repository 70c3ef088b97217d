package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariationTest {

  private final Donors donors = new Donors();

  VariationTest() {
    for (int i = 100; i < 110; i++) {
      Document page = SampleSite.document(i);
      donors.take(page, MainElement.of(page));
    }
  }

  /** Two varied copies of a page. */
  private record Copies(Document original, Document first, Document second) {

    List<String> paragraphs() {
      return Blocks.paragraphs(MainElement.of(original)).stream().map(Element::text).toList();
    }

    double shareKept() {
      String text = second.text();
      return paragraphs().stream().filter(text::contains).mapToInt(Blocks::words).sum()
          / (double) paragraphs().stream().mapToInt(Blocks::words).sum();
    }
  }

  private Copies vary(Variation variation, int number) {
    Document page = SampleSite.document(number);
    Document first = page.clone();
    Document second = page.clone();
    Chance chance = Chance.of(7, variation.kind() + number);
    assertThat(variation.vary(first, second, chance, donors)).isTrue();
    return new Copies(page, first, second);
  }

  static List<Variation> variations() {
    return Variation.ALL.stream().filter(variation -> !(variation instanceof ExactCopy)).toList();
  }

  @ParameterizedTest
  @MethodSource("variations")
  void shouldDifferAndKeepNearlyAllOfTheArticle(Variation variation) {
    for (int number = 0; number < 20; number++) {
      Copies copies = vary(variation, number);
      assertThat(copies.second().outerHtml()).isNotEqualTo(copies.first().outerHtml());
      assertThat(copies.shareKept()).as(variation.kind() + " " + number).isGreaterThan(0.84);
    }
  }

  @Test
  void shouldLeaveDatesOfTheStoryAlone() {
    for (int number = 0; number < 20; number++) {
      Copies copies = vary(new DatesAndCounters(), number);
      assertThat(copies.shareKept()).isEqualTo(1);
      assertThat(copies.second().text()).doesNotContain("Posted 2024-03-01");
    }
  }

  @Test
  void shouldOnlyMoveParagraphs() {
    Copies copies = vary(new ReorderedParagraphs(), 1);
    List<String> after =
        Blocks.paragraphs(MainElement.of(copies.second())).stream().map(Element::text).toList();
    assertThat(after).containsExactlyInAnyOrderElementsOf(copies.paragraphs());
    assertThat(after).isNotEqualTo(copies.paragraphs());
  }

  @Test
  void shouldInsertOneShortParagraph() {
    for (int number = 0; number < 20; number++) {
      Copies copies = vary(new InsertedParagraph(), number);
      int before = Blocks.words(copies.first());
      assertThat(copies.shareKept()).isEqualTo(1);
      assertThat(Blocks.words(copies.second()) - before).isBetween(8, (int) (0.12 * before));
    }
  }

  @Test
  void shouldCutTheEnd() {
    Copies copies = vary(new Truncated(), 2);
    assertThat(copies.shareKept()).isBetween(0.85, 0.999);
    assertThat(copies.second().text()).contains(copies.paragraphs().get(0));
  }

  @Test
  void shouldTellWhatCannotBeVaried() {
    Document page = Jsoup.parse("<p>A page with a single paragraph of few words.</p>");
    for (Variation variation :
        List.of(new ReorderedParagraphs(), new InsertedParagraph(), new Truncated())) {
      assertThat(variation.vary(page.clone(), page.clone(), Chance.of(1, "x"), donors))
          .as(variation.kind())
          .isFalse();
    }
  }

  @Test
  void shouldNotFillInWhatStandsInAnArticle() {
    Article odd = new Article("{ad} & <b>", "<p>{article} {site}</p>", 2);
    for (Template template : Template.values()) {
      String page = template.page(odd, "S & T", Chance.of(1, "x"), donors);
      assertThat(page).contains("<p>{article} {site}</p>").contains("S &amp; T");
      assertThat(page).contains("{ad} &amp; &lt;b&gt;").doesNotContain("{nav}", "{title}");
    }
  }
}
