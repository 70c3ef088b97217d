package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.HttpUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shop whose products share 500 words, beside pages of other sites. */
class TemplateTest {

  private static final Detector DETECTOR = Detector.of(DetectorSettings.DEFAULT);
  private static final int PRODUCTS = 60;
  private static final int WORDS = 3000;
  private static final String NAV = "<a href=/>Home</a> <a href=/all>Catalogue</a>";
  private static final String SHOP = "The Great Garden Shop of Lisbon";

  private static final int MOST_DROPPED = 4;

  private final PageFingerprinter fingerprinter = new PageFingerprinter(FingerprintSettings.RAW);
  private final SplittableRandom random = new SplittableRandom(7);
  private final String template = "<p>" + words(500) + ".</p>";
  private int offset;

  private String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      for (int left = random.nextInt(WORDS) + 100; left > 0; left /= 70) {
        words.append("bdfgklmnprstvz".charAt(left % 14)).append("aeiou".charAt(left / 14 % 5));
      }
    }
    return words.toString();
  }

  private ComparedPage page(String url, String title, String main) throws Exception {
    return page(url, title, NAV, main, "All rights reserved");
  }

  private ComparedPage page(String url, String title, String nav, String main, String end)
      throws Exception {
    String html =
        (title.isEmpty() ? "" : "<title>" + title + "</title>")
            + ("<nav>" + nav + "</nav><main>" + main + "</main><footer>" + end + "</footer>");
    return ComparedPage.of(
        ScopeKey.NONE,
        0,
        FingerprintCodec.encode(
            fingerprinter
                .fingerprint(
                    url.getBytes(UTF_8),
                    html.getBytes(UTF_8),
                    name -> name.equals("content-type") ? "text/html".getBytes(UTF_8) : null,
                    new Coordinates(0, 0),
                    0)
                .fingerprint()));
  }

  private List<ComparedPage> shop(String host, int own) throws Exception {
    List<ComparedPage> products = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      String name = words(3);
      String main = "<h1>" + name + "</h1><p>" + words(own) + "</p>" + template;
      products.add(page("https://" + host + ".example/p/" + i, name + " - " + host, main));
    }
    return products;
  }

  private static int copies(List<ComparedPage> pages, List<ComparedPage> kept) {
    int copies = 0;
    for (ComparedPage page : pages) {
      PageRule rule = PageRule.of(page, DETECTOR, Overrides.NONE);
      copies +=
          kept.stream().anyMatch(leader -> rule.rank(page, leader) != Detector.NO_MATCH) ? 1 : 0;
    }
    return copies;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20, 100, 200})
  void shouldKeepTheProductsOfAShopBesidePagesOfOthersWithItsTemplate(int own) throws Exception {
    List<ComparedPage> shop = shop("lumen", own);
    String url = "https://foreign.example/x";
    assertThat(copies(shop, List.of(page(url, "", template)))).isZero();
    assertThat(copies(shop, List.of(page(url, "Welcome - Foreign", template)))).isZero();
    assertThat(copies(shop, List.of(page(url, "Foreign", "<h1>Sale</h1>" + template)))).isZero();
    assertThat(copies(shop("umbra", own), shop)).isZero();
  }

  /** Except the one that it is a copy of. */
  @ParameterizedTest
  @ValueSource(ints = {5, 20, 100, 200})
  void shouldKeepTheOtherProductsBesideACopyOfOne(int own) throws Exception {
    List<ComparedPage> shop = shop("lumen", own);
    String main = "<h1>Copper lamp</h1><p>" + words(own) + "</p>" + template;
    String title = "Copper lamp with a cord - lumen";
    ComparedPage product = page("https://lumen.example/p/lamp", title, main);
    ComparedPage copy = page("https://foreign.example/x", title, main);
    assertThat(copies(shop, List.of(copy))).isZero();
    assertThat(copies(List.of(product), List.of(copy))).isOne();
  }

  /**
   * Found: shops whose products have no title, one title, or the shop's name in theirs. A page of
   * another site with their template, or a copy of one, dropped all of them. A few come before the
   * site has shown that this is its template.
   */
  @ParameterizedTest
  @CsvSource({
    "'', '', 5",
    "'', '', 20",
    "'', '', 100",
    "'', '', 200",
    "Lumen, Lumen, 20",
    "Lumen, Lumen, 100",
    "Lumen, Lumen, 200",
    SHOP + ", " + SHOP + ", 20",
    SHOP + ", " + SHOP + ", 200",
    "%s ¦ " + SHOP + ", " + SHOP + ", 20",
    "%s ¦ " + SHOP + ", " + SHOP + ", 100",
    "%s ¦ " + SHOP + ", " + SHOP + ", 200",
  })
  void shouldKeepAShopWhoseTitlesDoNotNameItsProducts(String title, String called, int own)
      throws Exception {
    List<ComparedPage> shop = productsOf("lumen", title, own);
    String other = words(20);
    ComparedPage foreign = page("https://foreign.example/x", called, NAV, template, other);
    ComparedPage untitled = page("https://foreign.example/y", "", NAV, template, other);
    assertThat(dropped(List.of(foreign), shop)).isLessThanOrEqualTo(MOST_DROPPED);
    assertThat(dropped(List.of(untitled), shop)).isLessThanOrEqualTo(MOST_DROPPED);
    assertThat(dropped(productsOf("umbra", title.replace(SHOP, "Umbra"), own), shop))
        .as("of two honest shops")
        .isLessThanOrEqualTo(2 * MOST_DROPPED);
    ComparedPage copy = productOf("foreign", title.formatted("lamp"), 1, shopText(own));
    assertThat(dropped(List.of(copy), shop)).isLessThanOrEqualTo(MOST_DROPPED);
    List<ComparedPage> more = productsOf("lumen", title, own);
    shop.add(foreign);
    assertThat(dropped(shop, more)).as("in the middle").isZero();
  }

  /**
   * Found: 5 words in a paragraph that is too short for the main text, so that all products are
   * exact copies of the template.
   */
  @ParameterizedTest
  @CsvSource({"'', ''", "Lumen, Umbra", "%s ¦ " + SHOP + ", %s ¦ Umbra"})
  void shouldKeepProductsOfAFewWordsBesideTheTemplate(String title, String othersTitle)
      throws Exception {
    List<ComparedPage> shop = productsOf("lumen", title, 5);
    List<ComparedPage> others = productsOf("umbra", othersTitle, 5);
    ComparedPage foreign = page("https://foreign.example/x", "", NAV, template, words(20));
    ComparedPage inOurFrame = page("https://foreign.example/x", "", template);
    assertThat(dropped(List.of(foreign), shop)).isLessThanOrEqualTo(MOST_DROPPED);
    assertThat(dropped(List.of(inOurFrame), shop)).isLessThanOrEqualTo(MOST_DROPPED);
    assertThat(dropped(others, shop)).as("of two honest shops").isLessThanOrEqualTo(MOST_DROPPED);
    others.add(foreign);
    others.addAll(shop);
    assertThat(dropped(others, productsOf("lumen", title, 5))).as("in the middle").isZero();
  }

  /**
   * Found: a shop of one title that a foreign page has, too. Where what is a product's own stands
   * in short blocks beside the main text, the sample of the shop's pages shows one text, as if it
   * were one page at many addresses.
   */
  @ParameterizedTest
  @CsvSource({
    "Lumen, 1",
    "Lumen, 4",
    "Lumen, 40",
    SHOP + ", 4",
    SHOP + ", 40",
    "'', 1",
    "'', 4",
    "'', 40"
  })
  void shouldKeepAShopOfOneTitleThatAForeignPageHas(String title, int blocks) throws Exception {
    List<ComparedPage> shop = productsOfBlocks("lumen", title, blocks);
    List<ComparedPage> more = productsOfBlocks("lumen", title, blocks);
    String url = "https://foreign.example/x";
    String edited = template.replaceFirst(" [a-z]+ ", " another ");
    ComparedPage copy = productOf("foreign", title, 1, blocks(blocks) + template);
    assertThat(droppedByOthers(List.of(copy), shop))
        .as("a product")
        .isLessThanOrEqualTo(MOST_DROPPED);
    for (String text : List.of(template, edited)) {
      ComparedPage foreign = page(url, title, NAV, text, words(20));
      ComparedPage inOurFrame = page(url, title, text);
      assertThat(droppedByOthers(List.of(foreign), shop)).isLessThanOrEqualTo(MOST_DROPPED);
      assertThat(droppedByOthers(List.of(inOurFrame), shop)).isLessThanOrEqualTo(MOST_DROPPED);
      List<ComparedPage> before = new ArrayList<>(more);
      before.addAll(List.of(foreign, inOurFrame, copy));
      assertThat(droppedByOthers(before, shop)).as("in the middle").isZero();
    }
    assertThat(droppedByOthers(productsOfBlocks("umbra", title, blocks), shop))
        .as("of two honest shops")
        .isLessThanOrEqualTo(2 * MOST_DROPPED);
  }

  /**
   * Found: a shop that has its name in the title of every page, and the product's only in the
   * heading, or the other way round. A foreign page that has the shop's name says all of one of
   * them.
   */
  @ParameterizedTest
  @CsvSource({
    "Lumen, %s, ''",
    "Lumen, %s, Lumen",
    SHOP + ", %s, ''",
    "%s, Lumen, ''",
    "%s, Lumen, Lumen",
    "%s ¦ Lumen, Lumen, Lumen",
  })
  void shouldKeepAShopWhoseNameIsTitleOrHeadingOfAllPages(
      String title, String heading, String othersHeading) throws Exception {
    String called = title.contains("%s") ? "Lumen" : title;
    String other = words(20);
    String text = (othersHeading.isEmpty() ? "" : "<h1>" + othersHeading + "</h1>") + template;
    String edited = text.replaceFirst(" [a-z]+ ", " another ");
    for (int own : new int[] {0, 1, 5, 40}) {
      List<ComparedPage> shop = new ArrayList<>();
      List<ComparedPage> more = new ArrayList<>();
      for (int i = 0; i < PRODUCTS; i++) {
        String main = (own < 40 ? "<p>" + words(own) + "</p>" : blocks(own / 10)) + template;
        shop.add(namedProduct(title, heading, main));
        more.add(namedProduct(title, heading, main));
      }
      for (String foreign : List.of(text, edited)) {
        ComparedPage page = page("https://foreign.example/x", called, NAV, foreign, other);
        assertThat(droppedByOthers(List.of(page), shop)).isLessThanOrEqualTo(MOST_DROPPED);
        more.add(page);
        assertThat(droppedByOthers(more, shop)).as("in the middle").isZero();
      }
    }
  }

  /**
   * Found: two shops of one template whose titles are those of ten categories. Each title was taken
   * for a product's name until its own site had shown two or three products of it.
   */
  @ParameterizedTest
  @CsvSource({"2, 20", "2, 40", "5, 20", "5, 40"})
  void shouldKeepAShopThatCallsProductsAsAnotherShopDoes(int words, int own) throws Exception {
    List<String> titles = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      titles.add(words(words));
    }
    String nav = "<p>" + words(60) + "</p>";
    List<ComparedPage> shop = productsOf("lumen", titles, nav, own);
    assertThat(dropped(shop, productsOf("umbra", titles, nav, own)))
        .isLessThanOrEqualTo(2 * MOST_DROPPED);
    List<ComparedPage> mirrored = new ArrayList<>();
    List<ComparedPage> mirror = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      String title = titles.get(i % titles.size());
      String text = shopText(own);
      mirrored.add(page("https://lumen.example/p/" + i, title, nav, text, "Lumen"));
      String other = "<p>" + words(60) + "</p>";
      mirror.add(page("https://mirror.example/p/" + i, title, other, text, "Mirror"));
    }
    assertThat(dropped(mirrored, mirror))
        .as("in another frame")
        .isGreaterThanOrEqualTo(PRODUCTS / 2);
  }

  private List<ComparedPage> productsOf(String host, List<String> titles, String nav, int own)
      throws Exception {
    List<ComparedPage> products = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      String url = "https://" + host + ".example/p/" + i;
      products.add(page(url, titles.get(i % titles.size()), nav, shopText(own), host));
    }
    return products;
  }

  private ComparedPage namedProduct(String title, String heading, String text) throws Exception {
    String name = words(2);
    String main = "<h1>" + heading.formatted(name) + "</h1>" + text;
    return productOf("lumen", title.formatted(name), offset++, main);
  }

  private List<ComparedPage> productsOfBlocks(String host, String title, int blocks)
      throws Exception {
    List<ComparedPage> products = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      products.add(productOf(host, title, offset++, blocks(blocks) + template));
    }
    return products;
  }

  /** Blocks that are too short for the main text. */
  private String blocks(int count) {
    StringBuilder blocks = new StringBuilder();
    for (int i = 0; i < count; i++) {
      blocks.append("<p>").append(words(5)).append("</p>");
    }
    return blocks.toString();
  }

  /** One page at many addresses is no template: all but one are copies, whichever is first. */
  @ParameterizedTest
  @ValueSource(strings = {"Lumen", SHOP})
  void shouldDropAPageOfManyAddressesThatAnotherSiteHas(String title) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    String text = shopText(5);
    for (int i = 0; i < PRODUCTS; i++) {
      pages.add(productOf("lumen", title, i, text));
    }
    ComparedPage original = page("https://foreign.example/x", title, template);
    assertThat(dropped(List.of(original), pages)).isGreaterThanOrEqualTo(PRODUCTS - 1);
  }

  private String shopText(int own) {
    return "<p>" + words(own) + "</p>" + template;
  }

  private ComparedPage productOf(String host, String title, int i, String main) throws Exception {
    return page("https://" + host + ".example/p/" + i, title, main);
  }

  private List<ComparedPage> productsOf(String host, String title, int own) throws Exception {
    List<ComparedPage> products = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      String name = words(2);
      products.add(productOf(host, title.formatted(name), offset++, shopText(own)));
    }
    return products;
  }

  /** Decides on pages in order; how many of the later ones are dropped. */
  private static int dropped(List<ComparedPage> before, List<ComparedPage> pages) {
    return dropped(before, pages, leader -> true);
  }

  /** The same, but those that their own site's pages drop, too, don't count. */
  private static int droppedByOthers(List<ComparedPage> before, List<ComparedPage> pages) {
    String own = HttpUrl.site(pages.get(0).url());
    return dropped(before, pages, leader -> !HttpUrl.site(leader.url()).equals(own));
  }

  private static int dropped(
      List<ComparedPage> before, List<ComparedPage> pages, Predicate<ComparedPage> counts) {
    SiteEvidence sites = new SiteEvidence(SiteEvidence.Store.inMemory());
    List<ComparedPage> kept = new ArrayList<>();
    before.forEach(page -> kept.add(sites.enter(page)));
    int dropped = 0;
    for (ComparedPage each : pages) {
      ComparedPage page = sites.enter(each);
      dropped += copies(List.of(page), kept.stream().filter(counts).toList());
      if (copies(List.of(page), kept) == 0) {
        kept.add(page);
      }
    }
    return dropped;
  }

  /**
   * An article that a site of many articles has from another site: in another frame, or under
   * another headline.
   */
  @ParameterizedTest
  @CsvSource({
    "Rivers of the north rise again, Mirror, 0",
    "Water after a long winter, Mirror, 0",
  })
  void shouldDropAnArticleOfAnotherSiteInAnotherFrame(String headline, String suffix, int more)
      throws Exception {
    String title = "Rivers of the north rise again";
    String text =
        "<p>"
            + title
            + " after a long winter of water.</p><p>"
            + String.join("</p><p>", words(120), words(120), words(120), words(120))
            + "</p>";
    String main = "<h1>" + title + "</h1>" + text;
    ComparedPage original = page("https://lumen.example/news/1", title + " - Lumen", main);
    List<ComparedPage> articles = new ArrayList<>();
    articles.add(original);
    for (int i = 0; i < PRODUCTS; i++) {
      String other = words(5);
      String url = "https://mirror.example/2019/05/" + i;
      articles.add(page(url, other + " - Mirror", "<h1>" + other + "</h1><p>" + words(400)));
    }
    String copy = "<h1>" + headline + "</h1>" + text + "<p>" + words(more) + "</p>";
    String nav = "<p>" + words(30) + "</p>";
    String url = "https://mirror.example/2019/05/rivers";
    ComparedPage page = page(url, headline + " - " + suffix, nav, copy, words(20));
    assertThat(dropped(articles, List.of(page))).isOne();
  }

  /** An event that comes again under one title: the date is in the text, and the address is new. */
  @ParameterizedTest
  @CsvSource({
    "/events/1699/, /events/1700/",
    "/events/4775/print, /events/4773/print",
    "/events/repair-cafe-in-our-hall-4, /events/repair-cafe-in-our-hall",
    "/events/repair-cafe-in-our-hall/2019-10-10/, /events/repair-cafe-in-our-hall/2019-11-21/",
    "/?p=2671, /?p=2662",
  })
  void shouldKeepEventsOfOtherDates(String address, String other) throws Exception {
    String title = "Repair cafe in our hall";
    String text = words(60);
    ComparedPage event = event(address, title, text, "Tuesday 19 May at 7.30");
    assertThat(copies(List.of(event), List.of(event(other, title, text, "Tuesday 16 June at 8"))))
        .isZero();
    String date = "Tuesday 19 May at 7.30";
    assertThat(copies(List.of(event), List.of(event(other, title, text + "</p><p>Come!", date))))
        .isOne();
  }

  /** Sizes of a product or flats of a house: title, heading and words agree, numbers do not. */
  @ParameterizedTest
  @CsvSource({
    "/flats/one, /flats/two, 'at 480 euro, 41 square metres', 'at 615 euro, 58 square metres', 0",
    "/flat.php?id=7, /flat.php?id=8, 'at 480 euro, 41 square metres', 'at 615 euro, 58 square metres', 0",
    "/flats/one, /flats/two, at 480 euro, at 615 euro, 0", // one number is a price
    "/events/16, /events/17, on Tuesday 12 May, on Tuesday 19 May, 0",
    "/events/16/print, /events/17/print, on Tuesday 12 May, on Tuesday 19 May, 0",
    "/events/16, /events/17, on Tuesday 12 May, on Tuesday 12 May, 1",
    "/1.2/flats/one, /1.3/flats/one, 'at 480 euro, 41 square metres', 'at 615 euro, 58 square metres', 1",
  })
  void shouldKeepItemsThatDifferInNumbers(
      String address, String other, String numbers, String others, int copies) throws Exception {
    String title = "A light flat with a balcony in our house";
    String text = words(60);
    List<ComparedPage> first = List.of(event(address, title, text, numbers));
    assertThat(copies(first, List.of(event(other, title, text, others)))).isEqualTo(copies);
  }

  /** Two days of a calendar on which nothing happens, or two matches, have nearly one text. */
  @ParameterizedTest
  @CsvSource({
    "/events/2022-05-12/, Events for 12 May, /events/2022-05-14/, Events for 14 May, 0",
    "/match/45680/status, Semi final 2, /match/45679/status, Semi final 1, 0",
    "/tag/rivers/, Rivers, /tag/lakes/, Lakes, 1", // one list
    "/2022-05/, Events of 2022, /2022-05-14/, Events for 14 May 2022, 1", // a month with one day
  })
  void shouldKeepOthersOfASeries(
      String address, String title, String other, String otherTitle, int dropped) throws Exception {
    List<ComparedPage> site = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      site.add(page("https://hall.example/news/" + words(1), words(5), "<p>" + words(200)));
    }
    String text = "<p>Rivers, lakes, semi final, events of and for May. " + words(200);
    site.add(page("https://hall.example" + other, otherTitle, text + " 480 times</p>"));
    ComparedPage page = page("https://hall.example" + address, title, text + " 480 times</p>");
    assertThat(dropped(site, List.of(page))).isEqualTo(dropped);
  }

  /** Two photographs of a gallery may have one text. */
  @ParameterizedTest
  @CsvSource({
    "/photo/one, <img src=/big/one.jpg>, /photo/two, <img src=/big/two.jpg>, 0",
    "/photo/1, <img src=one.jpg>, /photo/2, <img data-src=two.jpg src=blank.gif>, 0",
    "/photo?id=1, <img src=one.jpg>, /photo?id=2, <img src=two.jpg>, 0",
    "/photo/one, <a href=big.jpg><img src=one.jpg></a>, /photo/two, <a href=b.jpg><img src=two.jpg></a>, 0",
    "/photo/one, <img src=one.jpg>, /2024/one.html, <img src=/cache/one-300x200.jpg>, 1", // one
    // picture
    "/photo/one, <img src=one.jpg>, /photo/two, '', 1", // printed, perhaps
    "/photo/one, <a href=/next><img src=one.jpg></a>, /photo/two, <a href=/next><img src=two.jpg></a>, 1",
    "/photo/one, <img src=count.php?1>, /photo/two, <img src=hit.php?2>, 1",
    "/one, <iframe src=//v.example/embed/uH7></iframe>, /two, <iframe src=//v.example/embed/k3></iframe>, 0",
    "/one, <iframe src=https://s.example/table?id=1></iframe>, /two, <iframe src=https://s.example/table?id=2></iframe>, 0",
    "/one, <iframe src=//s.example/like?u=http%3A%2F%2Fa.example&w=9></iframe>, /two, <iframe src=//s.example/like?u=http%3A%2F%2Fb.example&w=9></iframe>, 1",
    "/one, <iframe src=/map-1></iframe>, /two, <iframe src=/map-2></iframe>, 1", // of the site
    "/one, <img src=/scaled?url=%2Fup%2Fone.jpg&w=640>, /two, <img src=/scaled?url=%2Fup%2Ftwo.jpg&w=640>, 0",
    "/one, <img src=/scaled?w=9&f=/up/one.jpg>, /two, <img src=https://cdn.example/up/one-300x200.jpg>, 1",
    "/one, <meta property=og:image content=https://a.example/one.jpg>, /two, <meta name=twitter:image content=/two.jpg>, 0",
    "/one, <meta property=og:image content=https://a.example/one.jpg>, /two, <img src=/one.jpg>, 1",
    "/one, <a href=/one/mp3/01.mp3>1</a>, /two, <a href=/two/mp3/01.mp3>1</a>, 0",
    "/one, <a href=https://a.example/up/One.pdf>1</a>, /two, <a href=../up/one.pdf?size=4>1</a>, 1",
    "/one, <audio src=one.mp3></audio>, /two, <video src=two.mp4></video>, 0",
    "/photo/one, <img src=one.jpg>, /photo/one?utm_source=a, <img src=two.jpg>, 1", // one address
  })
  void shouldKeepPagesOfOtherPictures(
      String address, String picture, String other, String otherPicture, int copies)
      throws Exception {
    String title = "The summer party of our school in the old hall";
    String text = "<p>" + words(80) + "</p>";
    ComparedPage page = page("https://hall.example" + address, title, picture + text);
    ComparedPage next = page("https://hall.example" + other, title, otherPicture + text);
    assertThat(copies(List.of(page), List.of(next))).isEqualTo(copies);
  }

  /** Found: cartoons of two months, and reports of two years, that a page shows beside all text. */
  @ParameterizedTest
  @CsvSource({"april.gif, may.gif, 0", "april.gif, april.gif, 1", "april.gif, '', 1"})
  void shouldKeepPagesOfTwoNamesThatShowTwoPicturesAnywhere(
      String picture, String other, int copies) throws Exception {
    String text = "<article><p>" + words(80) + "</p></article>";
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < PRODUCTS; i++) {
      pages.add(page("https://hall.example/news/" + i, words(5), "<p>" + words(200) + "</p>"));
    }
    for (String[] one : new String[][] {{"May", other}, {"April", picture}}) {
      String title = "The cartoon of the month of " + one[0];
      String aside = "<aside><p>Our cartoon</p><img src=" + one[1] + "></aside>";
      pages.add(page("https://hall.example/cartoon-" + one[0], title, aside, text, ""));
    }
    int last = pages.size() - 1;
    assertThat(dropped(pages.subList(0, last), pages.subList(last, last + 1))).isEqualTo(copies);
  }

  /** What a site shows beside its text may change from page to page. */
  @Test
  void shouldDropCopiesUnderAnotherPictureOfTheSite() throws Exception {
    String title = "The summer party of our school in the old hall";
    String text = "<article><h1>" + title + "</h1><p>" + words(80) + "</p></article>";
    List<ComparedPage> pages = new ArrayList<>();
    for (String day : List.of("one", "two")) {
      String head = "<header><p>School of the north</p><img src=" + day + ".jpg></header>";
      pages.add(page("https://hall.example/" + day, title, head, text, ""));
    }
    assertThat(copies(pages.subList(0, 1), pages.subList(1, 2))).isOne();
  }

  /** Copies of one page say other dates, too: in two releases, or at one address. */
  @ParameterizedTest
  @CsvSource({
    "/guide-1.2/repair/cafe.html, /guide-1.3/repair/cafe.html, 60",
    "/en/repair/cafe.html, /de/repair/cafe.html, 60",
    "/repair/cafe.html?sid=0f4a9c11e27b5d60, /repair/cafe.html?sid=93bd7710c4e8a25f, 60",
  })
  void shouldDropCopiesThatSayAnotherDate(String address, String other, int length)
      throws Exception {
    String title = "How to repair things in our hall";
    String text = words(length);
    ComparedPage page = event(address, title, text, "2024");
    assertThat(copies(List.of(page), List.of(event(other, title, text, "2025")))).isOne();
  }

  private ComparedPage event(String address, String title, String text, String date)
      throws Exception {
    String main = "<h1>" + title + "</h1><p>On " + date + " we meet.</p><p>" + text + "</p>";
    return page("https://hall.example" + address, title + " - The hall", main);
  }
}
