package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.jsoup.nodes.Entities;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CharacterReferencesTest {

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
        "&#x6`",
        "&#x6@",
        "&#x6:",
        "&#x6/",
        "&#x6aFg",
        "&#6a",
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
    assertThat(CharacterReferences.decoded(utf8, 0, utf8.length, false))
        .isEqualTo(Parser.unescapeEntities(text, false));
    assertThat(CharacterReferences.decoded(utf8, 0, utf8.length, true))
        .isEqualTo(Parser.unescapeEntities(text, true));
  }

  @ParameterizedTest
  @CsvSource({"&nosuchname;, &nosuchname;", "&#xd800;, \ufffd", "&notit;, \u00acit;"})
  void shouldReadWhatItDoesNotKnowAsBrowsersDo(String text, String read) {
    byte[] utf8 = text.getBytes(UTF_8);
    assertThat(CharacterReferences.decoded(utf8, 0, utf8.length, false)).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u4e2d",
        "\u4e2d\ud7a3\u3001",
        "\u4e2d\u00a0",
        "a\u304b\u3099",
        "\u4e2d\ud83d\ude00"
      })
  void shouldReadReferencesThatFollowOneAnother(String some) {
    for (int times : new int[] {1, 2, 84, 85, 86, 1000}) {
      String text = some.repeat(times) + "!";
      String markup =
          text.codePoints()
              .mapToObj(
                  c -> c == '!' ? "&amp;" : "&#%s;".formatted(c % 2 == 0 ? c : "x%x".formatted(c)))
              .collect(Collectors.joining("", "<p>", "&&#x4e2d"));
      StringBuilder read = new StringBuilder();
      HtmlSink sink =
          new HtmlSink() {
            @Override
            public Reading open(ElementName name, StartTag tag) {
              return Reading.TRANSPARENT;
            }

            @Override
            public void text(byte[] utf8, int from, int to) {
              read.append(new String(utf8, from, to - from, UTF_8));
            }
          };
      byte[] utf8 = markup.getBytes(UTF_8);
      new HtmlScanner().scan(utf8, 0, sink, new Work(utf8.length));
      assertThat(read.toString()).isEqualTo(text.replace('!', '&') + "&\u4e2d");
    }
  }
}
