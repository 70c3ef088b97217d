package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading a text by its blocks gives the same tokens and words as reading both by themselves. */
class TextReadingPropertyTest {

  private record Line(String text, BlockKind kind, boolean isMain) {}

  @Property
  void shouldReadAsTwoReadersWould(
      @ForAll("lines") List<String> main,
      @ForAll("lines") List<String> rest,
      @ForAll boolean isApart) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(main.size(), rest.size()); i++) {
      if (i < main.size()) {
        lines.add(new Line(main.get(i), BlockKind.TEXT, true));
      }
      if (i < rest.size()) {
        lines.add(new Line(rest.get(i), BlockKind.ITEM, false));
      }
      lines.add(new Line("picture.png", BlockKind.PICTURE, true));
    }
    PageBlocks blocks = blocks(lines);
    String compared = String.join(isApart ? "\n" : "", main);
    Read read = new Read(compared, String.join(" ", rest), blocks);

    assertThat(read.compared).isEqualTo(tokens(compared));
    assertThat(read.rest).isEqualTo(tokens(String.join(" ", rest)));
    assertThat(read.list.stored()).isEqualTo(TestBlocks.of("", "", blocks).stored());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "three common words",
        "don't MAX_VALUE 3.14 a1 1a é1 été straße",
        "слово ‑ слова, “кавычки” слово'x ́слово сло́во",
        "كلمة، كلمات، الكَلِمَة",
        "मानक हिन्दी। देवनागरी",
        "한국어 텍스트a 漢字かな漢 ภาษาไทย a漢b",
        "½ª µ² x² 𝒳 𝒳𝒴 😀 a😀",
        "zero\u200bwidth so\u00adft join\u200der ’tis l’eau",
      })
  void shouldReadTextsOfManyScripts(String text) {
    PageBlocks blocks = blocks(List.of(new Line(text, BlockKind.TEXT, true)));
    Read read = new Read(text, "", blocks);

    assertThat(read.compared).isEqualTo(tokens(text));
    assertThat(read.list.stored()).isEqualTo(TestBlocks.of("", "", blocks).stored());
  }

  private static PageBlocks blocks(List<Line> lines) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    for (Line line : lines) {
      byte[] utf8 = line.text().getBytes(UTF_8);
      blocks.add(utf8, 0, utf8.length, line.kind(), line.isMain());
    }
    return blocks.build();
  }

  private static List<Long> tokens(String text) {
    List<Long> tokens = new ArrayList<>();
    new Tokenizer().tokenize(text, into(tokens));
    return tokens;
  }

  private static HashSink into(List<Long> tokens) {
    return (hashes, count) -> Arrays.stream(hashes, 0, count).forEach(tokens::add);
  }

  private static final class Read {
    private final List<Long> compared = new ArrayList<>();
    private final List<Long> rest = new ArrayList<>();
    private final BlockList list;

    Read(String compared, String rest, PageBlocks blocks) {
      PageText text =
          new PageText(
              "",
              "",
              Utf8Text.of(compared),
              Utf8Text.of(rest),
              "",
              PageCharset.NONE,
              false,
              false,
              "",
              "",
              blocks);
      TextReading first = new TextReading(new Tokenizer(), true);
      TextReading second = new TextReading(new Tokenizer(), false);
      first.begin(text.compared(), blocks, into(this.compared));
      second.begin(text.rest(), blocks, into(this.rest));
      list = new BlockHasher(HashKeys.PUBLIC).list(text, first, second);
      assertThat(first.end()).isEqualTo(this.compared.size());
      assertThat(second.end()).isEqualTo(this.rest.size());
    }
  }

  @Provide
  Arbitrary<List<String>> lines() {
    return Arbitraries.of(
            "a", "Bc", "defghij", "1", "é", "ß", "ж", "Слово", "كم", "،", "ह", "ि", "한", "漢", "か",
            "ก", "\u0301", "²", "µ", "’", "“", "«", "…", "\u200d", "'", "_", ".", ",", ":", "-",
            "\u00b7", "😀", "𝒳", " ", " ")
        .list()
        .ofMinSize(1)
        .ofMaxSize(24)
        .map(parts -> "a" + String.join("", parts) + "z")
        .list()
        .ofMaxSize(5);
  }
}
