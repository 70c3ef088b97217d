package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Text of characters that cannot violate it is in normal form C. */
class NormalFormPropertyTest {

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  @Property
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

  @Property
  void shouldMakeOfBytesWhatItMakesOfAString(@ForAll("marked") String text) {
    byte[] utf8 = Utf8Chars.encode(text);
    Utf8Text normal = NormalText.of(Arrays.copyOf(utf8, utf8.length + 3), utf8.length);
    assertThat(normal.utf8()).isEqualTo(NormalForm.of(text).getBytes(UTF_8));
  }

  @Test
  void shouldMakeOfEachPairOfBytesWhatItMakesOfAString() {
    String[] starters = {
      "", "a", "\u00e9", "\u1ea1", "\u0e01", "\u09c7", "\u0cc6", "\u1100", "\uac00"
    };
    for (int c = 0x300; c < 0x20000; c++) {
      if ((!NormalForm.mayLack(c) && StreamSafe.marks(c) == 0) || (c >= 0x12000 && c % 64 > 0)) {
        continue; // for speed
      }
      String mark = Character.toString(c);
      for (String starter : starters) {
        for (String text :
            new String[] {starter + mark, starter + "\u0323" + mark, starter + mark + "\u0301"}) {
          byte[] utf8 = Utf8Chars.encode(text);
          byte[] normal = NormalText.of(utf8, utf8.length).utf8();
          if (!Arrays.equals(normal, NormalForm.of(text).getBytes(UTF_8))) {
            assertThat(new String(normal, UTF_8)).as("U+%04X", c).isEqualTo(NormalForm.of(text));
          }
        }
      }
    }
  }

  @Provide
  Arbitrary<String> marked() {
    return MarkedTexts.any();
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
