package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.CharTable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class FingerprinterTest {

  private static final PageCharset READ =
      new PageCharset(PageCharset.Found.DETECTED, "windows-1251");
  private static final String URL = "http://example.org/Page?utm_source=x";
  private static final Coordinates SOURCE = new Coordinates(3, 14);

  private final Fingerprinter fingerprinter = new Fingerprinter(FingerprintSeed.NONE, 42);

  @Test
  void shouldCarryWhatItWasGiven() throws Exception {
    Page page = Page.of(URL, "text/html", "de", Body.of("<p>Guten Tag</body>"));
    Fingerprint fingerprint =
        fingerprinter.fingerprint(
            page,
            new PageText("T", "Guten Tag", "en", READ, false),
            "http://example.org/Page",
            SOURCE,
            15);

    assertThat(fingerprint.url()).isEqualTo(URL);
    assertThat(fingerprint.source()).isEqualTo(SOURCE);
    assertThat(fingerprint.timestamp()).isEqualTo(15);
    assertThat(fingerprint.language()).isEqualTo("en");
    assertThat(fingerprint.settings()).isEqualTo(42);
    assertThat(fingerprint.tokens()).isEqualTo(2);
    assertThat(fingerprint.shingles()).isEqualTo(1);
    assertThat(fingerprint.flags()).isEqualTo(Fingerprint.FLAG_TEXT);
    assertThat(fingerprint.charset()).isEqualTo(READ);
    assertThat(HexFormat.of().toHexDigits(fingerprint.urlHash()))
        .isEqualTo(sha256("http://example.org/Page").substring(0, 16));
  }

  @Test
  void shouldHashTheBodyWithXxh3() throws Exception {
    // XXH3_64bits with seed 0, as computed by its authors' tool
    Map<String, String> known =
        Map.of("", "2d06800538d394c2", "a", "e6c632b61e964e1f", "abc", "78af5f94892f3950");
    for (Map.Entry<String, String> one : known.entrySet()) {
      Page page = Page.of(URL, "", "", Body.of(one.getKey()));
      assertThat(HexFormat.of().toHexDigits(of(page, "x").bodyHash())).isEqualTo(one.getValue());
    }
    String body = "<p>Grüße, 🌍 ".repeat(9_000); // more than a chunk
    for (int from = 0; from < 12; from++) {
      String one = body.substring(from);
      assertThat(of(Page.of(URL, "", "", Body.of(one)), "x").bodyHash())
          .isEqualTo(
              of(Page.of(URL, "", "", new Body(one.getBytes(UTF_8), false)), "x").bodyHash());
    }
  }

  @Test
  void shouldHashTheTextAndNotTheBodyWhereThereIsText() throws Exception {
    Fingerprint a = of(Page.of(URL, "", "", Body.of("<b>same</b>")), "same");
    Fingerprint b = of(Page.of(URL, "", "", Body.of("<i>same</i>")), "same");

    assertThat(a.content()).hasToString(sha256("tsame\n").substring(0, 32)).isEqualTo(b.content());
    assertThat(a.bodyHash()).isNotEqualTo(b.bodyHash());
  }

  @Test
  void shouldHashLinesInAnyOrderAsTokensAreFolded() throws Exception {
    assertThat(ofText("የሰው ልጅ ሁሉ").content()).isEqualTo(ofText("የሰው፡ልጅ፡ሁሉ").content());
    Fingerprint list = ofText("Straße 10\nﻋﺮﺑﻲ\nIstanbul, H₂O\nIstanbul, H₂O");

    assertThat(list.content())
        .isEqualTo(ofText("İSTANBUL, H2O\nعربی\nISTANBUL, H₂O\nSTRASSE ⑩").content())
        .isNotEqualTo(ofText("Istanbul, H₂O\nعربی\nStraße 10").content())
        .isNotEqualTo(ofText("Istanbul, H₂O\nعربی Istanbul, H₂O\nStraße 10").content());
  }

  @Test
  void shouldSortNoMoreLinesThanFitIntoMemory() {
    for (int lines : new int[] {1 << 16, (1 << 16) + 1}) {
      ContentHash ended =
          new ContentHasher().ofText(("a\n".repeat(lines - 1) + "b").getBytes(UTF_8));
      ContentHash begun =
          new ContentHasher().ofText(("b" + "\na".repeat(lines - 1)).getBytes(UTF_8));
      assertThat(ended.equals(begun)).isEqualTo(lines == 1 << 16);
    }
  }

  @Property
  void shouldHashLinesAsThePlainWayDoes(@ForAll("texts") String text) throws Exception {
    List<byte[]> lines = new ArrayList<>();
    for (String line : CharTable.TABLE.folded(text).split("\n", -1)) {
      lines.add(line.getBytes(UTF_8));
    }
    lines.sort(Arrays::compare);
    StringBuilder sorted = new StringBuilder("t");
    lines.forEach(line -> sorted.append(new String(line, UTF_8)).append('\n'));
    assertThat(new ContentHasher().ofText(text.getBytes(UTF_8)))
        .hasToString(sha256(sorted.toString()).substring(0, 32));
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Character> usual = Arbitraries.of('a', 'Z', '\n', ' ', 'İ', 'ß', '⑩', 'ﻲ', 'é', '日');
    return Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.chars().filter(c -> !Character.isSurrogate(c))),
            Tuple.of(9, usual))
        .list()
        .ofMaxSize(40)
        .map(chars -> chars.stream().map(String::valueOf).collect(Collectors.joining()));
  }

  @Test
  void shouldHashTheBodyWhereThereIsNoText() throws Exception {
    Fingerprint bytes = of(Page.of(URL, "", "", new Body("GIF89a".getBytes(UTF_8), false)), "");
    Fingerprint string = of(Page.of(URL, "", "", Body.of("GIF89a")), "…");

    assertThat(bytes.content()).hasToString(sha256("bGIF89a").substring(0, 32));
    assertThat(string.content()).isEqualTo(bytes.content());
    assertThat(string.bodyHash()).isEqualTo(bytes.bodyHash());
    assertThat(bytes.flags()).isZero();
    assertThat(bytes.simhash()).isZero();
    assertThat(bytes.sketch()).isEmpty();
    assertThat(bytes.tokens() + bytes.shingles()).isZero();
  }

  @Test
  void shouldHashTheUrlWhereThereIsNeitherTextNorBody() throws Exception {
    Fingerprint bytes = of(Page.of(URL, "", "", new Body(new byte[0], false)), "");

    assertThat(bytes.content()).hasToString(sha256("n" + URL).substring(0, 32));
    assertThat(of(Page.of(URL, "", "", Body.of("")), "").content()).isEqualTo(bytes.content());
  }

  @Test
  void shouldTellTextsLongEnoughToJudge() throws Exception {
    assertThat(ofText(words(33)).nearEligible()).isFalse();
    assertThat(ofText(words(34)).shingles()).isEqualTo(32);
    assertThat(ofText(words(34)).nearEligible()).isTrue();
  }

  @Test
  void shouldHashLargeTextsAsAWhole() throws Exception {
    for (String unit : new String[] {"é", "a\ud83d\ude00", "日", "x\ud800"}) {
      String text = "w " + unit.repeat(70_000);
      assertThat(ofText(text).content()).hasToString(sha256("t" + text + "\n").substring(0, 32));
    }
  }

  @Test
  void shouldNotRememberThePageBefore() throws Exception {
    String[] texts = {words(5000), "", "one", words(40), "a b a b a b a b", "…", words(100)};
    for (String before : texts) {
      for (String text : texts) {
        Fingerprint fresh = new FingerprinterTest().ofText(text);
        ofText(before);
        assertThat(ofText(text)).isEqualTo(fresh);
      }
    }
  }

  @Test
  void shouldPutSimilarTextsNearAndOthersFar() throws Exception {
    String text = words(600);
    Fingerprint original = ofText(text);
    Fingerprint edited = ofText(text.replace(" w300 ", " other "));
    Fingerprint foreign = ofText(text.replace('w', 'v'));

    assertThat(Long.bitCount(original.simhash() ^ edited.simhash())).isLessThanOrEqualTo(8);
    assertThat(Long.bitCount(original.simhash() ^ foreign.simhash())).isBetween(16, 48);
    assertThat(Sketches.similarity(original.sketch(), edited.sketch())).isGreaterThan(0.9);
    assertThat(Sketches.similarity(original.sketch(), foreign.sketch())).isLessThan(0.05);
  }

  @Test
  void shouldDropALanguageThatIsNone() throws Exception {
    Page page = Page.of(URL, "", "", Body.of("x"));
    PageText text = new PageText("", "x", "e".repeat(64), PageCharset.NONE, false);
    assertThat(fingerprinter.fingerprint(page, text, URL, SOURCE, 0).language()).isEmpty();
  }

  private Fingerprint ofText(String text) throws Exception {
    return of(Page.of(URL, "", "", Body.of(text)), text);
  }

  private Fingerprint of(Page page, String text) {
    return fingerprinter.fingerprint(
        page, new PageText("", text, "", PageCharset.NONE, false), URL, SOURCE, 0);
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  private static String sha256(String text) throws Exception {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
