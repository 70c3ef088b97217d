package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.eval.Label;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class LookAlikesTest {

  private static final GeneratorSettings SETTINGS = GeneratorSettings.withSeed(1);

  private static String rows(Document page) {
    return page.select("tr").stream().map(Element::text).collect(Collectors.joining("\n"));
  }

  @Test
  void shouldTellArticlesApartByNameNumberAndPrice() {
    Map<String, Label> labels = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      LookAlikes pages = ProductPages.of(Chance.of(3, "product " + i));
      labels.merge(pages.kind(), pages.label(), (a, b) -> a == b ? a : null);
      Document first = Jsoup.parse(pages.first());
      Document second = Jsoup.parse(pages.second());
      boolean sameArticle = pages.label() != Label.DIFFERENT;
      assertThat(second.text()).isNotEqualTo(first.text());
      assertThat(
              second
                  .select("p:contains(Article number)")
                  .text()
                  .equals(first.select("p:contains(Article number)").text()))
          .isEqualTo(sameArticle);
      if (pages.label() == Label.DUPLICATE) {
        assertThat(second.title()).isEqualTo(first.title());
      } else {
        assertThat(second.title()).isNotEqualTo(first.title());
      }
      if (pages.kind().equals("product-field") || pages.kind().equals("product-variant")) {
        assertThat(TextDiff.of(rows(first), rows(second)).changes()).hasSize(1);
        assertThat(second.select("li").text()).isEqualTo(first.select("li").text());
      }
    }
    assertThat(labels)
        .containsExactly(
            Map.entry("product-field", Label.DIFFERENT),
            Map.entry("product-offer", Label.DUPLICATE),
            Map.entry("product-other", Label.DIFFERENT),
            Map.entry("product-variant", Label.UNDECIDED));
  }

  @Test
  void shouldMakeShortPagesOnTwoThings() {
    for (int i = 0; i < 50; i++) {
      LookAlikes pages = ShortPages.of(Chance.of(3, "short " + i), new Donors());
      Document first = Jsoup.parse(pages.first());
      Document second = Jsoup.parse(pages.second());
      assertThat(second.select("main").text()).isNotEqualTo(first.select("main").text());
      assertThat(Blocks.words(first.select("main").text())).isLessThan(40);
      assertThat(second.select("nav").text()).isEqualTo(first.select("nav").text());
      assertThat(pages.label())
          .isEqualTo(pages.kind().equals("empty-pages") ? Label.UNDECIDED : Label.DIFFERENT);
    }
  }

  @Test
  void shouldLabelVersionsByChangedWords() {
    Document page = SampleSite.document(1);
    Document stamped = page.clone();
    stamped.selectFirst("span").text("Posted 2025-12-24");
    assertThat(VersionLabel.changed(page, stamped)).isZero();
    assertThat(VersionLabel.of(page, stamped, SETTINGS)).isEqualTo(Label.DUPLICATE);
    assertThat(VersionLabel.changed(page, SampleSite.document(2))).isGreaterThan(0.8);
    assertThat(VersionLabel.of(page, SampleSite.document(2), SETTINGS)).isEqualTo(Label.DIFFERENT);

    Document edited = page.clone();
    edited.select("p").stream().limit(3).forEach(p -> p.append(" More."));
    assertThat(VersionLabel.of(page, edited, SETTINGS)).isEqualTo(Label.DUPLICATE);
    edited.select("p").stream().limit(3).forEach(p -> p.text(p.text().replace('w', 'v')));
    assertThat(VersionLabel.changed(page, edited)).isBetween(0.1, 0.3);
    assertThat(VersionLabel.of(page, edited, SETTINGS)).isEqualTo(Label.UNDECIDED);
  }

  @Test
  void shouldNotCountNavigationAndLineNumbersAsChanges() {
    String code = "<pre>001int a;\n002int b;\n003int c;</pre>";
    Document older = Jsoup.parse("<div class=topNav>Prev Next Frames No frames</div>" + code);
    Document newer =
        Jsoup.parse("<nav>Search Index Help</nav><pre>001int a;\n002\n003int b;\n004int c;</pre>");
    assertThat(VersionLabel.changed(older, newer)).isZero();
    assertThat(VersionLabel.of(older, newer, SETTINGS)).isEqualTo(Label.DUPLICATE);
    newer.selectFirst("pre").append("\n005int d;");
    assertThat(VersionLabel.of(older, newer, SETTINGS)).isEqualTo(Label.UNDECIDED);
  }

  @Test
  void shouldCountWordsOfAnyScript() {
    assertThat(Blocks.words("")).isZero();
    assertThat(Blocks.words("  two\n words ")).isEqualTo(2);
    assertThat(Blocks.words("无障碍说明首页")).isEqualTo(3);
    assertThat(Blocks.words("DeepMind新电脑 in 2016")).isEqualTo(4);
  }

  @Test
  void shouldFindTheArticle() {
    assertThat(MainElement.of(SampleSite.document(1)).className()).isEqualTo("content");
    assertThat(MainElement.of(Jsoup.parse("<p>Few words.</p>")).normalName()).isEqualTo("body");
    assertThat(MainElement.of(Jsoup.parse("")).normalName()).isEqualTo("body");
    Article article = Article.of(SampleSite.document(1));
    assertThat(article.title()).isEqualTo("Title 1 of words");
    assertThat(article.html()).contains("treaty").doesNotContain("Copyright", "Home");
    assertThat(Article.of(SampleSite.document(1), 80).words()).isBetween(60, 140);
  }
}
