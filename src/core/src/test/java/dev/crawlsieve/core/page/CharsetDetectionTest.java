package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.PageCharset.Found;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first article of the Universal Declaration of Human Rights, in pages that declare no charset.
 */
final class CharsetDetectionTest {

  private static final Map<String, String> ARTICLE =
      Map.ofEntries(
          Map.entry(
              "cs",
              "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni"
                  + " rozumem a svědomím a mají spolu jednat v duchu bratrství."),
          Map.entry(
              "hu",
              "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek,"
                  + " ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell"
                  + " hogy viseltessenek."),
          Map.entry(
              "ru",
              "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены"
                  + " разумом и совестью и должны поступать в отношении друг друга в духе братства."),
          Map.entry(
              "uk",
              "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені"
                  + " розумом і совістю і повинні діяти у відношенні один до одного в дусі"
                  + " братерства."),
          Map.entry(
              "el",
              "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."
                  + " Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται"
                  + " μεταξύ τους με πνεύμα αδελφοσύνης."),
          Map.entry(
              "de",
              "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit"
                  + " Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit"
                  + " begegnen."),
          Map.entry(
              "fr",
              "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont"
                  + " doués de raison et de conscience et doivent agir les uns envers les autres"
                  + " dans un esprit de fraternité."),
          Map.entry(
              "tr",
              "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana"
                  + " sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket"
                  + " etmelidirler."),
          Map.entry(
              "he",
              "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון,"
                  + " לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה."),
          Map.entry(
              "ar",
              "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن"
                  + " يعامل بعضهم بعضا بروح الإخاء."),
          Map.entry(
              "th",
              "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม"
                  + " และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ"),
          Map.entry(
              "ja",
              "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
                  + "人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。"),
          Map.entry("zh-cn", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"),
          Map.entry("zh-tw", "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"),
          Map.entry(
              "ko",
              "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로"
                  + " 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다."));

  @ParameterizedTest
  @CsvSource({
    "cs, windows-1250",
    "cs, ISO-8859-2",
    "hu, windows-1250",
    "ru, windows-1251",
    "ru, KOI8-R",
    "ru, ISO-8859-5",
    "uk, windows-1251",
    "el, windows-1253",
    "el, ISO-8859-7",
    "de, windows-1252",
    "fr, windows-1252",
    "tr, windows-1254",
    "he, windows-1255",
    "ar, windows-1256",
    "th, TIS-620",
    "ja, Shift_JIS",
    "ja, EUC-JP",
    "ja, ISO-2022-JP",
    "zh-cn, GB18030",
    "zh-tw, Big5",
    "ko, EUC-KR"
  })
  void shouldReadPagesThatDeclareNoCharacterSet(String language, String charset)
      throws BadPageException {
    String page = page(language);

    BodyDecoder.Decoded decoded =
        BodyDecoder.decode(
            new Body(page.getBytes(Charset.forName(charset)), false),
            ContentType.parse("text/html"));
    assertThat(decoded.charset().found()).isEqualTo(Found.DETECTED);
    assertThat(decoded.markup().text().replace('Ά', 'A')).isEqualTo(page.replace('Ά', 'A'));
    PageText text =
        new TextExtractor(TextSettings.VISIBLE)
            .extract(
                Page.of(
                    "http://a.example/",
                    "text/html",
                    "",
                    new Body(decoded(language, charset), false)));
    assertThat(text.text()).contains(ARTICLE.get(language).substring(3, 15));
    assertThat(text.charset()).isEqualTo(decoded.charset());
  }

  private static byte[] decoded(String language, String charset) {
    return page(language).getBytes(Charset.forName(charset));
  }

  @Test
  void shouldTakeUtf8ForUtf8WhereverItIsCut() {
    for (String language : ARTICLE.keySet()) {
      byte[] page = page(language).getBytes(UTF_8);
      for (int cut = 1; cut < page.length; cut++) {
        assertThat(CharsetDetection.of(Arrays.copyOf(page, cut)).found())
            .as("%s up to %d", language, cut)
            .isEqualTo(Found.UTF8);
        assertThat(CharsetDetection.of(Arrays.copyOfRange(page, cut, page.length)).found())
            .as("%s from %d", language, cut)
            .isEqualTo(Found.UTF8);
      }
    }
  }

  @Test
  void shouldTakeUtf8ForUtf8WhereALittleIsDamaged() {
    byte[] page = page("ru").getBytes(UTF_8);
    page[page.length / 2] = (byte) 0xff;
    assertThat(CharsetDetection.of(page).name()).isEqualTo("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain ASCII", "\u001b[1mcolours\u001b(B", "<p>\u001b$"})
  void shouldTakeAsciiForUtf8(String text) {
    assertThat(CharsetDetection.of(text.getBytes(UTF_8)))
        .isEqualTo(new PageCharset(Found.UTF8, "UTF-8"));
  }

  @Test
  void shouldAssumeUtf8OfBytesThatAreNoText() {
    byte[] all = new byte[4_096];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 31);
    }
    assertThat(CharsetDetection.of(all)).isEqualTo(new PageCharset(Found.ASSUMED, "UTF-8"));
  }

  /** Detectors that examine all of it would take seconds for these bytes. */
  @Test
  void shouldLookAtABoundedPartOfALargePage() {
    byte[] large = new byte[16 << 20];
    Arrays.fill(large, (byte) 0xe9);
    byte[] beginning = page("ru").getBytes(Charset.forName("windows-1251"));
    byte[] padded = Arrays.copyOf(beginning, 1 << 16);
    Arrays.fill(padded, beginning.length, padded.length, (byte) ' ');
    System.arraycopy(padded, 0, large, 0, padded.length);
    assertThat(CharsetDetection.of(large).name())
        .isEqualTo(CharsetDetection.of(padded).name())
        .isEqualTo("windows-1251");
  }

  private static String page(String language) {
    String text = ARTICLE.get(language);
    return "<html><head><title>"
        + text.substring(0, 12)
        + "</title></head><body>\n<h1>1</h1>\n<p>"
        + text
        + "</p>\n<p>"
        + text
        + "</p></body></html>";
  }
}
