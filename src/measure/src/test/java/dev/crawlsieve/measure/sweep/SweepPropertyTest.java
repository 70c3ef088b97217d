package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.override.NumberedOverrides;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Compares a sweep's counts with verdicts made one setting at a time by a linear scan. */
final class SweepPropertyTest {

  /** So little that tables go to disk, or so much that none does. */
  private static final List<Long> MEMORY = List.of(1L << 16, 16L << 20);

  private static final List<DetectorSettings> TRIED = TestDetectors.SOME;

  private Path folder;
  private ReplayRoom room;

  @BeforeTry
  void begin() throws IOException {
    folder = FastFolder.make("sweep");
  }

  @AfterTry
  void end() throws IOException {
    room.close();
    FastFolder.remove(folder);
  }

  @Property(tries = 50)
  void countsAreThoseOfTheVerdicts(
      @ForAll @IntRange(min = 1, max = 200) int pages,
      @ForAll @IntRange(min = 1, max = 10) int clusters,
      @ForAll @IntRange(min = 1, max = 2) int lanes,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(max = 1) int memory,
      @ForAll long seed) {
    room = new ReplayRoom(folder, MEMORY.get(memory));
    Map<Integer, List<ComparedPage>> log = new HashMap<>();
    for (int lane = 0; lane < lanes; lane++) {
      // if leaders expire, a repeated page may become a second leader with the same coordinates,
      // which verdicts do not distinguish from the first
      boolean twice = !rule.expires();
      log.put(
          lane,
          NumberedOverrides.logged(
              GeneratedPages.lane(3 * lane, pages, clusters, 2, twice, seed + lane), rule));
    }
    List<SweptSetting> settings = new ArrayList<>();
    TRIED.forEach(one -> settings.add(new SweptSetting(one, settings.isEmpty())));
    List<List<Verdict>> verdicts = TRIED.stream().map(one -> scan(one, rule, log)).toList();
    List<LaneRange> ranges = log.keySet().stream().map(l -> new LaneRange(l, 0, pages)).toList();

    Sweep sweep = new Sweep(settings, rule, ranges, room);
    Map<Coordinates, Verdict> inForce = new HashMap<>();
    for (Verdict verdict : verdicts.get(0)) {
      // as on a topic: at any offset, in the partition of the page
      Coordinates out = new Coordinates(verdict.source().partition(), inForce.size());
      inForce.put(out, verdict);
      sweep.verdicts(verdict.lane()).put(verdict, out.offset());
    }
    log.forEach(
        (lane, records) -> {
          int half = records.size() / 2;
          sweep.pages(records.subList(0, half).stream().map(p -> new LanePage(lane, p)).toList());
          sweep.pages(
              records.subList(half, records.size()).stream()
                  .map(p -> new LanePage(lane, p))
                  .toList());
        });
    assertThat(inForce.keySet()).containsAll(sweep.wantedVerdicts());
    SweepReport report = sweep.report(replayed(sweep), inForce, List.of());

    for (int i = 0; i < TRIED.size(); i++) {
      ensureSame(report.settings().get(i), verdicts.get(i), verdicts.get(0));
    }
    assertThat(report.settings().get(0).diff().orElseThrow().flips()).isZero();
  }

  @Provide
  Arbitrary<RuleSettings> rules() {
    return Arbitraries.of(GeneratedPages.OVERRIDDEN);
  }

  private static void ensureSame(SettingResult result, List<Verdict> now, List<Verdict> before) {
    assertThat(result.kept()).isEqualTo(count(now, null));
    assertThat(result.exact()).isEqualTo(count(now, Verdict.Kind.EXACT));
    assertThat(result.near()).isEqualTo(count(now, Verdict.Kind.NEAR));
    assertThat(result.overridden()).isEqualTo(count(now, Verdict.Kind.OVERRIDE));
    assertThat(result.revisit()).isEqualTo(count(now, Verdict.Kind.REVISIT));
    long[] diff = new long[5];
    for (int i = 0; i < now.size(); i++) {
      Verdict.Original to = now.get(i).duplicateOf();
      Verdict.Original was = before.get(i).duplicateOf();
      boolean kept = before.get(i).decision() == Verdict.Decision.UNIQUE;
      int kind;
      if (now.get(i).decision() == Verdict.Decision.UNIQUE) {
        kind = kept ? 0 : 4;
      } else if (to == null) {
        kind = kept ? 3 : was == null ? 1 : 2;
      } else {
        kind = kept ? 3 : was != null && to.source().equals(was.source()) ? 1 : 2;
      }
      diff[kind]++;
    }
    assertThat(result.diff().orElseThrow())
        .isEqualTo(new DecisionDiff(diff[0], diff[1], diff[2], diff[3], diff[4]));
    for (ChangedPage changed : result.examples()) {
      Verdict next = changed(changed, now, before);
      assertThat(changed.url()).isEqualTo(next.url());
      changed
          .now()
          .ifPresent(
              copy -> {
                assertThat(copy.distance()).isEqualTo(next.evidence().distance());
                assertThat(Math.round(copy.similarity() * 10_000) / 10_000.0)
                    .isEqualTo(next.evidence().similarity());
                assertThat(copy.exact()).isEqualTo(next.evidence().match() == Evidence.Match.EXACT);
                assertThat(copy.url()).isEqualTo(next.duplicateOf().url());
              });
    }
  }

  private static ChangedPage.Copy copy(Verdict verdict) {
    Evidence evidence = verdict.evidence();
    return evidence == null
        ? null
        : new ChangedPage.Copy(
            evidence.duplicateOf().url(),
            evidence.duplicateOf().source(),
            evidence.match() == Evidence.Match.EXACT,
            evidence.distance(),
            evidence.similarity());
  }

  /** The verdict that an example describes; a page that occurs twice in the lane has two. */
  private static Verdict changed(ChangedPage page, List<Verdict> now, List<Verdict> before) {
    for (int i = 0; i < now.size(); i++) {
      Optional<Coordinates> copied =
          Optional.ofNullable(copy(now.get(i))).map(ChangedPage.Copy::source);
      if (now.get(i).source().equals(page.source())
          && Optional.ofNullable(copy(before.get(i))).equals(page.before())
          && copied.equals(page.now().map(ChangedPage.Copy::source))) {
        return now.get(i);
      }
    }
    throw new AssertionError("no page has changed as this one is said to have: " + page);
  }

  private static long count(List<Verdict> verdicts, Verdict.Kind kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
  }

  private static List<Verdict> scan(
      DetectorSettings detector, RuleSettings rule, Map<Integer, List<ComparedPage>> log) {
    List<Verdict> verdicts = new ArrayList<>();
    log.forEach(
        (lane, pages) -> {
          Decider decider =
              new Decider(new LinearScanIndex(Detector.of(detector), rule), detector.name(), 1);
          pages.forEach(page -> verdicts.add(decider.decide(lane, page)));
        });
    return verdicts;
  }

  private static ReplayedLog replayed(Sweep sweep) {
    return new ReplayedLog("fingerprints", 1, sweep.pages(), 0, sweep.undecided(), 0, List.of());
  }
}
