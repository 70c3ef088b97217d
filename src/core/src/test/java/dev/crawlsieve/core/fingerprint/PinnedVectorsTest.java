package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.VersionInfo;
import dev.crawlsieve.Approved;
import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The features of version 6 as stored. Once released they must never change: if a line differs, the
 * code is wrong, or it is another version and needs a list of its own.
 */
class PinnedVectorsTest {

  private static final HexFormat HEX = HexFormat.of();

  /** Titles, first headings, languages and URLs. */
  private static final String[][] NAMED = {
    {"", "", "", "http://a.example/"},
    {"Home", "", "en", "http://a.example/index.html"},
    {"Old Mill - Example News", "The Old Mill", "en-gb", "http://news.example/2024/old-mill.html"},
    {"FileFilter (Commons IO 2.17.0 API)", "", "", "http://x.example/io/2.17.0/FileFilter.html"},
    {"Results, page 2", "Results", "", "http://a.example/list/page/2"},
    {"Results", "", "", "http://a.example/list?page=2&q=mill"},
    {"Die Straße nach KÖLN", "Die Straße", "de", "http://de.a.example/köln/"},
    {"河水在夜里上涨", "河水", "zh-hans", "https://[::1]:8080/新闻/12"},
    {"𐕯𐖀 𑼄𑼅", "𐵐𐵑 42", "", "http://a.example/x"}, // letters of Unicode 14 to 16
    {"ﬁle e\u0301 ① Ⅳ ٤٢", "", "ar", "http://a.example/v1.2.3-rc1/"},
    {"w1 w2 w3 w4 w5 w6 w7 w8 ".repeat(9).strip() + " end", "", "", "http://a.example/x"},
    {numbered(26, 26), numbered(25, 25), "", "http://a.example/x"},
    {numbered(27, 27), numbered(24, 24), "", "http://a.example/x"},
  };

  @Test
  void shouldGiveTheFeaturesOfVersion6() throws Exception {
    assertThat(FingerprintCodec.VERSION).isEqualTo((byte) 6);
    List<String> lines = lines();
    lines.add("");
    lines.addAll(names());
    lines.add("");
    lines.addAll(blocks());
    Approved.check(PinnedVectorsTest.class, "features-v6.txt", String.join("\n", lines) + "\n");
  }

  /** Another version of ICU4J knows other letters, so it needs another version of fingerprints. */
  @Test
  void shouldHaveTheLettersOfVersion6() {
    assertThat(VersionInfo.ICU_VERSION).isEqualTo(VersionInfo.getInstance(79, 1));
    assertThat(UCharacter.getUnicodeVersion()).isEqualTo(VersionInfo.getInstance(18));
  }

  private static List<String> names() {
    List<String> lines = new ArrayList<>();
    lines.add("title | heading | language | URL | name");
    for (String[] page : NAMED) {
      byte[] name = TestNames.name(page[0], page[1], page[2], page[3]).stored();
      lines.add(String.join(" | ", page) + " | " + HEX.formatHex(name));
    }
    return lines;
  }

