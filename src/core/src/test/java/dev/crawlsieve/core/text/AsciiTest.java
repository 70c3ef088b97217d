package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AsciiTest {

  @Test
  void shouldLowerTheLettersOfAsciiOnly() {
    assertThat(Ascii.lower("Content-TYPE @[Z]`{")).isEqualTo("content-type @[z]`{");
    assertThat(Ascii.lower("\u00c4\u212a\u0130X")).isEqualTo("\u00c4\u212a\u0130x");
    String lower = "already";
    assertThat(Ascii.lower(lower)).isSameAs(lower);
  }

  @Test
  void shouldCompareWithoutTheCaseOfAscii() {
    assertThat(Ascii.same("refresh", "ReFresh")).isTrue();
    assertThat(Ascii.same("refresh", null)).isFalse();
    assertThat(Ascii.same("refresh", "refreshed")).isFalse();
    assertThat(Ascii.same("link", "l\u0131nk")).isFalse(); // a dotless i
    assertThat(Ascii.same("[", "{")).isFalse();
  }

  @Test
  void shouldFindANameWhereItBegins() {
    assertThat(Ascii.begins("</SCRIPT>", 2, "script")).isTrue();
    assertThat(Ascii.begins("</SCRIP", 2, "script")).isFalse();
    assertThat(Ascii.begins("x", -1, "x")).isFalse();
    assertThat(Ascii.begins("x", 1, "")).isTrue();
  }
}
