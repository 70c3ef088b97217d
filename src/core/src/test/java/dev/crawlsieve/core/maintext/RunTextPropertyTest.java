package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Counting eight bytes at a time gives the same result as a plain loop over characters. */
class RunTextPropertyTest {

  @Property
  void shouldCountAsAPlainLoopDoesHoweverTheTextIsCut(@ForAll("pieces") List<String> pieces) {
    RunText text = new RunText();
    TextRun run = new TextRun(new Container(null, "p", Tag.PARAGRAPH, 0), null, 0);
    for (int i = 0; i < pieces.size(); i++) {
      byte[] utf8 = Utf8Chars.encode("<" + pieces.get(i) + (i % 3 == 0 ? "" : "<padding>"));
      int to = 1 + Utf8Chars.encode(pieces.get(i)).length;
      text.append(utf8, 1, to, run, i % 2 == 1);
    }
    text.end(run);

    Plain plain = new Plain();
    for (int i = 0; i < pieces.size(); i++) {
      plain.append(pieces.get(i), i % 2 == 1);
    }
    assertThat(Utf8Chars.decode(text.utf8(), run.start, run.end)).isEqualTo(plain.text());
    assertThat(run.words).isEqualTo(plain.words + (plain.unparted + 1) / 2);
    assertThat(run.chars).isEqualTo(plain.chars);
    assertThat(run.linkChars).isEqualTo(plain.linkChars);
    assertThat(run.linkWords).isEqualTo(plain.linkWords + (plain.unpartedInLinks + 1) / 2);
    assertThat(Signs.digits(run, text.utf8())).isEqualTo(plain.digits);
    assertThat(run.commas).isEqualTo(plain.commas);
    assertThat(Signs.sentenceEnds(run, text.utf8())).isEqualTo(plain.sentenceEnds);
    // not of the text as a whole, in which halves of two pieces may make a pair
    assertThat(text.mayNeedNormalizing())
        .isEqualTo(pieces.stream().flatMapToInt(String::codePoints).anyMatch(NormalForm::mayLack));
  }

  @Property
  void shouldFindTheFirstCharacterThatIsSeen(@ForAll("piece") String piece) {
    byte[] utf8 = Utf8Chars.encode(piece);
    String unseen = piece.substring(0, piece.length() - piece.replaceFirst(UNSEEN, "").length());
    assertThat(RunText.firstSeen(utf8, 0, utf8.length)).isEqualTo(Utf8Chars.encode(unseen).length);
  }

  private static final String UNSEEN = "^[\\x00-\\x20\\x7f-\\xa0\\u3000\\xad\\u200b]+";

  @Provide
  Arbitrary<String> piece() {
    Arbitrary<Character> ascii = Arbitraries.chars().range('\u0000', '\u007f');
    Arbitrary<Character> usual =
        Arbitraries.of('a', 'e', 'Z', '7', ' ', ' ', '\n', ',', '.', '?', '-', '\'', '@', '[', '{');
    Arbitrary<Character> other =
        Arbitraries.of('\u00e9', '\u00a0', '\u00ad', '\u4e2d', '\u3002', '\ud800', '\u3000');
    Arbitrary<Character> rarer =
        Arbitraries.of(
            '\u0301', '\u0431', '\u0e01', '\u0e48', '\u1161', '\u30ab', '\u3099', '\uac00',
            '\uff0c', '\u3001', '\u20dd', '\u200b', '\ud83d', '\ude00');
    Arbitrary<Character> mixed =
        Arbitraries.frequencyOf(
            Tuple.of(2, ascii), Tuple.of(12, usual), Tuple.of(1, other), Tuple.of(1, rarer));
    Arbitrary<Character> dense =
        Arbitraries.frequencyOf(Tuple.of(1, usual), Tuple.of(3, other), Tuple.of(3, rarer));
    return Arbitraries.oneOf(mixed.list().ofMaxSize(30), dense.list().ofMaxSize(30))
        .map(
            chars -> {
              StringBuilder string = new StringBuilder();
              chars.forEach(string::append);
              return string.toString();
            });
  }

  @Provide
  Arbitrary<List<String>> pieces() {
    return piece().list().ofMinSize(1).ofMaxSize(6);
  }

  private static final class Plain {

    private final StringBuilder text = new StringBuilder();
    private boolean inWord;
    private int words;
    private int chars;
    private int linkWords;
    private int linkChars;
    private int digits;
    private int commas;
    private int sentenceEnds;
    private int unparted;
    private int unpartedInLinks;

    void append(String piece, boolean link) {
      for (int i = 0; i < piece.length(); i++) {
        char c = piece.charAt(i);
        if (c <= ' ' || (c >= 0x7f && c <= 0xa0) || c == 0x3000) {
          inWord = false;
          if (text.length() > 0 && text.charAt(text.length() - 1) != ' ') {
            text.append(' ');
          }
        } else if (c != 0xad && c != 0x200b) {
          text.append(c);
          chars++;
          linkChars += link ? 1 : 0;
          count(c, link);
        }
      }
    }

    private void count(char c, boolean link) {
      digits += c >= '0' && c <= '9' ? 1 : 0;
      if ("\u4e2d\u0e01\u0e48\u30ab\u3099".indexOf(c) >= 0) {
        inWord = false;
        unparted++;
        unpartedInLinks += link ? 1 : 0;
      } else if (UCharacter.isLetterOrDigit(c) || Character.isSurrogate(c) || c == '\u0301') {
        words += inWord ? 0 : 1;
        linkWords += !inWord && link ? 1 : 0;
        inWord = true;
      } else {
        inWord = false;
        commas += ",\uff0c\u3001".indexOf(c) >= 0 ? 1 : 0;
        sentenceEnds += ".?!\u3002".indexOf(c) >= 0 ? 1 : 0;
      }
    }

    String text() {
      return text.toString().stripTrailing();
    }
  }
}
