package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LettersTest {

  /** Of Unicode 14 to 17, of which JDK 17 knows none: Vithkuqi, Kawi, Latin, Garay, Sidetic. */
  @ParameterizedTest
  @ValueSource(ints = {0x10570, 0x11f04, 0xa7c0, 0x10d50, 0x10940})
  void shouldKnowLettersThatAreYoungerThanAnyJdkInUse(int letter) {
    assertThat(Letters.isLetter(letter)).isTrue();
    assertThat(Letters.isLetterOrDigit(letter)).isTrue();
    assertThat(Letters.isMark(letter)).isFalse();
  }

  @Test
  void shouldTellLettersDigitsAndMarksApart() {
    assertThat(Letters.isLetter('7')).isFalse();
    assertThat(Letters.isDigit('\u0664')).isTrue();
    assertThat(Letters.isDigit('\u2160')).isFalse(); // a Roman numeral
    assertThat(Letters.isLetterOrDigit('\u2160')).isFalse();
    assertThat(Letters.isMark('\u0301')).isTrue();
    assertThat(Letters.isMark('\u20dd')).isTrue(); // enclosing
    assertThat(Letters.isLetter('\ud835')).isFalse(); // half of a pair
    assertThat(Letters.isUpper('\u24b6')).isTrue(); // circled
    assertThat(Letters.isUpper('\u01c5')).isFalse(); // titlecase
    assertThat(Letters.type(0x1f600)).isEqualTo(ECharacterCategory.OTHER_SYMBOL);
  }

  @ParameterizedTest
  @CsvSource({
    "Plain ASCII, plain ascii",
    "STRASSE Straße ẞ, strasse straße ß",
    "ΟΔΥΣΣΕΥΣ ΣΑΣ, οδυσσευς σας",
    "İI, i\u0307i",
    "ꟀA, ꟁa",
    "\ud801\udd70, \ud801\udd97", // Vithkuqi
  })
  void shouldLowerTextInNoLanguage(String text, String lower) {
    assertThat(Letters.lower(text)).isEqualTo(lower);
  }
}
