package dev.crawlsieve.lab.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class BlocksTest {

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
