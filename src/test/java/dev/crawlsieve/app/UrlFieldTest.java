package dev.crawlsieve.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlFieldTest {

  @Test
  void shouldFindTheUrlWhereverItStands() {
    assertThat(url("{\"url\":\"http://a/\",\"html\":\"cut")).isEqualTo("http://a/");
    assertThat(url("{\"html\":\"{\\\"url\\\":1\",\"headers\":{\"url\":2},\"url\":\"http://é/\"}"))
        .isEqualTo("http://é/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "[]", "null", "{", "{\"url\":1}", "{\"url\":null}", "{\"html\":\"a\"}"})
  void shouldFindNoneInWhatHasNone(String value) {
    assertThat(UrlField.of(value.getBytes(UTF_8))).isNull();
  }

  private static String url(String value) {
    return new String(UrlField.of(value.getBytes(UTF_8)), UTF_8);
  }
}
