package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.SitePairs;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteEvidenceTest {

  private static final DetectorSettings DETECTOR = DetectorSettings.DEFAULT;
  private static final String SITE = "https://shop.example/";

  private final PageFingerprinter fingerprinter = new PageFingerprinter(FingerprintSettings.RAW);
  private final SplittableRandom random = new SplittableRandom(71);
  private final SiteEvidence.Store records = SiteEvidence.Store.inMemory();
  private final SiteEvidence sites = new SiteEvidence(records);
  private long offset;

  private String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      for (int left = random.nextInt(9_000) + 500; left > 0; left /= 70) {
        words.append("bdfgklmnprstvz".charAt(left % 14)).append("aeiou".charAt(left / 14 % 5));
      }
    }
    return words.toString();
  }

  private ComparedPage page(String url, String title, String text) throws Exception {
    return html(
        url, "<title>%s</title><main><h1>%s</h1><p>%s</p></main>".formatted(title, title, text));
  }

  private ComparedPage html(String url, String html) throws Exception {
    return ComparedPage.of(
        ScopeKey.NONE,
        offset,
        FingerprintCodec.encode(
            fingerprinter
                .fingerprint(
                    url.getBytes(UTF_8),
                    html.getBytes(UTF_8),
                    name -> name.equals("content-type") ? "text/html".getBytes(UTF_8) : null,
                    new Coordinates(0, offset++),
                    0)
                .fingerprint()));
  }

  private Identity identity(String url, String other, String title, String text) throws Exception {
    return sites.informed(page(url, title, text)).identity(page(other, title, text));
  }

  @Test
  void shouldLearnThatAParameterLeadsToTheSamePages() throws Exception {
    assertThat(identity(SITE + "lamp?cart=1", SITE + "lamp?cart=2", "Lamp", words(200)))
        .isEqualTo(Identity.OTHER);
    for (int i = 0; i < 4; i++) {
      String title = words(2);
      String text = words(200);
      sites.enter(page(SITE + "p" + i, title, text));
      sites.enter(page(SITE + "p" + i + "?cart=" + i, title, text));
      sites.enter(page(SITE + "p" + i + "?cart=10" + i, title, text));
    }
    assertThat(identity(SITE + "lamp?cart=1", SITE + "lamp?cart=2", "Lamp", words(200)))
        .isEqualTo(Identity.SAME);
    assertThat(identity(SITE + "lamp?cart=1", SITE + "lamp", "Lamp", words(200)))
        .isEqualTo(Identity.SAME);
    assertThat(identity(SITE + "lamp?id=1", SITE + "lamp?id=2", "Lamp", words(200)))
        .isEqualTo(Identity.OTHER);
    String other = "https://other.example/";
    assertThat(identity(other + "lamp?cart=1", other + "lamp?cart=2", "Lamp", words(200)))
        .isEqualTo(Identity.OTHER);
  }

  @Test
  void shouldLearnThatAFolderHoldsOtherTermsOfTheSamePages() throws Exception {
    String title = "Course policies and grades";
    String url = SITE + "%s/%s";
    for (String course : List.of("a", "b", "c")) {
      for (String term : List.of("autumn", "spring", "summer")) {
        sites.enter(page(url.formatted(term, course), course + " " + title, words(100)));
      }
    }
    // of all pages of a folder the text differs, as if they were those of one list
    String text = words(100);
    assertThat(identity(url.formatted("autumn", "x"), url.formatted("spring", "x"), title, text))
        .isEqualTo(Identity.ALIKE);
    for (String course : List.of("d", "e", "f", "g", "h", "i", "j")) {
      String same = words(100);
      for (String term : List.of("autumn", "spring", "summer")) {
        sites.enter(page(url.formatted(term, course), course + " " + title, same));
      }
    }
    assertThat(identity(url.formatted("autumn", "x"), url.formatted("spring", "x"), title, text))
        .isEqualTo(Identity.SAME);
  }

  @Test
  void shouldNotTakeThePagesOfAListForOneAnother() throws Exception {
    for (int list = 0; list < 4; list++) {
      for (int i = 1; i < 5; i++) {
        String url = SITE + "list" + list + "?page=" + i;
        sites.enter(page(url, "All that we have", words(200)));
      }
    }
    String text = words(200);
    assertThat(identity(SITE + "x?page=2", SITE + "x?page=3", "All that we have", text))
        .isEqualTo(Identity.OTHER);
  }

  @Test
  void shouldCountOneAddressAFewTimesOnly() throws Exception {
    String title = words(4);
    String text = words(200);
    for (int i = 0; i < 100; i++) {
      sites.enter(page(SITE + "mine?n=" + i, title, text));
    }
    ComparedPage page = sites.informed(page(SITE + "x?n=1", title, text));
    ComparedPage other = page(SITE + "x?n=2", title, text);
    assertThat(page.shownBySite(other)).isEqualTo(new SitePairs(8, 8, 8));
  }

  private static String decision(Decider decider, ComparedPage page) {
    Verdict verdict = decider.decide(0, page);
    return verdict.decision()
        + (verdict.evidence() == null ? "" : " " + verdict.evidence().siteTexts());
  }

  /** A blog: posts, and lists of one post each under several tags, which its text names. */
  private List<ComparedPage> blog(int posts) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < posts; i++) {
      String text = words(3_000);
      String[] tags = text.split(" ");
      pages.add(page(SITE + "posts/" + i, words(4), text));
      for (int tag = 0; tag < 3; tag++) {
        String name = tags[tag * 7];
        String list = "<p>%s</p><p>%s".formatted(text, tag == 2 ? "<a href=/x>more</a>" : "");
        pages.add(page(SITE + "tags/" + name, "Tag " + name, list));
      }
    }
    return pages;
  }

  @Test
  void shouldTakeOneListUnderTwoNamesForACopyWhereTextsAreOwn() throws Exception {
    List<ComparedPage> pages = blog(30);
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    List<String> decisions = new ArrayList<>();
    pages.forEach(page -> decisions.add(decision(decider, page)));
    assertThat(decisions.subList(0, 24)).as("as long as little is known").containsOnly("UNIQUE");
    for (int post = 20; post < 30; post++) {
      assertThat(decisions.subList(4 * post + 2, 4 * post + 4))
          .allSatisfy(each -> assertThat(each).startsWith("DUPLICATE SiteTexts[names="));
    }
  }

  /** A decider that knows a site of other pages, and has seen one more page. */
  private Decider after(ComparedPage page) throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    enterOtherPages(decider, 60);
    decider.decide(0, page);
    return decider;
  }

  /** Found: in a short list the name of a tag is enough to make two SimHashes unlike. */
  @Test
  void shouldTakeAShortListUnderTwoNamesForACopy() throws Exception {
    String list = words(36);
    ComparedPage first = page(SITE + "tags/sconces", "Posts on sconces", list);
    ComparedPage second = page(SITE + "tags/candles", "Posts on candles", list);
    assertThat(Nearness.of(second, first).distance()).isGreaterThan(3);
    assertThat(decision(after(first), second)).startsWith("DUPLICATE SiteTexts[names=");
  }

  /** Found: what a list is called stands in a second heading and in the data of a script, too. */
  @ParameterizedTest
  @CsvSource({
    "<h2>Archive of %s</h2>, DUPLICATE",
    "<script type=application/ld+json>{\"name\": \"All our posts on %s and more\"}</script>, DUPLICATE",
    "<p>All that we have on %s is here and nowhere else on this site</p>, UNIQUE",
  })
  void shouldTakeAListForACopyThatSaysItsNameInAnotherPlace(String element, String decision)
      throws Exception {
    String list =
        "<title>Posts on %1$s</title>"
            + element
            + "<main><h1>Posts on %1$s</h1><p>"
            + words(150)
            + "</main>";
    ComparedPage first = html(SITE + "tags/sconces", list.replaceAll("%(1\\$)?s", "sconces"));
    ComparedPage second = html(SITE + "tags/candles", list.replaceAll("%(1\\$)?s", "candles"));
    assertThat(decision(after(first), second)).startsWith(decision);
  }

  @Test
  void shouldTakeTheOnlyDayOfAMonthForThatMonth() throws Exception {
    String list = words(36);
    ComparedPage month = page(SITE + "2013/05", "May 2013", list);
    ComparedPage day = page(SITE + "2013/05/07", "7 May 2013", list);
    assertThat(decision(after(month), day)).startsWith("DUPLICATE");
    assertThat(decision(after(day), month)).startsWith("DUPLICATE");
  }

  @Test
  void shouldKeepAShortTextUnderTwoNamesIfManyNamesHaveASimilarOne() throws Exception {
    String frame = words(36);
    Decider decider = after(page(SITE + "makers/0", words(6), frame));
    List<String> decisions = new ArrayList<>();
    for (int i = 1; i < 60; i++) {
      decisions.add(decision(decider, page(SITE + "makers/" + i, words(6), frame)));
    }
    assertThat(decisions.subList(8, 59)).containsOnly("UNIQUE");
  }

  @ParameterizedTest
  @CsvSource({
    "Lens fluid of 100 ml, Lens fluid of 300 ml, p, two sizes",
    "Dried milk, Dried cream, td, a table whose numbers may differ",
  })
  void shouldKeepAnItemWhoseNumbersMayDiffer(
      String title, String other, String element, String reason) throws Exception {
    String text = "</p><table><tr><%s>%s</table><p>".formatted(element, words(200));
    assertThat(decision(after(page(SITE + "milk", title, text)), page(SITE + "more", other, text)))
        .as(reason)
        .isEqualTo("UNIQUE");
  }

  @Test
  void shouldKeepPagesOfATemplateThatDifferInTheirNamesOnly() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String text = words(300);
    String[] names = text.split(" ");
    for (int i = 0; i < 250; i++) {
      String product = "Our " + names[i] + " for the " + names[i + 20] + " and more";
      assertThat(decision(decider, page(SITE + "products/" + names[i] + i, product, text)))
          .isEqualTo("UNIQUE");
    }
  }

  /** A site of other pages, so that it is known which titles are common there. */
  private void enterOtherPages(Decider decider, int pages) throws Exception {
    for (int i = 0; i < pages; i++) {
      decider.decide(0, page(SITE + "posts/" + words(2), words(4), words(200)));
    }
  }

  /** A page whose main text is followed by other text, such as which page of how many it is. */
  private ComparedPage framed(String url, String title, String text, String frame)
      throws Exception {
    return page(url, title, text + "</p></main><footer>" + frame + "</footer><main><p>");
  }

  @Test
  void shouldTakePagesOfARareTitleForOneItem() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String text = words(25);
    String url = SITE + "users/bodo/index-page=";
    decider.decide(0, framed(url + "1.html", "bodo", text, "first of them"));
    assertThat(decision(decider, framed(url + "2.html", "bodo", text, "second of them")))
        .as("as long as little is known")
        .isEqualTo("UNIQUE");
    enterOtherPages(decider, 40);
    assertThat(decision(decider, framed(url + "3.html", "bodo", text, "third of them")))
        .startsWith("DUPLICATE");
    assertThat(decision(decider, framed(url + "4.html", "bodo", text, words(20))))
        .as("words are lost")
        .isEqualTo("UNIQUE");
  }

  private static final String FORM =
      "<title>%s</title><footer>%s</footer><main><h1>Lamps are lit</h1><p>%s</p></main>";

  /** Found: print and AMP versions, in another frame, whose titles lack the name of their site. */
  @ParameterizedTest
  @CsvSource({
    "story/7, story/7/print, Lamps are lit",
    "story/7, story/7?print=1, Lamps are lit",
    "story.php?id=7, print.php?id=7, Lamps are lit",
    "story/7, index.php?action=print;story=7, Lamps are lit",
    "story/7, story/7/amp, Lamps are lit | The Daily Lamp",
    "story/7, story/7.md, The Daily Lamp: Lamps are lit",
  })
  void shouldTakeAPageInAnotherFrameForTheSameItemWhereTextsAreOwn(
      String url, String other, String title) throws Exception {
    String text = words(150);
    String page = FORM.formatted("Lamps are lit | The Daily Lamp", words(70), text);
    String print = FORM.formatted(title, words(12), text);
    assertThat(afterOtherPages(SITE + url, page, SITE + other, print)).startsWith("DUPLICATE");
    assertThat(afterOtherPages(SITE + other, print, SITE + url, page)).startsWith("DUPLICATE");
  }

  /** Found: print versions on a site whose scripts have the same long messages on all pages. */
  @Test
  void shouldTellFramesApartByWhatIsSeen() throws Exception {
    String text = words(150);
    String data = "<script>var messages = [\"" + words(200) + ".\"]</script>";
    String page = FORM.formatted("Lamps are lit", words(70), text) + data;
    String print = FORM.formatted("Lamps are lit", words(12), text) + data;
    assertThat(afterOtherPages(SITE + "story/7", page, SITE + "story/7/print", print))
        .startsWith("DUPLICATE");
  }

  /** The decision on a page, after another one and a site of other pages. */
  private String afterOtherPages(String url, String html, String laterUrl, String later)
      throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    decider.decide(0, html(url, html));
    enterOtherPages(decider, 40);
    return decision(decider, html(laterUrl, later));
  }

  @ParameterizedTest
  @CsvSource({
    "events/lamps, events/lamps-12, Lamps are lit on 12 May | The Daily Lamp, 70, other numbers",
    "events/7, events/8, Lamps are lit, 70, two numbers",
    "events?id=7, events?id=8, Lamps are lit, 70, two values",
    "events/lamps, events/lamps/page/2/, Lamps are lit, 70, two pages of a list",
    "events/lamps, events/moss, Moss is grown, 70, another name",
    "'', events/lamps, Lamps are lit, 70, the home page",
    "events/lamps, events/lamps-red, Lamps are lit, 20, nearly the same frame",
    "events/lamps, events/lamps-red, Lamps are lit, 200, more than the text is lost",
  })
  void shouldNotTakeAnotherItemOfOneTextForTheSame(
      String url, String other, String title, int own, String why) throws Exception {
    String text = words(150);
    String frame = words(60) + "</footer><footer>";
    String page = FORM.formatted("Lamps are lit | The Daily Lamp", frame + words(12), text);
    String around = own == 20 ? frame + words(own) : words(own);
    String html = FORM.formatted(title, around, text);
    if (title.startsWith("Moss")) {
      html = html.replace("<h1>Lamps are lit", "<h1>" + title);
    }
    assertThat(afterOtherPages(SITE + url, page, SITE + other, html)).as(why).isEqualTo("UNIQUE");
  }

  /** Found: pages of a post's comments, whose canonical link names the post. */
  @Test
  void shouldKeepAPageOfOtherComments() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String title = "Lamps are lit | The Daily Lamp";
    String link = "<link rel=canonical href=" + SITE + "story/lamps/>";
    String text = words(400);
    decider.decide(0, html(SITE + "story/lamps/", FORM.formatted(title, words(200), text)));
    String comments = FORM.formatted(title, words(200), text);
    assertThat(decision(decider, html(SITE + "story/lamps/comment-page-8/", link + comments)))
        .isEqualTo("UNIQUE");
  }

  @Test
  void shouldTakeAPageInAnotherFrameForTheOneThatItsCanonicalLinkNames() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String text = words(150);
    String title = "Lamps are lit | The Daily Lamp";
    String link = "<link rel=canonical href=" + SITE + "story/lamps/>";
    decider.decide(0, html(SITE + "story/lamps/", FORM.formatted(title, words(70), text)));
    String amp = FORM.formatted(title, words(40), text);
    assertThat(decision(decider, html(SITE + "story/lamps/v/", amp))).isEqualTo("UNIQUE");
    assertThat(decision(decider, html(SITE + "story/lamps/amp/", link + amp)))
        .startsWith("DUPLICATE");
  }

  @Test
  void shouldNotTakePagesOfACommonTitleForOneItem() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String title = "A letter to all our tenderers";
    String text = words(250);
    String url = SITE + "tenders/letter-";
    decider.decide(0, page(url + "a", title, text + " " + words(8)));
    assertThat(decision(decider, page(url + "b", title, text)))
        .as("as long as little is known")
        .startsWith("DUPLICATE");
    enterOtherPages(decider, 40);
    for (int i = 0; i < 9; i++) {
      decider.decide(0, page(url + "x" + i, title, words(200)));
    }
    assertThat(decision(decider, page(url + "c", title, text))).isEqualTo("UNIQUE");
  }

  /** Found: the pages of a newsletter that were scanned, with the month in their titles. */
  @Test
  void shouldNotDropAShortTextOfAnotherName() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    String title = "<title>Page 6, January %s</title><main>next page</main>";
    String url = SITE + "e-letter_%s_01/page-6.html";
    for (String year : List.of("2018", "2019")) {
      assertThat(decision(decider, html(url.formatted(year), title.formatted(year))))
          .isEqualTo("UNIQUE");
    }
    assertThat(decision(decider, html(url.formatted("2020"), title.formatted("2018"))))
        .startsWith("DUPLICATE");
  }

  @Test
  void shouldNotTakeOnePageOfAListForAnother() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    enterOtherPages(decider, 40);
    String text = words(600) + "</p><p>%s</p><p>" + words(600);
    String list = SITE + "pictures/page/";
    decider.decide(0, page(list + "1.html", "Saou", text.formatted("picture one")));
    assertThat(decision(decider, page(list + "2.html", "Saou", text.formatted("picture two"))))
        .isEqualTo("UNIQUE");
    assertThat(decision(decider, page(SITE + "tags/saou", "Saou", text.formatted("picture six"))))
        .as("the same list under another name")
        .startsWith("DUPLICATE");
  }

  /**
   * Found: the posts of a category and of an author, of which neither list says the other's name.
   */
  @ParameterizedTest
  @CsvSource({
    "'', '', DUPLICATE",
    "another, '', UNIQUE",
    "'', <img src=one.jpg>, UNIQUE",
    "'', <iframe src=//video.example/embed/uH7></iframe>, UNIQUE",
  })
  void shouldTakeOneListUnderTwoNamesForOne(String word, String picture, String decision)
      throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    enterOtherPages(decider, 40);
    String text = words(600);
    String more = text + "</p><p>" + words(4);
    decider.decide(0, page(SITE + "author/fox", "Posts of the grey fox", more));
    String list = "<title>All kinds of things</title><p>" + text + " " + word + "</p>" + picture;
    assertThat(decision(decider, html(SITE + "category/things", list))).startsWith(decision);
  }

  /** Found: a post and the list of a tag that has no other post, with a sidebar of their own. */
  @Test
  void shouldTakeOneTextUnderTwoNamesInTwoFramesForOne() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    enterOtherPages(decider, 40);
    String page = "<title>%s</title><main><p>" + words(100) + "</p></main><footer>%s</footer>";
    decider.decide(0, html(SITE + "fox", page.formatted("The grey fox", words(40))));
    assertThat(decision(decider, html(SITE + "tag/a", page.formatted("All kinds", ""))))
        .startsWith("DUPLICATE");
  }

  /** Items of a template differ by their names alone. */
  @Test
  void shouldNotTakeOneTextUnderManyNamesForOne() throws Exception {
    Decider decider = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    enterOtherPages(decider, 100);
    String text = words(200);
    for (int i = 0; i < 4; i++) {
      String own = words(6);
      decider.decide(0, page(SITE + "item/" + i, "The item " + words(1), text + own));
    }
    assertThat(decision(decider, page(SITE + "item/9", "The item " + words(1), text)))
        .isEqualTo("UNIQUE");
  }

  @Test
  @Tag("slow")
  void shouldNotCompareWithMoreOtherNamesThanASiteMayHave() throws Exception {
    String text = words(200);
    ComparedPage page = page(SITE + "x", "A name", text);
    for (int i = 0; i < 300; i++) {
      sites.enter(page(SITE + "a/" + words(2) + "/" + i, words(3), words(20)));
    }
    assertThat(sites.informed(page).site().texts().areOwn()).isTrue();
    for (int i = 0; i < 60_000; i++) {
      sites.enter(page(SITE + "b/" + i + "/" + i % 100, words(3), "b"));
    }
    assertThat(sites.informed(page).site().texts().areOwn()).isFalse();
  }

  @Test
  void shouldTakeBoundedRoomWhateverASiteHolds() throws Exception {
    String key = SiteEvidence.key(page(SITE, "Lamps", "b"));
    for (int i = 0; i < 3_000; i++) {
      String url =
          SITE + words(1) + "/" + words(1) + "/" + words(1) + "?" + words(1) + "=" + i + "&b=" + i;
      sites.enter(page(url, words(2), words(3)));
    }
    assertThat(records.site(key)).hasSizeLessThanOrEqualTo(9 + 1 + 1 + 32 * 10 + 192 * 27);
  }

  /** What is counted page by page is what is counted of a record that was read. */
  @Test
  void shouldKnowTheSameOfASiteHoweverItWasCounted() throws Exception {
    String common = words(20);
    for (int i = 0; i < 600; i++) {
      String url = SITE + random.nextInt(40) + "/" + random.nextInt(40) + "?n=" + random.nextInt(9);
      ComparedPage page =
          page(
              url,
              random.nextInt(3) == 0 ? "Common" : words(2),
              random.nextInt(3) == 0 ? common : words(20));
      KnownSite read = sites.informed(page).site();
      KnownSite counted = sites.enter(page).site();
      assertThat(counted.texts()).as(url).isEqualTo(read.texts());
      assertThat(counted.titles()).as(url).isEqualTo(read.titles());
      assertThat(counted.elsewhere()).as(url).isEqualTo(read.elsewhere());
    }
  }

  @Test
  void shouldRefuseWhatIsDamaged() throws Exception {
    ComparedPage page = page(SITE + "a/b", "A title", "b");
    String key = SiteEvidence.key(page);
    sites.enter(page);
    byte[] stored = records.site(key);
    for (int length = 0; length < stored.length; length++) {
      if ((length - 11) % 27 == 0 && length > 10) {
        continue; // fewer of the sample
      }
      records.putSite(key, Arrays.copyOf(stored, length));
      SiteEvidence again = new SiteEvidence(records);
      assertThatThrownBy(() -> again.enter(page)).isInstanceOf(IndexException.class);
    }
    stored[0] = 9;
    records.putSite(key, stored);
    assertThatThrownBy(() -> sites.informed(page))
        .hasMessage(
            "what was learned of a site is of version 9, but this is 2: start a new generation");
  }

  /** Also across a crash, after which pages are decided again from the last commit. */
  @Test
  void shouldDecideAsAScanOfAllPages(@TempDir Path folder) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (int item = 0; item < 100; item++) {
      String title = words(3);
      String text = words(150);
      for (int copy = 0; copy < 4; copy++) {
        String url = SITE + List.of("a", "b/amp").get(random.nextInt(2)) + "/" + item;
        String query = List.of("", "?cart=" + copy, "?id=" + copy, "?cart=1&x=2").get(copy);
        String edited = random.nextInt(3) == 0 ? text + " " + words(random.nextInt(20)) : text;
        pages.add(page(url + query, random.nextInt(5) == 0 ? words(3) : title, edited));
      }
    }
    pages.addAll(blog(50));
    Decider scan = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    List<Verdict.Decision> expected = new ArrayList<>();
    int bySite = 0;
    int others = 0;
    for (ComparedPage page : pages) {
      Verdict verdict = scan.decide(0, page);
      expected.add(verdict.decision());
      bySite += verdict.evidence() != null && verdict.evidence().site() != null ? 1 : 0;
      others += verdict.evidence() != null && verdict.evidence().siteTexts() != null ? 1 : 0;
    }
    assertThat(bySite).as("decided by what the site has shown").isGreaterThan(5);
    assertThat(others).as("copies under another name").isGreaterThan(50);
    List<Verdict.Decision> found = new ArrayList<>();
    TableIndex index = open(folder);
    Decider decider = new Decider(index, "combined", 1);
    for (ComparedPage page : pages.subList(0, 100)) {
      found.add(decider.decide(0, page).decision());
    }
    index.commit(100);
    index.flush();
    pages.subList(100, 270).forEach(page -> decider.decide(0, page));
    index.abandon();
    try (TableIndex again = open(folder)) {
      Decider next = new Decider(again, "combined", 1);
      for (ComparedPage page : pages.subList(100, pages.size())) {
        found.add(next.decide(0, page).decision());
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  private static TableIndex open(Path folder) {
    TableLayout layout = Detector.of(DETECTOR).layout(1_000);
    return TableIndex.open(folder, layout, RuleSettings.DEFAULT, 1 << 20);
  }
}
