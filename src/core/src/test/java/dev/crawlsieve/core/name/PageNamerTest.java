package dev.crawlsieve.core.name;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.HttpUrl;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageNamerTest {

  private static final String URL = "http://www.old-mill.example/news/story.html";

  private Words title(String title) {
    return TestNames.name(title, "", "", URL).title();
  }

  private PageName address(String pathAndQuery) {
    return TestNames.name("", "", "", "http://a.example" + pathAndQuery);
  }

  private boolean sameAddress(String one, String other) {
    return address(one).sameAddress(address(other));
  }

  @Test
  void shouldTakeWordsInTheirOrderWithoutCaseAndMarksOfWriting() {
    assertThat(title("The  MILL, \"dam\"").same(title("the mill|dam"))).isTrue();
    assertThat(title("Straße").same(title("STRASSE"))).isTrue();
    assertThat(title("HİÇ KİMSE").same(title("Hiç kimse"))).isTrue();
    assertThat(title("ΝΕΑ ΤΗΣ ΠΌΛΗΣ").same(title("Νέα της πόλης"))).isTrue();
    assertThat(title("کتاب\u200cها").same(title("كتابها"))).isTrue();
    assertThat(title("ﬁle ①").same(title("file 1"))).isTrue();
    assertThat(title("caf\u00e9").same(title("cafe\u0301"))).isTrue();
    assertThat(title("- | :: \ud83d\ude00").count()).isZero();
  }

  /** Vithkuqi, of Unicode 14. */
  @Test
  void shouldKnowLettersThatAreYoungerThanTheJdk() {
    assertThat(title("\ud801\udd70").same(title("\ud801\udd97"))).isTrue();
    assertThat(letters(title("\ud801\udd70"))).isEqualTo(1);
  }

  @Test
  void shouldLeaveTheWordsOfTheHostOut() {
    assertThat(title("Flood - www.Old-Mill.Example").same(title("flood"))).isTrue();
    assertThat(title("Old Mill").count()).isZero();
  }

  @Test
  void shouldTellNumbersFromWords() {
    Words title = title("Part 12 of ٤٢");
    assertThat(title.count()).isEqualTo(4);
    assertThat(letters(title)).isEqualTo(2);
    assertThat(letters(title("v2"))).isEqualTo(1);
  }

  @Test
  void shouldFindTheWordsOfTextWithoutSpaces() {
    assertThat(letters(title("河水在夜里上涨"))).isEqualTo(4); // river, at, night, rises
    assertThat(title("河水在夜里上涨 - 新闻").extend(title("河水在夜里上涨"))).isTrue();
    assertThat(title("河水在夜里上涨").extend(title("水坝已修好"))).isFalse();
    assertThat(letters(title("น้ำท่วมบ้าน"))).isEqualTo(3); // water, flood, house
    assertThat(title("東京タワーの歴史").count()).isEqualTo(3);
    assertThat(letters(title("ꦱꦧꦼꦤ꧀ꦲꦸꦮꦺꦴꦁ"))).isEqualTo(4); // syllables
    assertThat(letters(title("ꋍꂷꊿ"))).isEqualTo(3);
  }

  @Test
  void shouldHaveAtMost25WordsOfWhichTheLastStandsForTheRest() {
    Words most = title(numbered(25));
    Words more = title(numbered(100));
    assertThat(most.count()).isLessThanOrEqualTo(25);
    assertThat(more.count()).isLessThanOrEqualTo(25);
    assertThat(more.extend(title(numbered(100).replace("w90", "x")))).isFalse();
    assertThat(more.same(title(numbered(100)))).isTrue();
  }

  /** A part of a series is another one, and so is a title with another number in it. */
  @Test
  void shouldCompareTitlesInTheirOrder() {
    assertThat(title("Part 2 of 2").extend(title("Part 1 of 2"))).isFalse();
    assertThat(title("Part 2 of 2").differInNumbers(title("Part 1 of 2"))).isTrue();
    assertThat(title("functions 1 1").extend(title("functions 1 0"))).isFalse();
    assertThat(title("The mill").extend(title("The mill by the dam"))).isTrue();
    assertThat(title("The mill").extend(title("The mill of 1904"))).isFalse();
    assertThat(title("The dam, the mill").extend(title("The mill, the dam"))).isFalse();
    assertThat(title("Guide to 1.2").sameLetters(title("Guide to 1.3"))).isTrue();
  }

  private static int letters(Words words) {
    int letters = 0;
    for (int i = 0; i < words.count(); i++) {
      letters += Words.isNumber(words.record()[words.at() + 2 * i + 1]) ? 0 : 1;
    }
    return letters;
  }

  private static String numbered(int words) {
    return IntStream.range(0, words).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  /** Pages, orders, tags and sessions in German, Russian, Arabic, Thai and Japanese. */
  @ParameterizedTest
  @ValueSource(strings = {"seite", "страница", "ترتيب", "แท็ก", "セッション", "stranitsa"})
  void shouldTakeWordsOfLanguagesThatAreNotInTheListsForNames(String word) {
    for (String form : new String[] {"/mills?%s=2", "/mills/%s/2", "/mills/%s/2/", "/%s/mills"}) {
      PageName name = address(form.formatted(word));
      PageName any = address(form.formatted("zzz"));
      PageName other = address(form.formatted(word).replace('2', '3').replace("mills", "dams"));
      assertThat(name.choosesAnother(other)).isTrue();
      assertThat(name.pagesDiffer(other)).isFalse();
      assertThat(name.sameAddress(any)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a ", "1", "\u0301", "a\u0301\u0327", "\ufdfa", "\ud83d", "河", "-"})
  void shouldReadNoMoreThanTheBeginningOfALongTitle(String unit) {
    String start = unit.repeat(PageNamer.MOST_CHARS);
    PageName ofStart = TestNames.name(start.substring(0, PageNamer.MOST_CHARS), "", "", URL);
    PageName whole = TestNames.name(unit.repeat(10_000_000 / unit.length()), "", "", URL);
    assertThat(whole).isEqualTo(ofStart);
    assertThat(whole.stored().length).isLessThanOrEqualTo(PageName.MOST_BYTES);
  }

  @Test
  void shouldNotExceedItsBytes() {
    byte[] name = TestNames.name(numbered(200), numbered(150), "en", URL).stored();
    assertThat(name.length).isLessThanOrEqualTo(PageName.MOST_BYTES).isLessThan(256);
  }

  /** Found: a release of some thousand parts overflowed the stack of the regular expression. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.", "a/", "/", "index/", "1.2/", "v", "%41", "?a=1&", ";a=1", "a1", "%D0%BC", "%D0"
      })
  void shouldReadAddressesOfAnyLength(String unit) {
    assertThat(sameAddress("/x/" + unit.repeat(1_000_000 / unit.length()) + "1", "/")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/mills/index.html, /mills/",
    "/mills/Default.aspx, /mills",
    "/print/mills/, /mills.html",
    "/Mills/1.html, /mills/1.php",
    "/boost/1_81_0/mills, /boost/1_74_0/mills",
    "/browse/cs-CZ/mills, /browse/da-DK/mills",
    "/mills;jsessionid=5?sid=1f, /mills?sid=2f",
    "/mills;sid=1f/;lang=de, /mills?lang=en",
    "/mills.md, /mills",
    "/list/page/2.html, /list/page/2",
    "/mills.html.md, /mills.html",
    "/mills/index.md, /mills/",
    "/mills/index.html.md, /mills/",
    "/mills/index.php.markdown?lang=de, /mills",
    "/index.html.md, /",
    "/2.17.0/index.html.md, /2.17.0/",
    "/mills?view=print, /mills",
    "/mills?lang=de, /mills?lang=en-gb",
    "/mills/?C=N;O=D, /mills/?C=M;O=A",
    "/mills?b=2&sort=x&a=1, /mills?a=1&b=2",
    "/io/2.17.0/Filter.html, /io/2.16.0/Filter.html",
    "/io/2.17.0/, /io/v2.16.0-rc1/index.html",
    "/cats-core_2.13-2.9.0-javadoc.jar/mills, /cats-core_2.13-2.12.0-javadoc.jar/mills",
    "/commons-lang3-3.16.0-javadoc/mills, /commons-lang3-3.17.0-javadoc/mills",
    "/hibernate-core-6.6.0.Final-javadoc.jar/mills, /hibernate-core-7.0.1.CR1-javadoc.jar/mills",
    "/, /index.html",
    "/москва/Вакансии, /%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0/%D0%B2%D0%B0%D0%BA%D0%B0%D0%BD%D1%81%D0%B8%D0%B8",
    "/%D0%B8%CC%86/mills, /%D0%B9/mills", // not in normal form C
    "/mills/१६, /mills/16",
    "/mills?q=%D0%B8%CC%86, /mills?q=%D0%B9",
    "/es-419/mills, /sr-latn-rs/mills",
    "/fil/mills, /haw/mills",
    "/zh_hans_cn/mills, /ca-valencia/mills",
    "/a/es-419/mills, /a/ckb-iq/mills",
    "/mills?lang=es-419, /mills?lang=ckb",
  })
  void shouldGiveTheSameAddress(String one, String other) {
    assertThat(sameAddress(one, other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/mills/, /dams/",
    "/pub/mills/, /mills/",
    "/weather/ga/mills, /weather/la/mills",
    "/26/docs/mills, /11/docs/mills",
    "/ip/203.0.113.7, /ip/203.0.113.8",
    "/menu/11.05.2026/, /menu/12.05.2026/",
    "/archive/2026_05_11/mills, /archive/2026_05_12/mills",
    "/act/4.1, /act/4.2",
    "/comic?n=1, /comic?n=2",
    "/ferry?from=oban, /ferry?from=moss",
    "/docs?language=java, /docs?language=go",
    "/list?order=17, /list?order=18",
    "/log/3_19_2.html, /log/3_19_0.html",
    "/2012/docs/mills, /2013/docs/mills",
    "/node/25/mills, /node/26/mills",
    "/a/list/page/2, /list/page/2",
    "/mills?a=1, /mills?b=1",
    "/mills?a=1&b=2&c=3&d=4&e=5, /mills?a=1&b=2&c=3&d=4&e=6",
    "/list/page/2, /list/page/3",
    "/list/page/2.html, /list",
    "/mills/page/2, /dams/page/2",
    "/list?page=2, /list?page=3",
    "/list?page=2, /list",
    "/index.php?id=2, /index.php?id=3",
    "/list;page=2, /list",
    "/list;page=2, /list;page=3",
    "/list?query-20-page=6, /list?query-20-page=9",
    "/list?lp_page_2669=2, /list",
    "/item;id=4, /item;id=5",
    "/shop;id=4/buy, /shop;id=5/buy",
    "/read.php?sid=45, /read.php?sid=46",
    "/list?ref=A1203, /list?ref=A1204",
    "/2.17.0/, /2.16.0/",
    "/commons-lang3-3.17.0-javadoc.jar/mills, /commons-io-3.17.0-javadoc.jar/mills",
    "/commons-lang3-3.17.0/mills, /commons-lang2-3.17.0/mills",
    "/galaxy-tab-10.1-case/mills, /galaxy-tab-8.9-case/mills",
    "/menu-of-11.05.2026/mills, /menu-of-12.05.2026/mills",
    "/menu-of-2026.5.11/mills, /menu-of-2026.5.12/mills",
    "/host-at-203.0.113.7/mills, /host-at-203.0.113.8/mills",
    "/mills/index.html.de, /mills/",
    "/mills/index.html.md, /dams/index.html.md",
    "/mills/reindex.html.md, /mills/",
    "/, /mills/",
    "/москва/вакансии, /казань/вакансии",
    "/%D0%BC%D0%B0%D0%B9/mills, /%D0%B8%D1%8E%D0%BD%D1%8C/mills",
    "/old%20town/mills, /old%21town/mills",
    "/%EC%EE/mills, /%EA%E0/mills", // windows-1251
    "/new/mills, /men/mills", // words, and languages of three letters
    "/my-shop/mills, /no-spam/mills",
    "/in-news/mills, /en-xx/mills",
    "/a/fil/mills, /a/haw/mills",
  })
  void shouldGiveAnotherAddress(String one, String other) {
    assertThat(sameAddress(one, other)).isFalse();
  }

  /** As of two towns on the site of a country: each has its own pages. */
  @ParameterizedTest
  @CsvSource({
    "moskva, kazan",
    "москва, казань",
    "%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0, %D0%BA%D0%B0%D0%B7%D0%B0%D0%BD%D1%8C",
    "αθήνα, πάτρα",
    "القاهرة, الإسكندرية",
    "दिल्ली, मुंबई",
    "กรุงเทพ, เชียงใหม่",
    "北京, 上海",
    "%EC%EE%F1%EA%E2%E0, %EA%E0%E7%E0%ED%FC", // windows-1251
  })
  void shouldTakeFoldersOfEachScriptForNames(String one, String other) {
    PageName a = TestNames.name("Jobs in town", "", "", "http://a.example/" + one + "/jobs");
    PageName b = TestNames.name("Jobs in town", "", "", "http://a.example/" + other + "/jobs");
    assertThat(a.sameLast(b)).isTrue();
    assertThat(a.sameAddress(b)).isFalse();
  }

  /** A page that says so is in any language, wherever its folder is. */
  @Test
  void shouldBelieveThePageThatAFolderIsItsLanguage() {
    PageName a = TestNames.name("", "", "war", "http://a.example/x/war/mills");
    PageName b = TestNames.name("", "", "fil", "http://a.example/x/fil/mills");
    assertThat(a.sameAddress(b)).isTrue();
  }

  /** Found: numbers within a long folder were looked for again from each of their digits. */
  @Test
  void shouldReadAFolderOfDigitsInOneGo() {
    assertThat(sameAddress("/" + "1".repeat(1_000_000) + "x/mills", "/mills")).isFalse();
    assertThat(sameAddress("/gtk-" + "2".repeat(1_000_000) + "/mills", "/mills")).isFalse();
    assertThat(sameAddress("/a-b-" + "1.".repeat(500_000) + "1/mills", "/mills")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/app/#!/item/1, /app/#!/item/2, false",
    "/app/#/item/1, /app/other/#/item/1, false",
    "/app/#/item/1?sort=a, /app/#/item/1, true",
    "/app/#/item?id=1, /app/#/item?id=2, false",
    "/app/#item=1, /app/#item=2, false",
    "/app/#item=1&sort=a, /app/#item=1, true",
    "/app/?a=1#!/item, /app/?a=2#!/item, false",
    "/app/?a=1#item=1, /app/?a=2#item=1, false",
  })
  void shouldTakeTheRouteOfAScriptAsPartOfTheAddress(String one, String other, boolean same) {
    assertThat(sameAddress(one, other)).isEqualTo(same);
  }

  @Test
  void shouldNotTakeThePageOfARouteForItsItem() {
    String page = "https://a.example/app/";
    PageName one = new PageNamer().name("", "", "", page + "#/1", "a.example", page);
    PageName two = new PageNamer().name("", "", "", page + "#/2", "a.example", page);
    assertThat(one.sameAddress(two)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".html", ".x", "-1", "1.", "/1", "/a", ";a=1", "?a=1&", ".5", "_1.2", "index.", "page/2/"
      })
  void shouldReadAnAddressOfAnythingRepeated(String unit) {
    String url = "/a" + unit.repeat((HttpUrl.MAX_CHARS - 100) / unit.length());
    assertThat(sameAddress(url, url)).isTrue();
    assertThat(sameAddress(url + "x", url + "x")).isTrue();
  }

  @Test
  void shouldLeaveOutExtensionsHoweverManyThereAre() {
    assertThat(sameAddress("/a", "/a" + ".html".repeat(3_000))).isTrue();
    assertThat(sameAddress("/a.php.html", "/a.md")).isTrue();
    assertThat(sameAddress("/a.html.x", "/a.x.html")).isFalse();
  }
}
