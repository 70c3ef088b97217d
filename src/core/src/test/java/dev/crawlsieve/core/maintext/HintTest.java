package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HintTest {

  @ParameterizedTest
  @CsvSource({
    "nav, NAVIGATION",
    "main-menu wide, NAVIGATION",
    "siteFooter, FOOTER",
    "cookie_banner, CONSENT",
    "x y related, RELATED",
    "entry-content, CONTENT",
    "COMMENTS, COMMENT",
    "x\u00e9 Inhalt(\u00c9t\u00e9), CONTENT",
  })
  void shouldReadTheWordsOfNames(String names, Hint expected) {
    assertThat(expected.in(Hint.of(names))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"category-footer", "has-sidebar", "navigable", "shadowed", "no-comments"})
  void shouldNotTakeOtherWordsForHints(String names) {
    assertThat(Hint.of(names) & Hint.CHROME).isZero();
  }

  @Test
  void shouldHaveNoHintsInNoNames() {
    assertThat(Hint.of(null)).isEqualTo(Hint.NONE);
    assertThat(Hint.of("")).isEqualTo(Hint.NONE);
    assertThat(Hint.of(" - _ ")).isEqualTo(Hint.NONE);
  }
}
