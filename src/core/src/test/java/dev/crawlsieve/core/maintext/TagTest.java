package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.html.ElementName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TagTest {

  @ParameterizedTest
  @EnumSource
  void shouldBeFoundByEachOfItsNames(Tag tag) {
    for (String name : tag.names()) {
      assertThat(Tag.of(ElementName.of(name))).as(name).isEqualTo(tag);
    }
    assertThat(Tag.of(ElementName.of("no-such-element"))).isEqualTo(Tag.INLINE);
  }
}
