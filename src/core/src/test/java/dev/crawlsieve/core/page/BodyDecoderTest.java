package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.PageCharset.Found;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDecoderTest {

  private static final String META = "<meta charset=\"windows-1251\">";

  private record Decoded(String text, boolean fallback) {

    private Decoded(String text, Found found) {
      this(text, found == Found.UTF8 || found == Found.DETECTED || found == Found.ASSUMED);
    }
  }

  private static Decoded decode(byte[] body, String contentType) {
    ContentType type = ContentType.parse(contentType);
    BodyDecoder.Decoded decoded = BodyDecoder.decode(new Body(body, false), type);
    return new Decoded(decoded.markup().text(), decoded.charset().found());
  }

  @Test
  void shouldPreferTheHeaderToTheMetaElement() {
    byte[] body = (META + "Grüße").getBytes(UTF_8);

    assertThat(decode(body, "text/html; charset=UTF-8"))
        .isEqualTo(new Decoded(META + "Grüße", false));
  }

  @Test
  void shouldPreferAByteOrderMarkToTheHeader() {
    assertThat(decode("\ufeffGrüße".getBytes(UTF_8), "text/html; charset=latin1").text())
        .isEqualTo("Grüße");
    assertThat(decode("\ufeffGrüße".getBytes(UTF_16LE), "text/html; charset=utf-8").text())
        .isEqualTo("Grüße");
    assertThat(decode("\ufeffGrüße".getBytes(UTF_16BE), "text/plain").text()).isEqualTo("Grüße");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        META,
        "<META HTTP-EQUIV='Content-Type' content='text/html; charset=windows-1251'>",
        "<!-- <meta charset=utf-8> --><title>x</title><meta charset=windows-1251>",
        "<meta charset=nonsense><meta charset=windows-1251>",
        "<?xml version='1.0' encoding='windows-1251'?><html>",
        "<!doctype html><html lang=ru><head><title>a <meta charset=utf-8></title>" + META,
        "<script>'<meta charset=utf-8></s'</script>" + META,
        "<!--><meta charset=windows-1251><!-- -->",
        "<noscript><meta\ncontent = \"text/html;charset=windows-1251\" http-equiv=content-type>",
        "<noscript><meta charset=windows-1251></noscript>",
        "<template><p><meta charset=windows-1251></template>",
        "<meta name='a>b' content='<meta charset=utf-8>'/><meta/charset='windows-1251'/>",
        "</meta charset=utf-8><? <meta charset=utf-8> ?><meta CharSet=Windows-1251 charset=utf-8>",
        "a < b <meta http-equiv=refresh content='0; charset=utf-8'>" + META,
      })
  void shouldFindThePagesOwnDeclaration(String declaration) {
    byte[] body = (declaration + "Привет").getBytes(Charset.forName("windows-1251"));

    assertThat(decode(body, "text/html")).isEqualTo(new Decoded(declaration + "Привет", false));
  }

  /** What is cut off is not an end. */
  @ParameterizedTest
  @ValueSource(strings = {"<script>var s='", "<!-- ", "<title>", "<style>"})
  void shouldNotLookForADeclarationInWhatGoesOnBehindTheBeginning(String open) {
    String page = open + META + "x".repeat(6_000) + "-->'</script></title></style>";
    assertThat(decode((page + "\u00fc").getBytes(UTF_8), "text/html").text()).endsWith("\u00fc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "c", "ch", "Ch ", "é", "charge "})
  void shouldFindADeclarationAtAnyOffset(String around) {
    ContentType html = ContentType.parse("text/html");
    for (int i = 0; i < 400; i++) {
      String before = around + " ".repeat(i / 20);
      String after = " ".repeat(i % 20) + around;
      byte[] body = (before + META.toUpperCase(Locale.ROOT) + after).getBytes(UTF_8);
      assertThat(BodyDecoder.decode(new Body(body, false), html).charset().name())
          .as("%s", i)
          .isEqualTo("windows-1251");
    }
  }

  @Test
  void shouldNotLookForADeclarationInPlainText() {
    assertThat(decode((META + "ü").getBytes(UTF_8), "text/plain").text()).isEqualTo(META + "ü");
  }

  @Test
  void shouldFindADeclarationBehindTwoKilobytesAndNotBehindEight() {
    String far = "<!--" + "x".repeat(2000) + "-->" + META;
    String tooFar = "<!--" + "x".repeat(8000) + "-->" + META;
    byte[] letter = {(byte) 0xcf};

    assertThat(decode(join(far, letter), "text/html").text()).endsWith("П");
    assertThat(decode(join(tooFar, letter), "text/html").text()).endsWith("\ufffd");
  }

  private static byte[] join(String ascii, byte[] tail) {
    byte[] joined = Arrays.copyOf(ascii.getBytes(ISO_8859_1), ascii.length() + tail.length);
    System.arraycopy(tail, 0, joined, ascii.length(), tail.length);
    return joined;
  }

  @ParameterizedTest
  @ValueSource(strings = {"klingon-8", "not a name!", "x-\"", "%%"})
  void shouldFallBackToUtf8AndNoteItWhereTheNameIsUnknown(String charset) {
    assertThat(decode("Grüße".getBytes(UTF_8), "text/html; charset=" + charset))
        .isEqualTo(new Decoded("Grüße", true));
  }

  @Test
  void shouldFallBackFromAnUnknownHeaderToTheMetaElement() {
    byte[] body = (META + "Привет").getBytes(Charset.forName("windows-1251"));

    assertThat(decode(body, "text/html; charset=klingon-8"))
        .isEqualTo(new Decoded(META + "Привет", false));
  }

  @Test
  void shouldSayHowItFoundTheCharacterSet() {
    assertThat(found("Grüße \ufffd".getBytes(UTF_8))).isEqualTo(Found.UTF8);
    assertThat(found("Grüße".getBytes(ISO_8859_1))).isEqualTo(Found.DETECTED);
    assertThat(found(new byte[] {0, 1, (byte) 0xff, 2})).isEqualTo(Found.ASSUMED);
    assertThat(found("\ufeffGrüße".getBytes(UTF_8))).isEqualTo(Found.MARK);
    assertThat(found((META + "ü").getBytes(UTF_8))).isEqualTo(Found.MARKUP);
  }

  private static Found found(byte[] body) {
    return BodyDecoder.decode(new Body(body, false), ContentType.parse("text/html"))
        .charset()
        .found();
  }

  @Test
  void shouldReplaceMalformedBytes() {
    byte[] body = {'a', (byte) 0xff, 'b', 0, 'c', (byte) 0xc3};

    assertThat(decode(body, "text/plain; charset=utf-8").text()).isEqualTo("a\ufffdb\0c\ufffd");
  }

  @ParameterizedTest
  @CsvSource({
    "iso-8859-1, 93, “",
    "us-ascii, 80, €",
    "ISO-8859-9, fe, ş",
    "TIS-620, 85, …",
    "gb2312, d6ec, 朱",
    "gb2312, e946, 镕",
    "shift_jis, 8740, ①",
    "euc-kr, 8c63, 똠",
    "utf-16, e400, ä",
    "unicodefffe, 00e4, ä",
    "sjis, 8740, ①",
    "ms932, 8740, ①",
    "ksc5601, 8c63, 똠",
    "korean, 8c63, 똠",
    "l1, 93, “",
    "cp819, 80, €",
    "l5, fe, ş",
    "dos-874, 85, …",
    "chinese, e946, 镕",
    "csbig5, a741, 你",
    "big5-hkscs, 8740, 䏰",
    "x-euc-jp, ada1, ①",
    "csiso2022jp, 1b24422d21, ①",
    "koi, c1, а",
    "koi8-ru, ad, ґ",
    "x-mac-ukrainian, a2, Ґ",
    "mac, 8a, ä",
    "logical, e0, א",
    "l6, e6, æ",
    "iso-8859-10, bd, ―",
    "iso8859-14, fe, ŷ",
    "x-x-big5, a741, 你",
    "iso-2022-kr, 1b2429430e30210f, 가",
  })
  void shouldReadLabelsAsTheWebDoes(String label, String hex, String expected) {
    byte[] body = HexFormat.of().parseHex(hex);

    assertThat(decode(body, "text/plain; charset='" + label + "'").text()).isEqualTo(expected);
  }

  /** encodings.json of the Standard has 228 labels, 6 of which stand for no encoding. */
  @Test
  void shouldKnowAllLabelsOfTheStandard() throws IOException {
    try (InputStream in = BodyDecoder.class.getResourceAsStream("labels.txt")) {
      List<String> lines = new String(in.readAllBytes(), UTF_8).lines().skip(2).toList();
      List<String> labels =
          lines.stream().flatMap(line -> Stream.of(line.split(" ")).skip(1)).distinct().toList();
      assertThat(lines).hasSize(39);
      assertThat(labels).hasSize(222).contains("utf8", "x-user-defined", "windows-31j");
      for (String line : lines) {
        for (String label : line.substring(line.indexOf(' ') + 1).split(" ")) {
          assertThat(CharsetLabels.get(" " + label.toUpperCase(Locale.ROOT)))
              .as(label)
              .hasToString(line.substring(0, line.indexOf(' ')));
        }
      }
    }
  }

  /** What is cut is one character: an ASCII byte after it stays. */
  @ParameterizedTest
  @CsvSource({
    "gb18030, b0, fe",
    "gbk, 81, b0",
    "gb2312, b0, fe",
    "big5, b0, f9",
    "big5-hkscs, b0, 87",
    "euc-jp, b0, 8fb0",
    "euc-jp, 8e, 8f",
    "shift_jis, 93, e0",
    "euc-kr, b0, c8",
    "x-windows-949, 81, fe",
  })
  void shouldKeepTheMarkupAfterACharacterThatIsCut(String charset, String lead, String other) {
    for (String next : List.of("3c", "22", "26", "0a", "20")) {
      String hex = lead + next + other + next + "78";
      String ascii = new String(HexFormat.of().parseHex(next), UTF_8);
      assertThat(decode(HexFormat.of().parseHex(hex), "text/plain; charset=" + charset).text())
          .as(charset + " " + hex)
          .isEqualTo("\ufffd" + ascii + "\ufffd" + ascii + "x");
    }
    byte[] page = HexFormat.of().parseHex("3c7469746c653e61" + lead + "3c2f7469746c653e62");
    assertThat(decode(page, "text/html; charset=" + charset).text())
        .isEqualTo("<title>a\ufffd</title>b");
  }

  @Test
  void shouldKeepTheMarkupAfterACharacterThatIsCutInTheMiddle() {
    byte[] four = HexFormat.of().parseHex("81303c62813081226381308130");
    assertThat(decode(four, "text/plain; charset=gb18030").text())
        .startsWith("\ufffd0<b\ufffd0\ufffd\"c");
    byte[] three = HexFormat.of().parseHex("8fb03c628fb0b0a4a4");
    assertThat(decode(three, "text/plain; charset=euc-jp").text())
        .startsWith("\ufffd<b")
        .endsWith("い");
  }

  /** Four bytes that are no character, and what the end of a page cuts, are passed as a whole. */
  @ParameterizedTest
  @CsvSource({
    "8431ba3778, x", // four bytes without a character
    "e837cf372278, \"x",
    "8431ba3c78, 1\ufffd<x", // the fourth is no digit: only the first is passed
    "b039, ''", // two bytes at the end
    "8130b0, ''", // three
    "fe30fe, ''",
    "b03939, 99", // the third is no part of it
  })
  void shouldPassTheDigitsOfAnUnknownCharacter(String bytes, String rest) {
    assertThat(decode(HexFormat.of().parseHex("61" + bytes), "text/plain; charset=gb18030").text())
        .isEqualTo("a\ufffd" + rest);
  }

  /** Where the JDK's charset has another character than the Standard's encoding of the label. */
  @ParameterizedTest
  @CsvSource({
    "koi8-u, d4aed4be, тўтЎ",
    "koi8-ru, ae20be2d, ў Ў-",
    "windows-1255, e5caf9d9, ו\u05baש\ufffd",
  })
  void shouldReadTheCharactersOfTheStandard(String label, String bytes, String text) {
    assertThat(decode(HexFormat.of().parseHex(bytes), "text/plain; charset=" + label).text())
        .isEqualTo(text);
  }

  @Test
  void shouldTakeAMetaElementThatSaysUtf16AsUtf8() {
    String page = "<meta charset=utf-16>ü";

    assertThat(decode(page.getBytes(UTF_8), "text/html").text()).isEqualTo(page);
  }
}
