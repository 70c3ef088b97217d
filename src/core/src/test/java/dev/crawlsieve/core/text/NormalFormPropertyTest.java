package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Text of characters that cannot violate it is in normal form C. */
class NormalFormPropertyTest {

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  @Property(tries = 2000)
  void shouldBeSureOfNormalTextsOnly(@ForAll("sure") String text) {
    assertThat(NFC.isNormalized(text)).isTrue();
  }

  @Test
  void shouldBeSureOfEachCharacterBesideAnyLetterThatComposes() {
    for (int c = 0; c < 0x20000; c++) {
      if (!NormalForm.mayLack(c)) {
        for (String before : new String[] {"a", "E", "\u00e9", "\u03b1", "\u0438", "\uac00"}) {
          assertThat(NFC.isNormalized(before + Character.toString(c)))
              .as("U+%04X after %s", c, before)
              .isTrue();
        }
      }
    }
  }

  @Test
  void shouldBeSureOfWhatMostTextsHold() {
    "\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2192\u2713\u0434\u03c9\u4e2d\u3042\uac00\uff0c"
        .chars()
        .forEach(c -> assertThat(NormalForm.mayLack(c)).as("U+%04X", c).isFalse());
    assertThat(NormalForm.mayLack(0x1f600)).isFalse();
  }

  /** A vowel sign of Kirat Rai that Unicode 16 composes from two, as no JDK before 24 does. */
  @Test
  void shouldComposeWhatUnicodeDoesNow() {
    assertThat(NormalForm.of("\ud81b\udd67\ud81b\udd67")).isEqualTo("\ud81b\udd68");
    assertThat(NormalForm.mayLack(0x16d67)).isTrue();
    assertThat(NormalForm.compatible("\ufb01 \uff21 \u2460")).isEqualTo("fi A 1");
  }

  @Test
  void shouldNotBeSureOfMarksAndTheLike() {
    for (int c :
        new int[] {0x301, 0x93c, 0x1161, 0x11a8, 0x1acf, 0x2126, 0x212b, 0xd800, 0xdfff, 0x1d15e}) {
      assertThat(NormalForm.mayLack(c)).as("U+%04X", c).isTrue();
    }
  }

  @Provide
  Arbitrary<String> sure() {
    return Arbitraries.strings().ofMinLength(1).map(NormalFormPropertyTest::sureOf);
  }

  private static String sureOf(String any) {
    StringBuilder sure = new StringBuilder();
    any.codePoints().filter(c -> !NormalForm.mayLack(c)).forEach(sure::appendCodePoint);
    return sure.toString();
  }
}
