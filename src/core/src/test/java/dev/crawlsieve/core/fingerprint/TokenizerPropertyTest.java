package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class TokenizerPropertyTest {

  private static final Pattern LONE_THEN_FORMAT =
      Pattern.compile("([\\ud800-\\udbff])" + ReferenceTokenizer.set("\\p{Cf}-[\\u200b]") + "+");

  @Property
  void shouldFindTheTokensOfTheReference(
      @ForAll("texts") String text, @ForAll boolean seeded, @ForAll long seed) {
    HashKeys keys = seeded ? new HashKeys(seed, 1, 0) : HashKeys.PUBLIC;
    Tokenizer tokenizer = new Tokenizer(keys);
    List<String> expected = ReferenceTokenizer.tokens(text);

    assertThat(tokenizer.tokens(text)).isEqualTo(expected);

    List<Long> hashes = new ArrayList<>();
    int count = tokenizer.tokenize(text, (block, n) -> add(block, n, hashes));
    assertThat(count).isEqualTo(expected.size());
    assertThat(hashes)
        .isEqualTo(
            expected.stream().map(token -> ReferenceTokenizer.hash(token, keys.token())).toList());
  }

  @Property(tries = 500)
  void shouldFindTheSameTokensInUtf8(
      @ForAll("texts") String text, @ForAll("ascii") String ascii, @ForAll long seed) {
    String mixed = (text + " \u00e4 don't it ").repeat(1500 / (text.length() + 4));
    for (String any :
        List.of(ascii, ascii + text + ascii, text + " " + ascii, text, mixed + ascii)) {
      String each = new String(any.getBytes(UTF_8), UTF_8); // without half surrogates
      Tokenizer tokenizer = new Tokenizer(new HashKeys(seed, 1, 0));
      List<Long> expected = new ArrayList<>();
      int count = tokenizer.tokenize(each, (block, n) -> add(block, n, expected));
      List<Long> hashes = new ArrayList<>();
      assertThat(tokenizer.tokenize(Utf8Text.of(each), (block, n) -> add(block, n, hashes)))
          .isEqualTo(count);
      assertThat(hashes).isEqualTo(expected);
    }
  }

  @Provide
  Arbitrary<String> ascii() {
    Arbitrary<Character> any = Arbitraries.chars().range('\u0000', '\u007f');
    Arbitrary<Character> usual = Arbitraries.of('a', 'b', 'Z', '7', ' ', '\'', '_', '.', '\n');
    return Arbitraries.oneOf(
        any.list().ofMaxSize(200).map(TokenizerPropertyTest::string),
        usual.list().ofMaxSize(400).map(TokenizerPropertyTest::string),
        // More words than fit into one block.
        usual.list().ofMaxSize(40).map(chars -> (string(chars) + " ").repeat(300)));
  }

  private static String string(List<Character> chars) {
    StringBuilder string = new StringBuilder();
    chars.forEach(string::append);
    return string.toString();
  }

  private static void add(long[] block, int count, List<Long> to) {
    for (int i = 0; i < count; i++) {
      to.add(block[i]);
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "the",
            "The ",
            "OF",
            "and",
            "word",
            "Straße",
            "don't",
            "it’s",
            "MAX_VALUE",
            "42",
            "3.14",
            "日本",
            "ー",
            "ไทย",
            "ที่",
            "မြန်မာ",
            "မန္တလေး",
            "ភាសាខ្មែរ",
            "្",
            "្ក",
            "น้ำ",
            "ำ",
            "ນ້ຳ",
            "ｶﾞ",
            "한국어",
            "\u1112\u1161\u11ab",
            "か\u3099",
            "漢\ufe00字",
            "\ud83d\udc69\u200d\ud83d\udcbb",
            "العربية",
            "עברית",
            "Ωμέγας",
            "e\u0301",
            "\u0301",
            "\u00ad",
            "\u200d",
            "\u200b",
            "\ufeff",
            "\u0000",
            "\ud83d\ude00",
            "\ud800",
            "\udc00",
            "\ud840\udc00",
            "\ud801\udc00",
            "\udb40\udd00",
            "'",
            "_",
            "·",
            "-",
            ".",
            " ",
            "  ",
            "\n",
            "İ",
            "ſ",
            "K",
            "²",
            "Ⅷ",
            "々",
            "〇",
            "\ue000",
            "\u0378",
            "a");
    Arbitrary<String> mixed = pieces.list().ofMaxSize(30).map(list -> String.join("", list));
    Arbitrary<String> anything = Arbitraries.strings().all().ofMaxLength(60);
    // The reference takes stack for each character of a token.
    Arbitrary<String> large = mixed.map(text -> text.repeat(1 + 1000 / (1 + text.length())));
    // The reference removes format characters first, which would turn two lone surrogates into a
    // pair.
    // One long text takes the reference as long as twenty others.
    return Arbitraries.frequencyOf(Tuple.of(8, mixed), Tuple.of(3, anything), Tuple.of(1, large))
        .map(text -> LONE_THEN_FORMAT.matcher(text).replaceAll("$1"));
  }
}
