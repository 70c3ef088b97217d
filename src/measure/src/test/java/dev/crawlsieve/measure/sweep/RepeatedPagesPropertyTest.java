package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.override.NumberedOverrides;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Pages that occur more than once in a lane, or that are decided again after the earlier decision
 * was lost, as with at-least-once.
 */
final class RepeatedPagesPropertyTest {

  private static final DetectorSettings DETECTOR = DetectorSettings.combined(3, 0.65, 0.5);

  @Property(tries = 20)
  void noPageIsACopyOfItselfInAnyIndex(
      @ForAll @IntRange(min = 1, max = 200) int pages,
      @ForAll @IntRange(min = 1, max = 12) int clusters,
      @ForAll @IntRange(max = 8) int rule,
      @ForAll long seed)
      throws IOException {
    RuleSettings rules = GeneratedPages.OVERRIDDEN.get(rule);
    List<ComparedPage> lane =
        NumberedOverrides.logged(GeneratedPages.lane(pages, clusters, 2, seed), rules);
    Path folder = FastFolder.make("repeated");
    try (LeaderIndex tables =
            TableIndex.open(folder, new IndexSettings(DETECTOR, rules, 1_000, 1 << 20));
        LeaderIndex scan = new LinearScanIndex(Detector.of(DETECTOR), rules)) {
      List<Verdict> expected = decide(scan, lane);
      assertThat(decide(tables, lane)).isEqualTo(expected);
      for (Verdict verdict : expected) {
        assertThat(verdict.duplicateOf() == null ? null : verdict.duplicateOf().source())
            .isNotEqualTo(verdict.source());
      }
      if (!rules.expires()) {
        ensureSaidAgain(lane, expected);
      }
      long leaders = scan.nextOrdinal();
      assertThat(tables.nextOrdinal()).isEqualTo(leaders);
    } finally {
      FastFolder.remove(folder);
    }
  }

  /**
   * Pages that were kept are unique again, pages that were dropped are duplicates again, unless the
   * overrides have changed.
   */
  private static void ensureSaidAgain(List<ComparedPage> lane, List<Verdict> verdicts) {
    Map<Coordinates, Integer> first = new HashMap<>();
    for (int i = 0; i < verdicts.size(); i++) {
      Verdict verdict = verdicts.get(i);
      Integer at = first.putIfAbsent(verdict.source(), i);
      if (at != null && Objects.equals(lane.get(at).override(), lane.get(i).override())) {
        Verdict before = verdicts.get(at);
        assertThat(verdict.decision()).isEqualTo(before.decision());
        if (before.decision() == Verdict.Decision.UNIQUE) {
          assertThat(verdict.newVersionOf()).isEqualTo(before.newVersionOf());
        }
      }
    }
  }

  /**
   * An instance is killed: the index has its kept pages, and the lane is read again from an earlier
   * offset.
   */
  @Property(tries = 30)
  void pagesThatWereKeptAreKeptAgainAfterAKill(
      @ForAll @IntRange(min = 2, max = 200) int pages,
      @ForAll @IntRange(min = 1, max = 12) int clusters,
      @ForAll @IntRange(max = 1) int rule,
      @ForAll long seed) {
    RuleSettings rules = GeneratedPages.RULES.get(rule);
    List<ComparedPage> lane = GeneratedPages.lane(pages, clusters, 2, seed);
    LinearScanIndex index = new LinearScanIndex(Detector.of(DETECTOR), rules);
    List<Verdict> before = decide(index, lane);
    long leaders = index.nextOrdinal();
    List<Verdict> after = decide(index, lane);
    assertThat(index.nextOrdinal()).isEqualTo(leaders);
    for (int i = 0; i < pages; i++) {
      if (before.get(i).decision() == Verdict.Decision.UNIQUE) {
        assertThat(after.get(i).withoutSearch()).isEqualTo(before.get(i).withoutSearch());
      } else {
        assertThat(after.get(i).decision()).isEqualTo(Verdict.Decision.DUPLICATE);
      }
    }
  }

  private static List<Verdict> decide(LeaderIndex index, List<ComparedPage> lane) {
    Decider decider = new Decider(index, "combined", 1);
    List<Verdict> verdicts = new ArrayList<>();
    for (ComparedPage page : lane) {
      verdicts.add(decider.decide(0, page).withoutSearch());
    }
    return verdicts;
  }
}
