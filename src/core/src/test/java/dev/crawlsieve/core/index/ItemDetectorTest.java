package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.fingerprint.TestBlocks;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.PageNamer;
import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageCharset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemDetectorTest {

  private static final DetectorSettings SKETCH = DetectorSettings.sketch(0.5);

  private static final BlockList OLD_MILL = TestBlocks.of("The old mill", "It grinds again");
  private static final BlockList OLD_MILL_AGAIN = TestBlocks.of("The old mill", "It stands still");

  private static Detector detector(double alike) {
    return Detector.of(SKETCH.with(new NameThresholds(true, alike)));
  }

  private static boolean matches(Detector detector, int equal, Identity identity, int contained) {
    return matches(detector, OLD_MILL, OLD_MILL_AGAIN, equal, identity, contained);
  }

  private static boolean matches(
      Detector detector,
      BlockList page,
      BlockList leader,
      int equal,
      Identity identity,
      int contained) {
    Nearness nearness = new Nearness(0, equal, 0, identity, contained);
    return detector.rank(saying(page, 1), saying(leader, 2), nearness) != Detector.NO_MATCH;
  }

  /** A page that says this, of 100 shingles. */
  private static ComparedPage saying(BlockList blocks, long urlHash) {
    return page(urlHash, Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE, 7, 50, blocks);
  }

  /** 0.85 of 84 min-hashes are 71.4. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 42, 0, true",
    "NONE, 41, 0, false",
    "SAME, 42, 0, true",
    "SAME, 41, 10000, false",
    "ALIKE, 72, 0, true",
    "ALIKE, 71, 10000, false",
    "OTHER, 84, 10000, false",
  })
  void shouldAskMoreOfPagesThatAreNotSurelyOneItem(
      Identity identity, int equal, int contained, boolean match) {
    Detector detector = detector(0.85);
    assertThat(matches(detector, equal, identity, contained)).isEqualTo(match);
  }

  @Test
  void shouldRankAsTheSimilarOneDoes() {
    Nearness near = new Nearness(2, 80, 3, Identity.SAME, 9_000);
    ComparedPage page = saying(OLD_MILL, 1);
    assertThat(detector(0.85).rank(page, page, near))
        .isEqualTo(Detector.of(SKETCH).rank(2, 80))
        .isNotEqualTo(Detector.NO_MATCH);
  }

  /** Names that differ mean nothing if the kept page says all that the other one does. */
  @ParameterizedTest
  @CsvSource({
    "It grinds, It grinds; It is old, true", // nothing is lost
    "It grinds; It is old, It grinds, false",
    "It ground 12 sacks again, It ground 140 sacks again, true", // but a number
    "On 3 May it ground 12 sacks, On 4 May it ground 140 sacks, false", // another day
    "It ground sacks, It ground 140 sacks, false", // this is another block
    "It grinds, It grinds?, true"
  })
  void shouldDropPagesOfOtherItemsOfWhichNothingIsLost(String page, String leader, boolean drops) {
    BlockList ours = TestBlocks.of("The old mill", page.split("; "));
    BlockList theirs = TestBlocks.of("The old mill", leader.split("; "));
    assertThat(matches(detector(0.85), ours, theirs, 60, Identity.OTHER, 0)).isEqualTo(drops);
    assertThat(matches(detector(0.85), ours, theirs, 41, Identity.OTHER, 0)).isFalse();
  }

  /** Of two sites, or where one page has no name: a template does not say what is sold. */
  @ParameterizedTest
  @CsvSource({
    "The copper lamp, '', false",
    "The copper lamp, The garden chair, false",
    "The copper lamp, The lamp of copper, false",
    "The copper lamp, the COPPER lamp!, true",
    "Copper lamp, '', false",
    "'', The garden chair, true",
    "Lamp 17, Lamp 18, false",
    "Lamp 17, Lamp 17, true",
  })
  void shouldKeepPagesWhoseNameTheOtherOneDoesNotSay(String title, String leader, boolean named) {
    BlockList ours = TestBlocks.of(title, "We send it to you", "of copper and of glass");
    BlockList theirs = TestBlocks.of(leader, "We send it to you", "of iron and of wood");
    assertThat(matches(detector(0.85), ours, theirs, 84, Identity.ALIKE, 0)).isEqualTo(named);
    // where a title was reworded, only headings are names
    boolean said = named || title.equals("Lamp 17") || leader.equals("The lamp of copper");
    assertThat(matches(detector(0.85), ours, theirs, 84, Identity.NONE, 0)).isEqualTo(said);
    assertThat(matches(detector(0.85), ours, theirs, 84, Identity.SAME, 0)).isTrue();
  }

  /** A headline that another editor chose is about what the article says. */
  @Test
  void shouldDropAnArticleWithAnotherHeadline() {
    String article = "In Moss a mill burns since the morning";
    BlockList ours =
        framed("Mill burns", article, "All about the daily for our readers in the whole north");
    BlockList theirs =
        framed(
            "Fire at Moss",
            article,
            "Courier, weather of today and tomorrow, sports, politics, letters to us");
    assertThat(matches(detector(0.85), ours, theirs, 84, Identity.ALIKE, 0)).isTrue();
    BlockList other =
        framed(
            "Lamps of copper", article, "All about the daily for our readers in the whole north");
    assertThat(matches(detector(0.85), other, theirs, 84, Identity.ALIKE, 0)).isFalse();
    BlockList oneFrame =
        framed("Fire at Moss", article, "All about the daily for our readers in the whole north");
    assertThat(matches(detector(0.85), ours, oneFrame, 84, Identity.ALIKE, 0)).isFalse();
  }

  private static BlockList framed(String title, String text, String frame) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    blocks.addLines(text.getBytes(UTF_8), BlockKind.TEXT, true);
    blocks.addLines(frame.getBytes(UTF_8), BlockKind.LINKS, false);
    return TestBlocks.of(title, "", blocks.build());
  }

  /** Beside a main text of 100 words. */
  @ParameterizedTest
  @CsvSource({
    "SAME, 16, true",
    "SAME, 17, false",
    "ALIKE, 1, true",
    "ALIKE, 2, false",
    "NONE, 1, true",
    "NONE, 2, false",
    "OTHER, 1, false",
  })
  void shouldKeepPagesOfOneMainTextIfMuchIsLostBesideIt(
      Identity identity, int lines, boolean copies) {
    String text = "the wheel turns again ".repeat(25);
    StringBuilder said = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      said.append("line ").append((char) ('a' + i)).append(" of just six words\n"); // in all
    }
    BlockList more = framed("The old mill", text, said.toString());
    ComparedPage page = onSite("mill.example", more, 1);
    ComparedPage leader = onSite("mill.example", framed("The old mill", text, ""), 2);
    assertThat(detector(0.85).copies(page, leader, identity)).isEqualTo(copies);
    assertThat(detector(0.85).copies(leader, page, identity)).isTrue(); // nothing is lost
    assertThat(Detector.of(SKETCH).copies(page, leader, identity)).isTrue();
    ComparedPage revisit = onSite("mill.example", more, 2);
    assertThat(detector(0.85).copies(revisit, leader, identity))
        .isEqualTo(copies || identity == Identity.SAME);
  }

  /** A page of comments on a post is no copy of another one in any script. */
  @ParameterizedTest
  @CsvSource({
    "a walk through the old town, and we liked it", // English
    "เดินเล่นในเมืองเก่ากับเพื่อนของฉันเมื่อวานนี้", // Thai
    "ដើរលេងក្នុងទីក្រុងចាស់ជាមួយមិត្តភក្តិ", // Khmer
    "ຍ່າງຫຼິ້ນໃນເມືອງເກົ່າກັບໝູ່ຂອງຂ້ອຍ", // Lao
    "ရှေးမြို့ဟောင်းထဲမှာလမ်းလျှောက်ခဲ့တယ်", // Burmese
    "གྲོང་ཁྱེར་རྙིང་པའི་ནང་དུ་འཁྱམ་པ་ཡིན།", // Tibetan
    "በአሮጌው፡ከተማ፡ውስጥ፡የእግር፡ጉዞ፡አደረግን።", // Amharic
    "昨天我和朋友在老城里散步非常愉快的一天", // Chinese
  })
  void shouldCountAsMuchLostInEachScript(String comment) {
    String text = "the wheel turns again ".repeat(4);
    StringBuilder said = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      said.append((char) ('a' + i)).append(' ').append(comment).append('\n');
    }
    ComparedPage page = onSite("mill.example", framed("The old mill", text, said.toString()), 1);
    ComparedPage leader = onSite("mill.example", framed("The old mill", text, ""), 2);
    assertThat(detector(0.85).copies(page, leader, Identity.SAME)).isFalse();
    assertThat(Lost.of(page, leader).words()).isBetween(100, 250);
  }

  @Test
  void shouldKeepPagesWithMoreBlocksThanAreStoredUnlessTheySayTheSame() {
    String[] said = new String[StoredBlocks.MOST + 10];
    Arrays.setAll(said, i -> "line " + Integer.toString(i, 36).replaceAll("[0-9]", "z$0z"));
    ComparedPage page = onSite("mill.example", TestBlocks.of("The old mill", said), 1);
    ComparedPage again = onSite("mill.example", TestBlocks.of("The old mill", said), 2);
    said[said.length - 1] = "an end of its own";
    ComparedPage other = onSite("mill.example", TestBlocks.of("The old mill", said), 3);
    for (Identity identity : Identity.values()) {
      assertThat(detector(0.85).copies(page, again, identity)).isTrue();
      assertThat(detector(0.85).copies(page, other, identity)).isFalse();
    }
    assertThat(Lost.of(page, other).all()).isFalse();
    assertThat(Lost.of(page, again)).isEqualTo(Lost.NOTHING);
  }

  /** As near copies are: an article that another site has within its own menus and teasers. */
  @Test
  void shouldDropAMainTextInAnotherSitesFrameIfItIsNamedThere() {
    BlockList ours =
        framed("The old mill", "It grinds again", "A frame of more words than eight, so of ten");
    BlockList theirs = framed("The old mill", "It grinds again", "Other words are all around");
    BlockList untitled = framed("", "It grinds again", "Other words are all around");
    BlockList half = framed("The mill", "It grinds again", "Other words are all around");
    BlockList menu =
        framed(
            "It grinds corn, wheat, barley",
            "It grinds again",
            "Other words are all around us here");
    Detector detector = detector(0.85);
    ComparedPage page = onSite("mill.example", ours, 1);
    for (Identity identity : List.of(Identity.ALIKE, Identity.NONE)) {
      assertThat(detector.copies(page, onSite("lake.example", theirs, 2), identity)).isTrue();
      assertThat(detector.copies(page, onSite("lake.example", untitled, 2), identity)).isFalse();
      assertThat(detector.copies(page, onSite("lake.example", half, 2), identity)).isTrue();
      assertThat(detector.copies(onSite("lake.example", menu, 2), page, identity)).isFalse();
      assertThat(detector.copies(page, onSite("mill.example", theirs, 2), identity)).isFalse();
    }
  }

  private static ComparedPage onSite(String host, BlockList blocks, long urlHash) {
    String url = "https://" + host + "/a";
    Fingerprint page = saying(blocks, urlHash).fingerprint();
    PageName name = new PageNamer().name("", "", "en", url, host, "");
    return ComparedPage.of(
        new ScopeKey(1, 2), 0, TestNames.of(page, name, page.shingles()).toBytes());
  }

  @Test
  void shouldKeepShortTextsOfOtherItems() {
    ComparedPage brief = page(1, Fingerprint.FLAG_TEXT, 0, 5);
    ComparedPage eligible = page(0, 5);
    for (Identity identity : Identity.values()) {
      boolean copies = identity != Identity.OTHER;
      assertThat(detector(0.85).copies(brief, brief, identity)).isEqualTo(copies);
      assertThat(detector(0.85).copies(eligible, eligible, identity)).isTrue();
      assertThat(Detector.of(SKETCH).copies(brief, brief, identity)).isTrue();
    }
    long rest = Feature.REST.of(brief);
    assertThat(detector(0.85).mayCopyOther(brief, rest)).isFalse();
    assertThat(detector(0.85).mayCopyOther(eligible, rest)).isTrue();
    assertThat(Detector.of(SKETCH).mayCopyOther(brief, rest)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Page not found, 3, 5, 5, true",
    "Page not found, 2, 5, 5, false",
    "Page not found, 0, 50, 50, false",
    "Page not found, 3, 5, 6, false",
    "Page 2 not found, 3, 5, 5, false",
    "'', 3, 5, 5, false"
  })
  void shouldDropShortPagesAtOtherAddressesThatSayWordForWordTheSame(
      String title, int shingles, int rest, int otherRest, boolean copies) {
    ComparedPage page = titled(title.isEmpty() ? "" : "Page not found", "/a", shingles, rest);
    ComparedPage leader = titled(title, "/b", shingles, otherRest);
    assertThat(detector(0.85).copies(page, leader, Identity.OTHER)).isEqualTo(copies);
  }

  private static ComparedPage titled(String title, String path, int shingles, int restShingles) {
    String url = "https://mill.example" + path;
    return named(
        new PageNamer().name(title, "", "en", url, "mill.example", ""), shingles, restShingles);
  }

  private static ComparedPage named(PageName name, int shingles, int restShingles) {
    int urlHash = Arrays.hashCode(name.stored());
    Fingerprint page = page(urlHash, Fingerprint.FLAG_TEXT, 7, restShingles).fingerprint();
    Fingerprint named = TestNames.of(page, name, shingles);
    return ComparedPage.of(new ScopeKey(1, 2), 0, named.toBytes());
  }

  /** A list in another order has the same entries, so as many shingles, unless it is cut. */
  @ParameterizedTest
  @CsvSource({
    "/forum?sort=asc&order=Topic, /forum, 50, SAME",
    "/forum?sort=asc&order=Topic, /forum, 51, ALIKE",
    "/forum?sort=asc&order=Topic, /forum?order=Topic&sort=asc, 51, SAME",
    "/forum?sort=asc&order=Topic, /forum?sort=asc&order=Date, 51, ALIKE",
    "/forum?sid=1f, /forum, 51, SAME",
  })
  void shouldAskMoreOfAPartOfAListInAnotherOrder(
      String path, String other, int shingles, Identity identity) {
    ComparedPage page = titled("General questions", path, 50, 0);
    ComparedPage leader = titled("General questions", other, shingles, 0);
    assertThat(page.identity(leader)).isEqualTo(identity);
    assertThat(leader.identity(page)).isEqualTo(identity);
  }

  @Test
  void shouldKnowTheOrderOfAListWhoseCanonicalLinkHasNone() {
    String url = "https://mill.example/forum?order=Topic";
    PageNamer namer = new PageNamer();
    String canonical = "https://mill.example/forum";
    PageName sorted = namer.name("Questions", "", "en", url, "mill.example", canonical);
    ComparedPage page = named(sorted, 50, 0);
    assertThat(page.identity(titled("Questions", "/forum", 51, 0))).isEqualTo(Identity.ALIKE);
  }

  /** Half of a short text may be a frame that many sites have, such as a wiki's empty report. */
  @ParameterizedTest
  @CsvSource({"99, 99, ALIKE", "99, 100, ALIKE", "100, 99, ALIKE", "100, 100, NONE"})
  void shouldAskMoreOfAShortTextWhoseNameTellsNothing(int ours, int theirs, Identity identity) {
    PageNamer namer = new PageNamer();
    String title = "Changes related to the northern harbour";
    PageName mill = namer.name(title, "", "en", "https://mill.example/a", "mill.example", "");
    String reworded = "Changes related to the southern harbour";
    PageName lake = namer.name(reworded, "", "en", "https://lake.example/b", "lake.example", "");
    assertThat(named(mill, ours, 0).identity(named(lake, theirs, 0))).isEqualTo(identity);
  }

  /** Pages of 100 shingles in common, and as many of their own besides. */
  @ParameterizedTest
  @CsvSource({
    "SAME, 1000, true",
    "ALIKE, 1000, true",
    "NONE, 1000, true",
    "OTHER, 0, true",
    "OTHER, 5, true",
    "OTHER, 6, false",
    "OTHER, 1000, false",
  })
  void shouldKeepPagesOfOtherItemsThatSayOtherThingsBesideACommonText(
      Identity identity, int own, boolean copies) {
    ComparedPage page = page(0, own);
    ComparedPage leader = page(0xffff_ffffL, own);
    assertThat(detector(0.85).copies(page, leader, identity)).isEqualTo(copies);
    assertThat(detector(0.85).copies(page, page, identity)).isTrue();
    assertThat(Detector.of(SKETCH).copies(page, leader, identity)).isTrue();
  }

  private static ComparedPage page(long rest, int restShingles) {
    return page(1, Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE, rest, restShingles);
  }

  private static ComparedPage page(long urlHash, int flags, long rest, int restShingles) {
    return page(urlHash, flags, rest, restShingles, BlockList.NONE);
  }

  private static ComparedPage page(
      long urlHash, int flags, long rest, int restShingles, BlockList blocks) {
    Fingerprint page =
        new Fingerprint(
            new Coordinates(0, 0),
            0,
            "https://mill.example/",
            urlHash,
            new ContentHash(1, 2),
            3,
            4,
            rest,
            new short[0],
            PageName.NONE,
            blocks,
            102,
            100,
            restShingles,
            "",
            PageCharset.NONE,
            flags,
            0);
    return ComparedPage.of(new ScopeKey(1, 2), 0, page.toBytes());
  }

  @Test
  void shouldBeStricterForAHostAndNeverLaxer() {
    Detector detector = detector(0.85);
    Detector stricter = detector.within(new HostThresholds(Map.of(Threshold.ALIKE, 0.95)));
    assertThat(matches(stricter, 79, Identity.ALIKE, 0)).isFalse();
    assertThat(matches(stricter, 80, Identity.ALIKE, 0)).isTrue();
    Detector laxer =
        detector.within(
            new HostThresholds(Map.of(Threshold.SIMILARITY, 0.6, Threshold.ALIKE, 0.5)));
    assertThat(matches(laxer, 71, Identity.ALIKE, 0)).isFalse();
    assertThat(matches(laxer, 84, Identity.OTHER, Nearness.ALL)).isFalse();
    assertThat(matches(laxer, 50, Identity.SAME, 0)).isFalse();
    assertThat(matches(laxer, 51, Identity.SAME, 0)).isTrue();
  }

  @Test
  void shouldHaveTheTablesOfTheSimilarOne() {
    TableLayout similar = Detector.of(SKETCH).layout(1_000);
    TableLayout layout = detector(0.85).layout(1_000);
    assertThat(layout.id()).isEqualTo(similar.id());
    assertThat(layout.tables().stream().map(Table::name))
        .isEqualTo(similar.tables().stream().map(Table::name).toList());
    assertThat(layout.detector()).isEqualTo(detector(0.85));
  }

  /** The first page is the one that is contained. */
  @ParameterizedTest
  @CsvSource({
    "84, 500, 500, 9841", // J of 0.97 or more
    "76, 500, 500, 9123",
    "42, 500, 1000, 8749", // a half of a text twice as long: an estimate of 0.5
    "42, 1000, 500, 4374",
    "1, 500, 500, 53",
    "0, 500, 500, 0",
    "-1, 500, 500, -1",
    "84, 100, 1000, 9688", // the longer one repeats itself: J alone
    "84, 719, 363, 9688",
  })
  void shouldBoundWhatIsContained(int equal, int shingles, int others, int contained) {
    assertThat(Nearness.contained(equal, shingles, others)).isEqualTo(contained);
    if (equal > 0) {
      double jaccard = equal / 84.0;
      double estimate = Math.max(jaccard, jaccard * (shingles + others) / (1 + jaccard) / shingles);
      assertThat(Nearness.contained(equal, shingles, others))
          .isLessThanOrEqualTo((int) Math.min(Nearness.ALL, Math.round(Nearness.ALL * estimate)));
    }
  }
}
