package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UScript;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.text.CharTable;
import dev.crawlsieve.core.text.Letters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The hash of a block is that of its tokens, as a plain loop makes it. */
class BlockHasherPropertyTest {

  private static final long SEED = HashKeys.PUBLIC.token();

  /** What may stand between two parts of a number. */
  private static final String SIGNS = ".,:\u066b\u066c";

  @Example
  void shouldHashEachKindOfCharacterAsAPlainLoopDoes() {
    Set<List<Integer>> kinds = new HashSet<>();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (isRead(c) && kinds.add(kind(c))) {
        shouldHashWordsAsAPlainLoopDoes("%1$s %1$s7.%1$s".formatted(Character.toString(c)));
      }
    }
  }

  private static List<Integer> kind(int c) {
    int entry = CharTable.TABLE.of(c);
    return CharTable.type(entry) == CharTable.EXPANDED
        ? List.of(c)
        : List.of(CharTable.type(entry), Letters.type(c), UScript.getScript(c));
  }

  private boolean isRead(int c) {
    return (c < 0xd800 || c > 0xdfff) && CharTable.type(CharTable.TABLE.of(c)) != CharTable.FORMAT;
  }

  @Property
  void shouldHashWordsAsAPlainLoopDoes(@ForAll("texts") String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    PageBlocks.Builder blocks = new PageBlocks.Builder(utf8.length);
    blocks.add(utf8, 0, utf8.length, BlockKind.TEXT, true);
    ByteBuffer stored = ByteBuffer.wrap(TestBlocks.of("", "", blocks.build()).stored());

    long strict = SEED;
    List<Long> words = words(text);
    for (long word : words) {
      strict = TokenHash.step(strict, word);
    }
    assertThat(stored.getLong(StoredBlocks.AT_WHOLE))
        .isEqualTo(words.isEmpty() ? 0 : TokenHash.step(0, TokenHash.mix(strict)));
  }

  /** The hash of each word: a token, a token with the one before it, or all parts of a number. */
  private static List<Long> words(String text) {
    String folded = CharTable.TABLE.folded(text);
    List<Long> words = new ArrayList<>();
    int numberEnd = -1;
    long number = 0;
    int aloneEnd = -1;
    long before = 0;
    for (MatchResult token : ReferenceTokenizer.matches(folded)) {
      long hash = ReferenceTokenizer.hash(token.group(), SEED);
      if (token.group().matches("[0-9]+")) {
        boolean joined =
            numberEnd > 0
                && token.start() == numberEnd + 1
                && SIGNS.indexOf(folded.charAt(numberEnd)) >= 0;
        number = joined ? TokenHash.step(number, hash) : hash;
        if (joined) {
          words.remove(words.size() - 1);
        }
        words.add(TokenHash.mix(number));
        numberEnd = token.end();
      } else if (ReferenceTokenizer.isAlone(token.group())) {
        before = token.start() == aloneEnd ? before : 0;
        words.add(TokenHash.mix(TokenHash.step(TokenHash.step(SEED, before), hash)));
        before = hash;
        aloneEnd = token.end();
      } else {
        words.add(hash);
      }
    }
    return words;
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Integer> any =
        Arbitraries.integers().between(0, Character.MAX_CODE_POINT).filter(this::isRead);
    Arbitrary<Integer> usual =
        Arbitraries.of(
            'a' + 0, 'Z' + 0, '7' + 0, '0' + 0, ' ' + 0, '.' + 0, ',' + 0, ':' + 0, 0xb7, 0xbf,
            0xc0, 0xdf, 0x431, 0x627, 0x5d0, 0x7ff, 0x800, 0x915, 0xe01, 0x1fff, 0x2000, 0x203f,
            0x301, 0x660, 0x66b, 0x968, 0xe32, 0xe48, 0x2040, 0x2122, 0x2fff, 0x3000, 0x3001,
            0x303f, 0x3040, 0x4e2d, 0x9fff, 0xa000, 0xac00, 0xff0c, 0x1f600, 0x20000);
    return Arbitraries.frequencyOf(Tuple.of(1, any), Tuple.of(12, usual))
        .list()
        .ofMaxSize(30)
        .map(
            points -> {
              StringBuilder text = new StringBuilder();
              points.forEach(text::appendCodePoint);
              return text.toString();
            });
  }
}
