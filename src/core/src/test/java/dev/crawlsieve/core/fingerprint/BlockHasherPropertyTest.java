package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Hashing a block by its bytes gives the same as a plain loop over its characters. */
class BlockHasherPropertyTest {

  private static final long SEED = HashKeys.PUBLIC.token();

  @Property
  void shouldHashWordsAsAPlainLoopDoes(@ForAll("texts") String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    PageBlocks.Builder blocks = new PageBlocks.Builder(utf8.length);
    blocks.add(utf8, 0, utf8.length, BlockKind.TEXT, true);
    ByteBuffer stored = ByteBuffer.wrap(TestBlocks.of("", "", blocks.build()).stored());

    long strict = SEED;
    List<Long> words = words(text.codePoints().toArray());
    for (long word : words) {
      strict = TokenHash.step(strict, word);
    }
    assertThat(stored.getLong(StoredBlocks.AT_WHOLE))
        .isEqualTo(words.isEmpty() ? 0 : TokenHash.step(0, TokenHash.mix(strict)));
  }

  /** The hash of each word. */
  private static List<Long> words(int[] text) {
    List<Long> words = new ArrayList<>();
    int i = 0;
    while (i < text.length) {
      int start = i;
      long before = 0;
      for (; i < text.length && isIdeograph(text[i]); i++) {
        if (text[i] >= 0x3040) {
          words.add(TokenHash.mix(TokenHash.step(TokenHash.step(SEED, before), text[i])));
        }
        before = text[i] >= 0x3040 ? text[i] : 0;
      }
      long hash = SEED;
      boolean number = true;
      int word = i;
      while (i < text.length
          && (isLetter(text[i]) || isDigit(text[i]) || (number && i > word && joins(text, i)))) {
        number &= !isLetter(text[i]);
        int folded = text[i] >= 'A' && text[i] <= 'Z' ? text[i] | 0x20 : text[i];
        for (byte unit : Character.toString(folded).getBytes(UTF_8)) {
          hash = TokenHash.step(hash, unit & 0xff);
        }
        i++;
      }
      if (i > word) {
        words.add(TokenHash.mix(hash));
      }
      i = Math.max(i, start + 1);
    }
    return words;
  }

  private static boolean joins(int[] text, int at) {
    return ".,:".indexOf(text[at]) >= 0 && at + 1 < text.length && isDigit(text[at + 1]);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isIdeograph(int c) {
    return c >= 0x3000 && c <= 0x9fff;
  }

  private static boolean isLetter(int c) {
    return c < 0x80
        ? (c | 0x20) >= 'a' && (c | 0x20) <= 'z'
        : c > 0xbf && !(c >= 0x2000 && c <= 0x203f) && !isIdeograph(c);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Integer> any =
        Arbitraries.integers()
            .between(0, Character.MAX_CODE_POINT)
            .filter(c -> c < 0xd800 || c > 0xdfff);
    Arbitrary<Integer> usual =
        Arbitraries.of(
            'a' + 0, 'Z' + 0, '7' + 0, '0' + 0, ' ' + 0, '.' + 0, ',' + 0, ':' + 0, 0xb7, 0xbf,
            0xc0, 0xdf, 0x431, 0x627, 0x5d0, 0x7ff, 0x800, 0x915, 0xe01, 0x1fff, 0x2000, 0x203f,
            0x2040, 0x2122, 0x2fff, 0x3000, 0x3001, 0x303f, 0x3040, 0x4e2d, 0x9fff, 0xa000, 0xac00,
            0xff0c, 0x1f600, 0x20000);
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
