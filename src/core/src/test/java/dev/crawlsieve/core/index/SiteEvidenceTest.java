package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteEvidenceTest extends SitePages {

  private static final DetectorSettings DETECTOR = DetectorSettings.DEFAULT;
  private static final String SITE = "https://shop.example/";

  private final SiteEvidence.Store records = SiteEvidence.Store.inMemory();
  private final SiteEvidence sites = new SiteEvidence(records);

  SiteEvidenceTest() {
    super(71);
  }

  @Test
  void shouldNotCompareWithMoreOtherNamesThanASiteMayHave() throws Exception {
    ComparedPage page = page(SITE + "x", "A name", words(20));
    for (int i = 0; i < 300; i++) {
      sites.enter(page(SITE + "a/" + i, words(3), words(20)));
    }
    assertThat(sites.informed(page).fewShareText()).isTrue();
    String text = words(200);
    ComparedPage template = page(SITE + "y", "A name", text);
    for (int i = 0; i < 3_000; i++) {
      sites.enter(page(SITE + "b/" + i, words(3), text));
    }
    assertThat(sites.informed(template).fewShareText()).isFalse();
    assertThat(sites.informed(page).fewShareText()).isTrue();
  }

  /** The n-th copy is judged as the second: copies of one text count once. */
  @Test
  void shouldCountCopiesOfOneTextOnce() throws Exception {
    String text = words(300);
    ComparedPage kept = page(SITE + "a/story", "Story", text);
    for (int i = 0; i < 20; i++) {
      sites.enter(page(SITE + i + "/story", "Story", text + " " + words(3)));
    }
    assertThat(sites.informed(kept).site().about(kept))
        .matches(about -> about.titled() == 0 && about.sharing() == 0 && about.names() == 1);
    for (int i = 0; i < 20; i++) {
      sites.enter(page(SITE + i + "/letter", "Story", words(300)));
      sites.enter(page(SITE + i + "/other", words(3), text + " " + words(2)));
    }
    assertThat(sites.informed(kept).site().about(kept))
        .matches(about -> about.titled() > 12 && about.sharing() > 12);
  }

  /** Pages of other hosts are no evidence. */
  @Test
  void shouldLearnOfTheHostOnly() throws Exception {
    ComparedPage page = page(SITE + "x", "A name", words(50));
    for (String host : List.of("http://other.example/", "https://a.shop.example/")) {
      sites.enter(page(host + "y", "A name", words(50)));
    }
    assertThat(sites.informed(page).site()).isEqualTo(SiteCounts.NONE);
  }

  @Test
  void shouldTakeBoundedRoomWhateverASiteHolds() throws Exception {
    String key = SiteEvidence.key(page(SITE, "Lamps", "b"));
    for (int i = 0; i < 3_000; i++) {
      String url =
          SITE + words(1) + "/" + words(1) + "/" + words(1) + "?" + words(1) + "=" + i + "&b=" + i;
      sites.enter(page(url, words(2), words(3)));
    }
    assertThat(records.site(key))
        .hasSizeLessThanOrEqualTo(9 + 2 + "shop.example".length() + 1 + 192 * 24);
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
      SiteCounts read = sites.informed(page).site();
      assertThat(sites.enter(page).site()).as(url).isEqualTo(read);
    }
  }

  @Test
  void shouldRefuseWhatIsDamaged() throws Exception {
    ComparedPage page = page(SITE + "a/b", "A title", "b");
    String key = SiteEvidence.key(page);
    sites.enter(page);
    byte[] stored = records.site(key);
    for (int length = 0; length < stored.length; length++) {
      records.putSite(key, Arrays.copyOf(stored, length));
      SiteEvidence again = new SiteEvidence(records);
      assertThatThrownBy(() -> again.enter(page)).isInstanceOf(IndexException.class);
    }
    stored[0] = 9;
    records.putSite(key, stored);
    assertThatThrownBy(() -> sites.informed(page))
        .hasMessage(
            "what was learned of a site is of version 9, but this is 3: start a new generation");
  }

  /** Also across a crash, after which pages are decided again from the last commit. */
  @Test
  void shouldDecideAsAScanOfAllPages(@TempDir Path folder) throws Exception {
    String html = "<title>%s</title><main><h1>%s</h1><p>%s</main>";
    List<ComparedPage> pages = new ArrayList<>();
    for (int item = 0; item < 100; item++) {
      String title = words(3);
      String text = words(150);
      for (int copy = 0; copy < 4; copy++) {
        String url = SITE + List.of("a", "b/amp").get(random.nextInt(2)) + "/" + item;
        String query = List.of("", "?cart=" + copy, "?id=" + copy, "?cart=1&x=2").get(copy);
        String edited = random.nextInt(3) == 0 ? text + " " + words(random.nextInt(20)) : text;
        String other = random.nextInt(5) == 0 ? words(3) : title;
        pages.add(html(url + query, html.formatted(other, title, edited), 0));
      }
    }
    Decider scan = new Decider(new LinearScanIndex(Detector.of(DETECTOR)), "combined", 1);
    List<Verdict.Decision> expected = new ArrayList<>();
    int others = 0;
    for (ComparedPage page : pages) {
      Verdict verdict = scan.decide(0, page);
      expected.add(verdict.decision());
      others += verdict.evidence() != null && verdict.otherName() ? 1 : 0;
    }
    assertThat(others).as("copies under another name").isGreaterThan(5);
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
