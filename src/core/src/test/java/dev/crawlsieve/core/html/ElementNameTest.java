package dev.crawlsieve.core.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.text.EightAscii;
import java.nio.charset.StandardCharsets;
import org.jsoup.parser.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementNameTest {

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"UNKNOWN", "FOREIGN", "IMAGE"})
  void shouldKnowOnlyNamesOfHtml(ElementRule rule) {
    for (String name : rule.names()) {
      assertThat(Tag.isKnownTag(name)).as(name).isTrue();
      assertThat(ElementName.of(name).rule()).isEqualTo(rule);
      assertThat(ElementName.of(name).id()).isLessThan(ElementName.count() - 1);
    }
  }

  @Test
  void shouldFindANameInWhateverCase() {
    byte[] markup = "<DiV>".getBytes(StandardCharsets.US_ASCII);
    assertThat(ElementName.known(markup, 1, 4)).isSameAs(ElementName.of("div"));
    assertThat(ElementName.known(markup, 1, 3)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "p, 'p>a<b>c<', true",
    "section, 'section>', true",
    "p, 'pre>a<b>', false",
    "pre, 'p>a<b>c<', false",
    "p, 'p >a<b>c', false",
    "p, 'P>a<b>c<', false",
    "textarea, 'textarea', false",
    "x-a, 'x-a>a<b>', false",
  })
  void shouldKnowItsEndTagAsItIsMostlyWritten(String name, String following, boolean known) {
    long eight = EightAscii.load(following.getBytes(StandardCharsets.US_ASCII), 0);
    assertThat(ElementName.of(name).isEndedBy(eight)).isEqualTo(known);
  }

  @Test
  void shouldTellUnknownNamesApart() {
    byte[] markup = "X-A x-a x-B".getBytes(StandardCharsets.US_ASCII);
    ElementName name = ElementName.unknown(markup, 0, 3);
    assertThat(name).isEqualTo(ElementName.unknown(markup, 4, 7)).isEqualTo(ElementName.of("x-a"));
    assertThat(name).isNotEqualTo(ElementName.unknown(markup, 8, 11));
    assertThat(name.id()).isEqualTo(ElementName.count() - 1);
  }
}
