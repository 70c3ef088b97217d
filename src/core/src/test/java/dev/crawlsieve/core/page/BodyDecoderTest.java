package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.PageCharset.Found;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
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
  })
  void shouldReadLabelsAsTheWebDoes(String label, String hex, String expected) {
    byte[] body = HexFormat.of().parseHex(hex);

    assertThat(decode(body, "text/plain; charset='" + label + "'").text()).isEqualTo(expected);
  }

  @Test
  void shouldTakeAMetaElementThatSaysUtf16AsUtf8() {
    String page = "<meta charset=utf-16>ü";

    assertThat(decode(page.getBytes(UTF_8), "text/html").text()).isEqualTo(page);
  }
}
