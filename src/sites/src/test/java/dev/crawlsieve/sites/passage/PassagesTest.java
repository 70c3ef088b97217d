package dev.crawlsieve.sites.passage;

import static dev.crawlsieve.sites.passage.TestPages.page;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassagesTest {

  private static final String[] WORDS = {"one", "two", "three", "four", "five", "six", "seven"};

  /** The sites and the passages that the store has. */
  private static final int AT_START = 2;

  private final MemoryByteMap store = new MemoryByteMap();
  private final Map<String, Passage> known = new TreeMap<>();
  private final List<String> told = new ArrayList<>();
  private Passages passages = bounded(10, 100, 8_000);

  private Passages bounded(int sites, int pages, int window) {
    return new Passages(
        store,
        new PassageSettings(4, 0.3),
        new Passages.Bounds(sites, pages, window),
        (key, json) -> {
          if (json == null) {
            told.add("withdrawn");
            known.remove(key);
          } else {
            Passage passage = TestPages.passage(json);
            told.add(passage.text() + " " + passage.pages());
            known.put(key, passage);
          }
        });
  }

  private void take(SitePage page) {
    try {
      passages.observe(TestPages.sent(page, 0));
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> texts() {
    passages.evaluate(Integer.MAX_VALUE);
    return known.values().stream().map(Passage::text).sorted().toList();
  }

  private static String word(int number) {
    return Integer.toString(number + 1_000, 36).replaceAll("[0-9]", "x") + "y".repeat(number % 97);
  }

  @Test
  void whatIsOnEnoughPagesIsAPassageAndSaysWhere() {
    for (int i = 0; i < 5; i++) {
      String url = "https://a.example/" + WORDS[i];
      take(page(url, i * 1_000L, "Home", "*about " + WORDS[i], "Imprint"));
    }
    assertThat(texts()).containsExactly("Home", "Imprint");
    assertThat(known.values())
        .allSatisfy(
            passage -> {
              assertThat(passage.site()).isEqualTo("a.example");
              assertThat(passage.pages()).isEqualTo(5);
              assertThat(passage.share()).isEqualTo(1);
              assertThat(passage.first().url()).isEqualTo("https://a.example/one");
              assertThat(passage.last().time()).isEqualTo(4_000);
              assertThat(passage.section()).isEmpty();
            });
  }

  @Test
  void whatWasToldOfASiteCanBeReadFromTheStore() {
    for (int i = 0; i < 6; i++) {
      take(page("https://a.example/" + i, i < 5 ? "Some" : "*own", "All", "*it is " + word(i)));
      take(page("https://b.example/" + i, "Other", "*it is " + word(i)));
    }
    assertThat(Passages.told(store, "a.example")).isEmpty();
    assertThat(texts()).hasSize(3);
    assertThat(Passages.told(store, "a.example"))
        .extracting(Passage::text)
        .containsExactly("All", "Some");
    assertThat(Passages.told(store, "a")).isEmpty();
  }

  @Test
  void fewPagesOrASmallShareAreNotEnough() {
    for (int i = 0; i < 3; i++) {
      take(page("https://a.example/" + WORDS[i], "Home", "*about " + WORDS[i]));
    }
    assertThat(texts()).isEmpty();
    for (int i = 0; i < 20; i++) {
      take(page("https://b.example/" + i, i < 5 ? "Few" : "*own", "All", "*it is " + word(i)));
    }
    assertThat(texts()).containsExactly("All", "own");
  }

  /** A label of what follows, on each page: neither is it taken out. */
  @Test
  void whatStandsByItselfBetweenThePagesOwnLinesIsNone() {
    for (int i = 0; i < 9; i++) {
      String own = "*about " + word(i);
      take(
          page(
              "https://a.example/" + i,
              "*" + word(i),
              "Price",
              own,
              "Terms of all that is sold here",
              own + " more",
              "Menu",
              "Home",
              "Shop",
              own + " still more"));
    }
    assertThat(texts()).containsExactly("Home", "Menu", "Shop", "Terms of all that is sold here");
  }

  /** The outcome of a vote, before the site's frame; an answer among few. */
  @Test
  void whatFollowsThePagesOwnLinesInTheirMainTextIsNone() {
    for (int i = 0; i < 24; i++) {
      String own = word(i);
      take(
          page(
              "https://a.example/" + i,
              "Home",
              "*Debates of the house",
              "*On " + own,
              "*It was moved that " + own + " be built.",
              "Advertisement of what the site sells",
              "*Motion agreed to without a division.",
              i % 2 == 0 ? "*True" : "*False",
              "Terms of use",
              "Imprint"));
    }
    assertThat(texts())
        .containsExactly(
            "Advertisement of what the site sells",
            "Debates of the house",
            "Home",
            "Imprint",
            "Terms of use");
  }

  /** Debates that end in one of two outcomes, too short for the text that is compared. */
  @Test
  void whatEndsTheMainPartIsNone() throws BadPageException {
    for (int i = 0; i < 24; i++) {
      String url = "https://a.example/" + i;
      String html =
          "<title>%s</title><nav><ul><li><a href=/>Home</a><li><a href=/m>Members</a></ul></nav>"
              + "<main><h1>%s</h1><p>%s</p><p>%s</p></main><footer><p>Terms of use</p></footer>";
      Page page =
          Page.of(
              url,
              "text/html",
              "",
              Body.of(
                  html.formatted(
                      word(i),
                      word(i),
                      (word(i) + " was moved and seconded. ").repeat(9),
                      i % 2 == 0 ? "Motion agreed to." : "Motion rejected.")));
      PageText text = new TextExtractor(TextSettings.MAIN).extract(page);
      take(TestPages.page("a.example", url, url.hashCode(), 0, text));
    }
    assertThat(texts()).containsExactly("Home", "Members", "Terms of use");
  }

  /** As a table of properties. */
  @Test
  void threeLinesInARowOfTheMainTextArePassages() {
    for (int i = 0; i < 9; i++) {
      String own = "*about " + word(i);
      take(page("https://a.example/" + i, own, "*Size", "*Colour", "*Weight", "Home"));
    }
    assertThat(texts()).containsExactly("Colour", "Home", "Size", "Weight");
  }

  /** Three lines are, but not two, so none of them once one is alone on most pages. */
  @Test
  void whatStandsBesideLabelsAloneIsNone() {
    for (int i = 0; i < 9; i++) {
      String[] table = {"Size", "Colour", "Weight"};
      String[] apart = {"Size", "Colour", "*own " + word(i), "Weight"};
      List<String> lines = new ArrayList<>(List.of("*" + word(i)));
      lines.addAll(List.of(i < 4 ? table : apart));
      lines.add("*end of " + word(i));
      take(page("https://a.example/" + i, lines.toArray(String[]::new)));
    }
    assertThat(texts()).isEmpty();
  }

  @Test
  void pagesOfTheVersionBeforeAreReadAndNoOthers() throws UnreadableRecordException {
    byte[] sent = TestPages.sent(page("https://a.example/", "Home", "Imprint"), 0);
    sent[0] = 2;
    assertThat(SitePage.decode(sent, 0).isInMainPart(1)).isFalse();
    sent[0] = 1;
    assertThatThrownBy(() -> SitePage.decode(sent, 0))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("version 3");
  }

  @Test
  void aRefrainDoesNotCount() {
    String[] song = {"*a", "*la la la", "*b", "*la la la", "*c", "*la la la", "*d", "*la la la"};
    take(page("https://a.example/song", song));
    for (int i = 0; i < 4; i++) {
      take(page("https://a.example/" + WORDS[i], "*of " + WORDS[i]));
    }
    assertThat(texts()).isEmpty();
  }

  @Test
  void onePageMakesNoPassage() {
    for (int i = 0; i < 50; i++) {
      take(page("https://a.example/page", "Line", "*visit " + word(i))); // fetched again
      take(page("https://a.example/other?sid=" + i, "Other line", "*hits: " + i)); // other URLs
    }
    assertThat(texts()).isEmpty();
  }

  /** Each with a title of its own; other text that long makes another page. */
  @Test
  void onePageUnderOtherTitlesMakesNoPassage() {
    String article = "It is said of the badger that it digs. ".repeat(30);
    for (int i = 0; i < 9; i++) {
      take(titled(word(i), "Home", "*" + word(i), "*" + article));
    }
    assertThat(texts()).isEmpty();
    for (int i = 9; i < 18; i++) {
      take(titled(word(i), "Home", "*" + word(i), "*" + article + word(i)));
    }
    assertThat(texts()).containsExactly("Home");
    for (int i = 18; i < 27; i++) {
      take(titled(word(i), "Shop", "*" + word(i), "*short"));
    }
    assertThat(texts()).containsExactly("Home", "Shop");
  }

  private static SitePage titled(String title, String... lines) {
    PageText text = TestPages.text(title, lines);
    String url = "https://a.example/" + title;
    return TestPages.page("a.example", url, url.hashCode(), 0, text);
  }

  @Test
  void pagesOfASectionSaySo() {
    for (int i = 0; i < 6; i++) {
      take(page("https://a.example/blog/2024/" + WORDS[i], "Blog", "All", "*of " + WORDS[i]));
      take(page("https://a.example/shop/" + WORDS[i], "All", "*buy " + WORDS[i]));
    }
    assertThat(texts()).containsExactly("All", "Blog");
    assertThat(known.values())
        .extracting(Passage::section)
        .containsExactlyInAnyOrder("", "/blog/2024/");
  }

  /** As a menu of all sections, or a form of all countries, has. */
  @Test
  void theMiddleOfALongFrameIsFound() {
    for (int i = 0; i < 6; i++) {
      int page = i;
      String[] lines =
          IntStream.range(0, 480)
              .mapToObj(line -> line < 100 ? "*" + word(page * 100 + line) : "Country " + line)
              .toArray(String[]::new);
      take(page("https://a.example/" + i, lines));
    }
    assertThat(texts()).hasSize(380).contains("Country 240");
  }

  @Test
  void codeDoesNotCount() {
    for (int i = 0; i < 6; i++) {
      var text = TestPages.text("", "*of " + WORDS[i]);
      var blocks = new dev.crawlsieve.core.page.PageBlocks.Builder(10);
      blocks.add("}".getBytes(UTF_8), 0, 1, dev.crawlsieve.core.page.BlockKind.CODE, true);
      blocks.add(WORDS[i].getBytes(UTF_8), 0, 3, dev.crawlsieve.core.page.BlockKind.TEXT, true);
      var with =
          new dev.crawlsieve.core.page.PageText(
              text.title(),
              "",
              text.compared(),
              text.rest(),
              "",
              text.charset(),
              false,
              false,
              "",
              "",
              blocks.build());
      take(TestPages.page("a.example", "https://a.example/" + i, i, 0, with));
    }
    assertThat(texts()).isEmpty();
  }

  @Test
  void tellsAgainWithTwiceThePagesAndWhenItIsNone() {
    passages = bounded(10, 100, 80);
    for (int i = 0; i < 80; i++) {
      take(page("https://a.example/" + i, "Home", "*of " + word(i)));
      passages.evaluate(1);
    }
    assertThat(told).containsExactly("Home 4", "Home 8", "Home 16", "Home 32", "Home 64");
    for (int i = 80; i < 180; i++) {
      take(page("https://a.example/" + i, "Start", "*of " + word(i)));
      passages.evaluate(1);
    }
    assertThat(texts()).containsExactly("Start");
    assertThat(told).contains("withdrawn");
  }

  @Test
  void anotherInstanceGoesOnWithTheStore() {
    for (int i = 0; i < 3; i++) {
      take(page("https://a.example/" + i, "Home", "*of " + word(i)));
    }
    passages = bounded(10, 100, 8_000);
    take(page("https://a.example/" + 3, "Home", "*of " + word(3)));
    assertThat(texts()).containsExactly("Home");
  }

  @Test
  void aHostileSiteIsBoundedAndChangesNothingOfOthers() {
    for (int i = 0; i < 6; i++) {
      take(page("https://good.example/" + i, "Home", "*of " + word(i)));
    }
    assertThat(texts()).containsExactly("Home");
    for (int i = 0; i < 300; i++) {
      int page = i;
      String[] lines =
          IntStream.range(0, 4_000)
              .mapToObj(line -> "x".repeat(40) + page + "/" + line)
              .toArray(String[]::new);
      lines[0] = "Home";
      SitePage sent = page("https://bad.example/" + i, lines);
      assertThat(TestPages.sent(sent, 0).length).isLessThan(SitePage.MOST_BYTES);
      assertThat(sent.blocks()).isEqualTo(ChosenLines.MOST);
      take(sent);
    }
    assertThat(known.keySet()).hasSize(1); // main texts of bad.example are empty: one page
    long[] bytes = {0};
    store.scan(new byte[] {'p'}, (key, value) -> bytes[0] += value.length);
    assertThat(bytes[0]).isLessThan(107L * SitePage.MOST_BYTES);
    take(page("https://good.example/7", "Home", "*of " + word(7)));
    assertThat(texts()).containsExactly("Home");
  }

  /** Counts what it is asked for. */
  private final class CountingMap implements ByteMap {
    private int writes;
    private int reads;
    private int scans;

    @Override
    public byte @Nullable [] get(byte[] key) {
      reads++;
      return store.get(key);
    }

    @Override
    public void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor) {
      scans++;
      store.scan(prefix, visitor);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      writes++;
      store.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      writes++;
      store.delete(key);
    }

    @Override
    public byte @Nullable [] last(byte[] prefix) {
      scans++;
      return store.last(prefix);
    }
  }

  @Test
  void aPageIsWrittenOnceAndHardlyMore() {
    CountingMap counting = counting(200);
    for (int i = 0; i < 1_000; i++) {
      take(page("https://s" + i % 5 + ".example/" + i, "Home", "*of " + word(i)));
    }
    assertThat(counting.writes).isBetween(1_000, 1_060);
    assertThat(counting.scans).isEqualTo(AT_START);
    assertThat(counting.reads).isZero();
  }

  private CountingMap counting(int pages) {
    CountingMap counting = new CountingMap();
    passages =
        new Passages(
            counting,
            new PassageSettings(4, 0.3),
            new Passages.Bounds(10, pages, 8_000),
            (key, json) -> {});
    return counting;
  }

  /**
   * Found: in an hour of 28 new sites a second, their scans took two thirds of the CPU time. A scan
   * in RocksDB passes all that was deleted behind it, until there is an entry.
   */
  @Test
  void sitesThatComeAndGoAreNotScanned() {
    CountingMap counting = counting(3);
    for (int i = 0; i < 1_000; i++) {
      for (int page = 0; page < 5; page++) {
        take(page("https://s" + i + ".example/" + page, "*of " + word(i), "*on " + word(page)));
      }
      passages.evaluate(1);
    }
    assertThat(counting.scans).isEqualTo(AT_START);
    int[] left = {0};
    store.scan(new byte[] {'p'}, (key, value) -> left[0]++);
    assertThat(left[0]).isEqualTo(10 * 3);
  }

  @Test
  void textsThatOnlyOnePageHasAreNotSent() throws UnreadableRecordException {
    SiteKeys keys = new SiteKeys(Passages.BOUNDS);
    String notice = "© the authors of a.example, all rights reserved";
    String late = "By the way: this line came to the site when it had long been there";
    int bytes = 0;
    for (int i = 0; i < 50; i++) {
      String own = "*" + ("of " + word(i) + " ").repeat(10);
      byte[] sent =
          TestPages.sent(keys, "https://a.example/" + i, own, i < 20 ? "-" : late, notice);
      passages.observe(sent);
      assertThat(new String(sent, UTF_8).contains(own.substring(1).strip()))
          .isEqualTo(i < SiteKeys.WHOLE_PAGES);
      bytes += sent.length;
    }
    assertThat(bytes / 50).isLessThan(300);
    assertThat(texts()).contains(notice, late);
  }

  @Test
  void mostPagesOfALargeSiteAreLeftOutAndCounted() {
    SiteKeys keys = new SiteKeys(Passages.BOUNDS);
    int sent = 0;
    int all = 0;
    for (int i = 0; i < 20_000; i++) {
      SitePage page = page("https://a.example/" + i, "Home", "*of " + word(i));
      SiteKeys.Site site = keys.of("a.example", page.key());
      if (site != null) {
        sent++;
        all += 1 + site.add(page.key());
      }
    }
    assertThat(sent).isBetween(2_000, 3_000);
    assertThat(all).isBetween(19_000, 20_000);
  }

  /** As long as the site has pages that are left out. */
  @Test
  void pagesAreForgottenByThoseThatAreLeftOut() throws UnreadableRecordException {
    passages = bounded(10, 100, 80);
    for (int i = 0; i < 10; i++) {
      take(page("https://a.example/" + i, i < 5 ? "Old" : "New", "*of " + word(i)));
    }
    assertThat(texts()).containsExactly("New", "Old");
    SitePage last = page("https://a.example/10", "New", "*of " + word(10));
    passages.observe(TestPages.sent(last, 75));
    assertThat(texts()).containsExactly("New");
  }

  @Test
  void aNewSiteTakesThePlaceOfASmallOne() {
    passages = bounded(3, 100, 8_000);
    for (int i = 0; i < 40; i++) {
      take(page("https://large.example/" + i, "Large", "*of " + word(i)));
    }
    for (int i = 0; i < 4; i++) {
      take(page("https://small.example/" + i, "Small", "*of " + word(i)));
    }
    assertThat(texts()).containsExactly("Large", "Small");
    for (int i = 0; i < 10; i++) {
      take(page("https://new" + i + ".example/", "*of " + word(i)));
    }
    assertThat(texts()).containsExactly("Large");
    List<String> sites = new ArrayList<>();
    store.scan(
        new byte[] {'s'}, (key, value) -> sites.add(new String(key, 1, key.length - 1, UTF_8)));
    assertThat(sites).hasSize(3).contains("large.example");
  }

  @Test
  void pagesOfAnotherVersionAreRefused() {
    byte[] page = TestPages.sent(page("https://a.example/", "Home"), 0);
    byte[] cut = java.util.Arrays.copyOf(page, page.length - 1);
    assertThatThrownBy(() -> passages.observe(cut)).isInstanceOf(UnreadableRecordException.class);
    page[0]++;
    assertThatThrownBy(() -> passages.observe(page)).isInstanceOf(UnreadableRecordException.class);
    assertThatThrownBy(() -> passages.observe(new byte[] {1}))
        .isInstanceOf(UnreadableRecordException.class);
  }
}
