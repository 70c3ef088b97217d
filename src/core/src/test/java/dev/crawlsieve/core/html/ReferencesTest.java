package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Entities;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {

  @Test
  void shouldKnowEachNameAsJsoupDoes() {
    assertThat(ReferenceNames.names()).hasSizeGreaterThan(2_000);
    for (String name : ReferenceNames.names()) {
      String expected = Entities.getByName(name);
      assertThat(Character.toString(ReferenceNames.get(name))).as(name).isEqualTo(expected);
      assertThat(ReferenceNames.prefix(name).equals(name))
          .as(name)
          .isEqualTo(Entities.isBaseNamedEntity(name));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&amp;",
        "&AMP",
        "&amp",
        "&ampx",
        "&amp=",
        "&copy;2",
        "&copy2",
        "&notit",
        "&notin;",
        "&not",
        "&",
        "&;",
        "& ",
        "&#",
        "&#;",
        "&#x;",
        "&#xg",
        "&#65",
        "&#x41;",
        "&#X41",
        "&#128;",
        "&#129;",
        "&#159;",
        "&#0;",
        "&#1114112;",
        "&#99999999999999;",
        "&#x1f600;",
        "&frac14x",
        "&Aacute",
        "a&b",
        "?a=1&lang=2",
        "?a=1&copy=2",
        "?a=1&lt-2",
        "&zz",
        "&&amp;",
        "&Tab;"
      })
  void shouldReadReferencesAsJsoupDoes(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    assertThat(References.decoded(utf8, 0, utf8.length, false))
        .isEqualTo(Parser.unescapeEntities(text, false));
    assertThat(References.decoded(utf8, 0, utf8.length, true))
        .isEqualTo(Parser.unescapeEntities(text, true));
  }

  @ParameterizedTest
  @CsvSource({"&nosuchname;, &nosuchname;", "&#xd800;, \ufffd", "&notit;, \u00acit;"})
  void shouldReadWhatItDoesNotKnowAsBrowsersDo(String text, String read) {
    byte[] utf8 = text.getBytes(UTF_8);
    assertThat(References.decoded(utf8, 0, utf8.length, false)).isEqualTo(read);
  }
}
