package dev.crawlsieve.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.PagesAgain;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.core.index.store.TableIndex;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same again is the same: a page that was dropped is not unique when it comes again. */
class PagesAgainTest {

  private static final Detector DETECTOR = Detector.of(DetectorSettings.DEFAULT);
  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);
  private static final int PAGES = 250;
  private static final long SECOND = 1_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {3, 4, 5, 6})
  void shouldDropAgainWhatWasDropped(long seed) throws Exception {
    PagesAgain site = new PagesAgain(seed, PAGES);
    LeaderIndex index = new LinearScanIndex(DETECTOR, RuleSettings.DEFAULT);
    Lane lane = new Lane(0, index, BASIS);
    List<Verdict> first = site.pass(0, 1).stream().map(lane::decide).toList();
    assertThat(unique(first)).hasSizeLessThan(PAGES - 20);
    for (int pass = 1; pass < 4; pass++) {
      List<Verdict> again = site.pass(pass * SECOND, 1).stream().map(lane::decide).toList();
      assertThat(unique(again)).isEmpty();
    }
  }

  /** Only the page itself is remembered: nothing that differs at all. */
  @ParameterizedTest
  @ValueSource(longs = {3, 4, 5, 6})
  void shouldDecideByTheRuleOnWhatHasChanged(long seed) throws Exception {
    PagesAgain site = new PagesAgain(seed, PAGES);
    Lane lane = new Lane(0, new LinearScanIndex(DETECTOR, RuleSettings.DEFAULT), BASIS);
    Lane forgetful = new Lane(0, new Forgetful(), BASIS);
    for (ComparedPage page : site.pass(0, 1)) {
      assertThat(lane.decide(page)).isEqualTo(forgetful.decide(page));
    }
    for (ComparedPage page : site.edited()) {
      assertThat(lane.decide(page)).isEqualTo(forgetful.decide(page));
    }
  }

  /** Remembers no dropped pages. */
  private static final class Forgetful extends LinearScanIndex {

    Forgetful() {
      super(DETECTOR, RuleSettings.DEFAULT);
    }

    @Override
    public void putSite(String key, byte[] stored) {
      if (key.indexOf('.', SiteRecord.SITE.length()) > 0) {
        super.putSite(key, stored);
      }
    }
  }

  /** In tables, across restarts and a crash, and as asked before; also where pages expire. */
  @ParameterizedTest
  @CsvSource({"3, 0", "4, 0", "5, 200", "6, 400"})
  void shouldDecideAsAScanAcrossRestarts(long seed, int retention) throws Exception {
    RuleSettings rule = new RuleSettings(Duration.ofSeconds(retention), false);
    PagesAgain site = new PagesAgain(seed, PAGES);
    Lane scan = new Lane(0, new LinearScanIndex(DETECTOR, rule), BASIS);
    for (int pass = 0; pass < 3; pass++) {
      List<ComparedPage> pages = site.pass(SECOND * pass * PAGES, SECOND);
      List<Verdict> expected = new ArrayList<>();
      pages.forEach(page -> expected.add(scan.decide(page).withoutSearch()));
      TableIndex index = open(rule);
      Lane lane = new Lane(0, index, BASIS);
      pages.subList(0, PAGES / 2).forEach(lane::decide);
      index.commit(pass);
      index.flush();
      pages.subList(PAGES / 2, PAGES).forEach(lane::decide);
      index.abandon(); // the second half is lost
      try (TableIndex restarted = open(rule)) {
        Lane next = new Lane(0, restarted, BASIS);
        for (int i = PAGES / 2; i < PAGES; i++) {
          Verdict asked = next.ask(restarted, pages.get(i));
          assertThat(next.decide(pages.get(i))).isEqualTo(asked);
          assertThat(asked.withoutSearch()).isEqualTo(expected.get(i));
        }
      }
    }
  }

  private TableIndex open(RuleSettings rule) {
    return TableIndex.open(folder.resolve("index"), DETECTOR.layout(1_000), rule, 1 << 20);
  }

  private static List<String> unique(List<Verdict> verdicts) {
    return verdicts.stream()
        .filter(verdict -> verdict.decision() == Verdict.Decision.UNIQUE)
        .map(Verdict::url)
        .toList();
  }
}
