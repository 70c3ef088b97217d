package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.text.CountedText;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

class PicturesTest {

  /** A page may have thousands of such pictures. */
  @Test
  void shouldReadAQueryThatNamesNoPictureOnce() {
    CountedText query = new CountedText("?" + "a".repeat(998) + "=");
    Matcher values = Pictures.IN_VALUE.matcher(query);
    assertThat(values.find()).isFalse();
    assertThat(query.reads()).isLessThan(10L * query.length());
  }
}