  private static List<String> blocks() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("title | text, each line of the next kind | blocks, or a digest of them");
    List<BlockKind> kinds = List.of(BlockKind.values());
    Map<String, String> texts = new LinkedHashMap<>(texts());
    texts.put(
        "kinds",
        """
        Mills
        Mill 2
        Mill 2
        Mill 3, MILL 4
        3 mill 9""");
    texts.put("numbers", "1,234.50 12:30 v2 3rd 4 5, 6.\n7,8 9 v2 3rd 10 11: 12");
    texts.put("signs", "caf\u00e9 \u201cmill\u201d \u2013 \u00ab2\u00bb \u20ac3 \u2192 a\u00a0b");
    for (Map.Entry<String, String> text : texts.entrySet()) {
      PageBlocks.Builder blocks = new PageBlocks.Builder(10);
      int block = 0;
      for (String line : text.getValue().split("\n")) {
        byte[] utf8 = line.getBytes(UTF_8);
        BlockKind kind = kinds.get(block % kinds.size());
        block++;
        blocks.add(utf8, 0, utf8.length, kind, block % 3 != 0);
      }
      byte[] list = TestBlocks.of(text.getKey(), "The mill", blocks.build()).stored();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(list);
      String shown = list.length > 200 ? HEX.formatHex(digest, 0, 8) : HEX.formatHex(list);
      lines.add(text.getKey() + " | " + list.length + " | " + shown);
    }
    return lines;
  }

  private static List<String> lines() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("text tokens shingles simhash content-hash sketch[0..3] sketch-digest");
    Fingerprinter fingerprinter = new Fingerprinter(FingerprintSeed.NONE, 7);
    for (Map.Entry<String, String> text : texts().entrySet()) {
      Page page = Page.of("http://example.org/", "text/plain", "", Body.of(text.getValue()));
      Fingerprint features =
          fingerprinter.fingerprint(
              page,
              new PageText("", text.getValue(), "", PageCharset.NONE, false),
              page.url(),
              new Coordinates(0, 0),
              0);
      lines.add(text.getKey() + " " + line(features));
    }
    return lines;
  }

  private static String line(Fingerprint features) throws Exception {
    ByteBuffer sketch = ByteBuffer.allocate(2 * features.sketch().length);
    for (short minHash : features.sketch()) {
      sketch.putShort(minHash);
    }
    String hex = HEX.formatHex(sketch.array());
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(sketch.array());
    return String.join(
        " ",
        Integer.toString(features.tokens()),
        Integer.toString(features.shingles()),
        HEX.toHexDigits(features.simhash()),
        features.content().toString(),
        hex.isEmpty() ? "-" : hex.substring(0, 16),
        HEX.formatHex(digest, 0, 8));
  }

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("empty", "");
    texts.put("one-word", "Hello");
    texts.put("rose", "a rose is a rose is a rose");
    texts.put(
        "english", SimHashTest.TROPICAL_FISH + ". Don’t feed them: they're wild, aren't they?");
    texts.put(
        "code", "Integer.MAX_VALUE == 0x7fff_ffff; // 2^31 - 1\n<T> void add(int index, T e)");
    texts.put(
        "german", "Die Straße nach Köln ist für Fußgänger gesperrt. ÄRGER über Öl im Übermaß!");
    texts.put("russian", "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему.");
    texts.put("greek", "Ο Ὀδυσσεύς είναι ο ήρωας της Οδύσσειας του Ομήρου. ΟΔΥΣΣΕΥΣ");
    texts.put("chinese", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。");
    texts.put("japanese", "すべての人間は、生まれながらにして自由であり、コーヒーとJava 17を好む。");
    texts.put("korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.");
    texts.put("thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ");
    texts.put("arabic", "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.");
    texts.put(
        "hindi", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।");
    texts.put(
        "emoji",
        "Great \ud83d\ude00\ud83d\udc4d\ud83c\udffd! Family: \ud83d\udc68\u200d\ud83d\udc69");
    texts.put(
        "new-letters", "𐕰𐕳𐕶 𐖗 𑼄𑼅𑼆 Ꟁꟁ 𐵐𐵰 𞓐𞓑 \ud833\udcf0 𖵨 𖵨"); // Unicode 14 to 16
    texts.put("only-emoji", "\ud83d\ude00\ufe0f \ud83d\udc4d");
    texts.put(
        "odd", "co\u00adoperate \u0000 \ud800 e\u0301 \ufeffx\u200by \ud840\udc00\ud801\udc00");
    texts.put("long", numbered(5000, 5000));
    texts.put("long-repetitive", numbered(5000, 60));
    return texts;
  }

  private static String numbered(int words, int distinct) {
    return IntStream.range(0, words)
        .mapToObj(i -> "Word" + i * 7919L % distinct)
        .collect(Collectors.joining(" "));
  }
}
