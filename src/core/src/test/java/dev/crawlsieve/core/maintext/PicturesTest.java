package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

class PicturesTest {

  /** A text that counts how often its characters are read. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long reads;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }
  }

  /** A page may have thousands of such pictures. */
  @Test
  void shouldReadAQueryThatNamesNoPictureOnce() {
    Counted query = new Counted("?" + "a".repeat(998) + "=");
    Matcher values = Pictures.IN_VALUE.matcher(query);
    assertThat(values.find()).isFalse();
    assertThat(query.reads).isLessThan(10L * query.length());
  }
}
