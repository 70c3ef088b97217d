package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.ShingleSettings;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class TokenizerTest {

  private static final ShingleSettings WORDS = TestSettings.words(true, false, true);
  private static final ShingleSettings CHARACTERS = TestSettings.characters(true, false, true);

  @Test
  void shouldCutWordsAtSpaceAndPunctuation() {
    assertWords("Hello, World! 3.14 (x/y)", "hello", "world", "3", "14", "x", "y");
  }

  @Test
  void shouldKeepJoinedWordsTogether() {
    assertWords("don't don’t MAX_VALUE l·l", "don't", "don't", "max_value", "l·l");
    assertWords("'quoted' __init__ a__b", "quoted", "init", "a", "b");
  }

  @Test
  void shouldGiveOneTokenPerLetterInScriptsWithoutSpaces() {
    assertWords("日本語とJava17", "日", "本", "語", "と", "java17");
    assertWords("コーヒー", "コ", "ー", "ヒ", "ー");
    assertWords("ที่นี่", "ที่", "นี่");
    assertWords("\ud840\udc00\ud87e\udc00", "\ud840\udc00", "\ud87e\udc00");
  }

  @Test
  void shouldCutScriptsWithSpacesIntoWords() {
    assertWords("한국어 문서", "한국어", "문서");
    assertWords("مرحبا بالعالم، שלום", "مرحبا", "بالعالم", "שלום");
    assertWords("हिन्दी में", "हिन्दी", "में");
  }

  @Test
  void shouldFoldCaseBeyondAscii() {
    assertWords("ÄRGER ΟΔΟΣ ὁδός ЁЖ \ud801\udc00", "ärger", "οδοσ", "ὁδόσ", "ёж", "\ud801\udc28");
  }

  @Test
  void shouldKeepCaseWhenAsked() {
    assertThat(Tokenizer.of(TestSettings.words(false, false, true)).tokens("The Cat’s"))
        .containsExactly("The", "Cat's");
  }

  @Test
  void shouldIgnoreFormatCharactersAndLoneMarks() {
    assertWords("co\u00adoperate \u0301x \ufeffa\u200db\u200bc", "cooperate", "x", "ab", "c");
  }

  @Test
  void shouldKeepPunctuationWhenAsked() {
    assertThat(Tokenizer.of(TestSettings.words(true, true, true)).tokens("Hi, 'you' \ud83d\ude00!"))
        .containsExactly("hi", ",", "'", "you", "'", "\ud83d\ude00", "!");
  }

  @Test
  void shouldDropStopWordsInAnyCase() {
    for (boolean fold : new boolean[] {true, false}) {
      assertThat(
              Tokenizer.of(TestSettings.words(fold, false, false))
                  .tokens("The end OF th\u00ade rope"))
          .containsExactly("end", "rope");
    }
  }

  @Test
  void shouldGiveCharactersWithOneBlankForEveryGap() {
    assertThat(
            String.join("", Tokenizer.of(CHARACTERS).tokens(" A  well-known\n\tfact; it's so. ")))
        .isEqualTo("a well known fact it's so");
    assertThat(
            String.join(
                "",
                Tokenizer.of(TestSettings.characters(false, true, false))
                    .tokens("The end, of the (rope) to")))
        .isEqualTo("end, (rope)");
  }

  @Test
  void shouldFindNothingInTextWithoutWords() {
    for (String text :
        new String[] {"", " \n", "\u0000\u0000", "\ud800", "--- !", "\ud83d\ude00"}) {
      assertWords(text);
      assertThat(Tokenizer.of(CHARACTERS).tokens(text)).isEmpty();
    }
  }

  @Test
  void shouldTakeTimeInProportionToTheText() {
    for (String unit :
        new String[] {"a", "'", "a'", "\u00ad", "a'\u00ad", "\u0301", "\ud800", "\u0000", "the "}) {
      String text = unit.repeat(10_000_000 / unit.length());
      for (ShingleSettings settings :
          new ShingleSettings[] {
            TestSettings.words(false, true, false), TestSettings.characters(true, false, false)
          }) {
        Assertions.assertTimeout(
            Duration.ofSeconds(60), () -> Tokenizer.of(settings).tokenize(text, (hashes, n) -> {}));
      }
    }
  }

  private static void assertWords(String text, String... tokens) {
    assertThat(Tokenizer.of(WORDS).tokens(text)).containsExactly(tokens);
  }
}
