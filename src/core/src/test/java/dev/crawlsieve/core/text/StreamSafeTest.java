package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No text with more than 30 consecutive non-starters reaches the normaliser (UAX #15, section 13).
 */
class StreamSafeTest {

  private static final String ACCENTS = "a" + "\u0301".repeat(200) + "\u0316".repeat(200);

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "text/plain"})
  void shouldBoundTheMarksOnALetterOfAPage(String type) throws Exception {
    TextExtractor extractor = new TextExtractor(TextSettings.MAIN);
    String text =
        extractor.extract(Page.of("http://a.example/", type, "", Body.of("x " + ACCENTS))).text();
    assertThat(longestRun(text)).isEqualTo(StreamSafe.MOST);
    assertThat(text).startsWith("x \u00e1\u0301");
  }

  @Test
  void shouldBoundTheMarksOnALetterOfATitle() throws Exception {
    String html = "<title>x " + ACCENTS + "</title>";
    TextExtractor extractor = new TextExtractor(TextSettings.MAIN);
    String title =
        extractor.extract(Page.of("http://a.example/", "text/html", "", Body.of(html))).title();
    assertThat(longestRun(title)).isEqualTo(StreamSafe.MOST);
  }

  @Test
  void shouldPutAJoinerAfterTenMarks() {
    assertThat(StreamSafe.of("a" + "\u0301".repeat(21) + "b\u0301"))
        .isEqualTo("a" + ("\u0301".repeat(10) + "\u034f").repeat(2) + "\u0301" + "b\u0301");
    assertThat(StreamSafe.of("a" + "\u0344".repeat(6))) // is two
        .isEqualTo("a" + "\u0344".repeat(5) + "\u034f\u0344");
  }

  /** Letters that compose with one another: ICU's time is quadratic in the length of their run. */
  @Test
  void shouldPutAJoinerAfterTenVowelSignsOfKiratRai() {
    String sign = "\ud81b\udd67";
    assertThat(StreamSafe.of("a" + sign.repeat(21)))
        .isEqualTo("a" + (sign.repeat(10) + "\u034f").repeat(2) + sign);
    byte[] utf8 = Utf8Chars.encode(sign.repeat(21));
    assertThat(NormalText.of(utf8, utf8.length)).hasToString(NormalForm.of(sign.repeat(21)));
  }

  /** All others that may change with what is before them are marks, or jamo. */
  @Test
  void shouldCountWhateverMayComposeWithItsLike() {
    for (int c = 0x300; c < 0x30000; c++) {
      int maybe = UCharacter.getIntPropertyValue(c, UProperty.NFC_QUICK_CHECK);
      boolean jamo = c >= 0x1161 && c <= 0x11c2;
      if (maybe == 2 && !jamo && c != 0x34f) {
        assertThat(StreamSafe.marks(c)).as("U+%04X", c).isPositive();
      }
    }
  }

  @Test
  void shouldLeaveRealTextAsItIs() {
    String text = "a" + "\u0301".repeat(10) + "b\u0301 \u0e01\u0e38\u0e48 \uac00 \ud834\udd5e";
    assertThat(StreamSafe.of(text)).isEqualTo(text);
  }

  @Property(tries = 1000)
  void shouldBoundTheMarksOfAnyText(@ForAll("marked") String text) {
    String safe = StreamSafe.of(text);
    assertThat(longestRun(safe)).isLessThanOrEqualTo(30);
    assertThat(safe.replace("\u034f", "")).isEqualTo(text.replace("\u034f", ""));
    assertThat(StreamSafe.of(safe)).isEqualTo(safe);
    String normal = NormalForm.of(text);
    assertThat(NormalForm.of(normal)).isEqualTo(normal);
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    Normalizer2 decomposition = Normalizer2.getNFKDInstance();
    String parts = decomposition.normalize(text);
    for (int c : parts.codePoints().toArray()) {
      run = decomposition.getCombiningClass(c) != 0 ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  @Provide
  Arbitrary<String> marked() {
    Arbitrary<String> letters =
        Arbitraries.of(
            "a", "\u00e1", "\u1fa2", "\u0e01", "\uac00", "\u30ab", "\ufdfa", "\ud83d\ude00");
    Arbitrary<String> marks =
        Arbitraries.of(
            "\u0301",
            "\u0316",
            "\u0344",
            "\u0345",
            "\u0f73",
            "\u3099",
            "\uff9e",
            "\u093c",
            "\u034f",
            "\ud834\udd65",
            "\ud804\udcba",
            "\u09be",
            "\u1161");
    Arbitrary<String> run =
        marks.list().ofMinSize(1).ofMaxSize(80).map(list -> String.join("", list));
    return Combinators.combine(letters, run)
        .as(String::concat)
        .list()
        .ofMaxSize(4)
        .map(list -> String.join("", list));
  }
}
