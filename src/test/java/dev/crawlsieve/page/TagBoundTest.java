package dev.crawlsieve.page;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

final class TagBoundTest {

  private static final String MOST = "<p>x".repeat(TagBound.MAX_TAGS);

  @Test
  void shouldRefuseHtmlOfTooManyTags() {
    assertThatCode(() -> TextExtractor.ensureReadable(html(MOST))).doesNotThrowAnyException();
    assertThatThrownBy(() -> TextExtractor.ensureReadable(html(MOST + "<B")))
        .isInstanceOf(BadPageException.class)
        .hasMessage("the page has 1000001 tags, must be at most 1000000");
  }

  @Test
  void shouldCountTagsInBytes() {
    for (Charset charset : new Charset[] {UTF_8, UTF_16LE}) {
      assertThatCode(() -> TextExtractor.ensureReadable(html(MOST.getBytes(charset))))
          .doesNotThrowAnyException();
      assertThatThrownBy(() -> TextExtractor.ensureReadable(html((MOST + "<b>").getBytes(charset))))
          .isInstanceOf(BadPageException.class)
          .hasMessageContaining("1000001 tags");
    }
  }

  @Test
  void shouldCountNoEndTagsAndNothingInPlainText() {
    assertThatCode(() -> TextExtractor.ensureReadable(html("< </p>".repeat(TagBound.MAX_TAGS + 1))))
        .doesNotThrowAnyException();
    Page text = new Page("http://a.example/", "text/plain", "", MOST + MOST, null);
    assertThatCode(() -> TextExtractor.ensureReadable(text)).doesNotThrowAnyException();
  }

  private static Page html(String body) {
    return new Page("http://a.example/", "text/html", "", body, null);
  }

  private static Page html(byte[] body) {
    return new Page("http://a.example/", "text/html", "", null, body);
  }
}
