package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was learned of a site goes with its last page. */
class SiteRetentionTest extends SitePages {

  private static final RuleSettings RULE = new RuleSettings(Duration.ofSeconds(100), false);
  private static final Detector DETECTOR = Detector.of(DetectorSettings.DEFAULT);
  private static final long START = 1_700_000_000_000L;
  private static final long SECOND = 1_000;

  @TempDir Path folder;

  SiteRetentionTest() {
    super(4);
  }

  private TableIndex open(String name) {
    return TableIndex.open(folder.resolve(name), DETECTOR.layout(1_000), RULE, 1 << 20);
  }

  private static Decider decider(LeaderIndex index) {
    return new Decider(index, "combined", 1);
  }

  /** Pages of many sites; each site's come within some seconds, and some come back later. */
  private List<ComparedPage> crawl(int sites) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (int i = 0; i < sites; i++) {
      String site = "https://s" + (random.nextInt(4) == 0 ? random.nextInt(i + 1) : i) + ".example";
      for (int item = 0; item < 3; item++) {
        String title = words(3);
        String text = words(60);
        for (int v = 0; v < 3; v++) {
          String url = site + "/" + words(1) + item + "?v=" + v;
          String edited = text + " " + words(random.nextInt(3));
          pages.add(page(url, title, edited, START + i * 2L * SECOND + item * SECOND / 2));
        }
      }
    }
    return pages;
  }

  @Test
  void shouldForgetASiteWithItsLastPage() throws Exception {
    String site = "https://shop.example/";
    try (TableIndex index = open("index")) {
      Decider decider = decider(index);
      ComparedPage first = page(site + "a", words(3), words(60), START);
      String key = SiteEvidence.key(first);
      decider.decide(0, first);
      ComparedPage copy = page(site + "a", words(3), words(60), START);
      for (int second = 1; second <= 60; second++) {
        decider.decide(0, page("https://other.example/" + second, "b", "b", at(second)));
      }
      decider.decide(0, page(site + "b", words(3), words(60), at(60)));
      index.commit(0);
      for (int second = 61; second <= 160; second++) {
        decider.decide(0, page("https://other.example/" + second, "b", "b", at(second)));
      }
      assertThat(index.informed(copy).site()).as("100 s after its last page").isNotNull();
      assertThat(index.site(key)).isNotNull();
      decider.decide(0, page("https://other.example/x", "b", "b", at(161)));
      index.commit(1);
      assertThat(index.site(key)).as("after 101 s").isNull();
    }
  }

  private static long at(int second) {
    return START + second * SECOND;
  }

  private static byte[] stored(ComparedPage page) {
    ByteBuffer stored = ByteBuffer.allocate(page.site().storedBytes());
    page.site().write(stored);
    return stored.array();
  }

  /** Whether it is deleted or not: a record that has expired counts as none. */
  @Test
  void shouldKnowNothingOfASiteThatHasExpired() throws Exception {
    long[] tick = {0};
    SiteEvidence.Store records = SiteEvidence.Store.inMemory(() -> tick[0]);
    SiteEvidence sites = new SiteEvidence(records);
    for (int i = 0; i < 30; i++) {
      String text = words(60);
      String title = words(3);
      sites.enter(page("https://shop.example/" + i, title, text, 0));
      sites.enter(page("https://shop.example/" + i + "?v=1", title, text, 0));
      sites.enter(page("https://shop.example/" + i + "?v=2", title, text, 0));
    }
    ComparedPage page = page("https://shop.example/x?v=1", "A lamp", words(60), 0);
    byte[] known = stored(sites.informed(page));
    byte[] none = stored(new SiteEvidence(SiteEvidence.Store.inMemory()).enter(page));
    assertThat(known).isNotEqualTo(none);
    tick[0] = 100;
    assertThat(stored(sites.informed(page))).isEqualTo(known);
    tick[0] = 101;
    assertThat(sites.informed(page).site()).isEqualTo(SiteCounts.NONE);
    assertThat(stored(new SiteEvidence(records).enter(page))).as("read").isEqualTo(none);
    records.putSite(SiteEvidence.key(page), new byte[0]); // what is in memory has expired as well
    assertThat(stored(sites.enter(page))).as("in memory").isEqualTo(none);
  }

  @Test
  void shouldDecideAsAScanAndKeepNoMoreSitesThanLive() throws Exception {
    List<ComparedPage> pages = crawl(200);
    List<Verdict> expected = new ArrayList<>();
    Decider scan = decider(new LinearScanIndex(DETECTOR, RULE));
    pages.forEach(page -> expected.add(scan.decide(0, page)));
    List<Verdict> found = new ArrayList<>();
    TableIndex index = open("index");
    Decider decider = decider(index);
    int stopped = pages.size() / 2;
    for (ComparedPage page : pages.subList(0, stopped)) {
      found.add(decider.decide(0, page));
      if (found.size() % 50 == 0) {
        index.commit(found.size());
      }
    }
    index.commit(stopped);
    index.flush();
    pages.subList(stopped, stopped + 300).forEach(page -> decider.decide(0, page));
    index.abandon();
    List<String> keys = pages.stream().map(SiteEvidence::key).distinct().toList();
    try (TableIndex again = open("index")) {
      Decider next = decider(again);
      for (ComparedPage page : pages.subList(stopped, pages.size())) {
        found.add(next.decide(0, page));
        if (found.size() % 50 == 0) {
          again.commit(found.size());
        }
      }
      again.commit(found.size());
      long latest = pages.get(pages.size() - 1).timestamp();
      List<String> live =
          pages.stream()
              .filter(page -> page.timestamp() >= latest - 101 * SECOND)
              .map(SiteEvidence::key)
              .distinct()
              .toList();
      assertThat(live).hasSizeLessThan(keys.size() / 2);
      assertThat(keys).filteredOn(key -> again.site(key) != null).hasSizeBetween(10, live.size());
    }
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).withoutSearch()).isEqualTo(expected.get(i).withoutSearch());
    }
  }
}
