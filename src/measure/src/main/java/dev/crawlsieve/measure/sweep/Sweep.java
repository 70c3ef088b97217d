package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.sweep.ChangedPage.Change;
import dev.crawlsieve.measure.sweep.ChangedPage.Copy;
import dev.crawlsieve.measure.sweep.FlipSample.Flip;
import dev.crawlsieve.measure.sweep.SettingTally.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides on every page of a log under each of many settings, in one pass over the log.
 *
 * <p>Calls must come in this order: {@link #verdicts} in force, if any; the {@link #pages} of each
 * lane in order; {@link #report}, with the {@link #wantedVerdicts}. Not thread-safe.
 */
public final class Sweep {

  private static final long SEED = 0x9e3779b97f4a7c15L;

  private final List<SettingTally> tallies;
  private final Map<Integer, SweptLane> lanes = new LinkedHashMap<>();
  private long pages;
  private long undecided;

  /** A lane: the verdicts on its pages, and the decisions on them. */
  private record SweptLane(LaneVerdicts verdicts, LaneSweep sweep) {}

  /**
   * A sweep of some lanes.
   *
   * @param settings the settings, at least one and at most {@link SettingsGrid#MOST}
   * @param rule determines which kept pages a page is compared with; the same for all settings
   * @param room stores the verdicts in force and the kept pages
   */
  public Sweep(
      List<SweptSetting> settings, RuleSettings rule, List<LaneRange> ranges, ReplayRoom room) {
    tallies = settings.stream().map(setting -> new SettingTally(setting)).toList();
    List<DetectorSettings> detectors = settings.stream().map(SweptSetting::detector).toList();
    for (LaneRange range : ranges) {
      LaneVerdicts verdicts = new LaneVerdicts(range, room);
      LaneSweep sweep =
          new LaneSweep(detectors, rule, range, room, new Counter(range.lane(), verdicts));
      lanes.put(range.lane(), new SweptLane(verdicts, sweep));
    }
  }

  /**
   * The collector of the verdicts in force on a lane's pages. It must be filled before the first
   * page.
   */
  public LaneVerdicts verdicts(int lane) {
    return lane(lane).verdicts;
  }

  private SweptLane lane(int number) {
    return Objects.requireNonNull(lanes.get(number));
  }

  /** Decides on the next pages; the pages of each lane must come in order. */
  public void pages(List<LanePage> next) {
    Map<Integer, List<ComparedPage>> byLane = new TreeMap<>();
    for (LanePage one : next) {
      byLane.computeIfAbsent(one.lane(), unused -> new ArrayList<>()).add(one.page());
    }
    byLane.forEach((lane, some) -> lane(lane).sweep.decide(some));
  }

  /** Counts the decisions on the pages of a lane. */
  private final class Counter implements LaneSweep.Taker {

    private final int lane;
    private final LaneVerdicts verdicts;
    private long order;

    private Counter(int lane, LaneVerdicts verdicts) {
      this.lane = lane;
      this.verdicts = verdicts;
    }

    @Override
    public void decided(
        ComparedPage page,
        int setting,
        boolean dropped,
        @Nullable ComparedPage original,
        boolean exact) {
      if (setting == 0) {
        begin(page);
      }
      SettingTally tally = tallies.get(setting);
      if (dropped) {
        tally.count(Outcome.OVERRIDDEN);
      } else if (original == null) {
        tally.count(Outcome.KEPT);
      } else if (original.urlHash() == page.urlHash()) {
        tally.count(Outcome.REVISIT);
      } else {
        tally.count(exact ? Outcome.EXACT : Outcome.NEAR);
      }
      if (verdicts.known(page.laneOffset())) {
        compare(page, tally, dropped, original, exact);
      }
    }

    private void begin(ComparedPage page) {
      order = Keys.mix(page.laneOffset() * 31 + lane + SEED);
      undecided += verdicts.known(page.laneOffset()) ? 0 : 1;
      pages++;
    }

    private void compare(
        ComparedPage page,
        SettingTally tally,
        boolean dropped,
        @Nullable ComparedPage original,
        boolean exact) {
      long at = page.laneOffset();
      boolean keptBefore = verdicts.kept(at);
      Change change;
      if (original == null && !dropped) {
        if (keptBefore) {
          tally.count(Outcome.BOTH_KEPT);
          return;
        }
        change = Change.NOW_KEPT;
      } else if (keptBefore) {
        change = Change.NOW_DROPPED;
      } else if (original == null
          ? verdicts.copiesNone(at)
          : verdicts.copies(at, original.source())) {
        tally.count(Outcome.SAME_ORIGINAL);
        return;
      } else {
        change = Change.OTHER_ORIGINAL;
      }
      FlipSample flips = tally.change(change);
      boolean showsPair = original != null || !(keptBefore || verdicts.copiesNone(at));
      if (showsPair && flips.wants(order)) {
        Optional<Copy> now = Optional.ofNullable(original).map(kept -> copy(page, kept, exact));
        flips.add(
            new Flip(
                order,
                new Coordinates(page.source().partition(), verdicts.offset(at)),
                new ChangedPage(change, page.url(), page.source(), Optional.empty(), now)));
      }
    }
  }

  private static Copy copy(ComparedPage page, ComparedPage original, boolean exact) {
    Nearness nearness = Nearness.of(page, original);
    return new Copy(
        original.url(), original.source(), exact, nearness.distance(), nearness.similarity());
  }

  private static Copy copy(Evidence evidence) {
    return new Copy(
        evidence.duplicateOf().url(),
        evidence.duplicateOf().source(),
        evidence.match() == Evidence.Match.EXACT,
        evidence.distance(),
        evidence.similarity());
  }

  /** Number of pages decided on so far. */
  public long pages() {
    return pages;
  }

  /** Number of these pages that have no verdict in force. */
  public long undecided() {
    return undecided;
  }

  /** The positions of those verdicts in force that a report shows next to the new ones. */
  public Set<Coordinates> wantedVerdicts() {
    Set<Coordinates> wanted = new TreeSet<>();
    tallies.forEach(tally -> tally.flips().forEach(flip -> wanted.add(flip.verdict())));
    return wanted;
  }

  /**
   * The report on the settings.
   *
   * @param inForce the {@linkplain #wantedVerdicts wanted verdicts}, by position
   * @param truth agreement with labelled pairs, for each setting; or an empty list
   */
  public SweepReport report(
      ReplayedLog log, Map<Coordinates, Verdict> inForce, List<Counts> truth) {
    Function<Flip, Optional<Copy>> before =
        flip ->
            Optional.ofNullable(inForce.get(flip.verdict()))
                .map(Verdict::evidence)
                .map(Sweep::copy);
    List<SettingResult> results = new ArrayList<>();
    for (SettingTally tally : tallies) {
      Optional<Counts> ofPairs =
          truth.isEmpty() ? Optional.empty() : Optional.of(truth.get(results.size()));
      results.add(tally.result(pages > undecided, before, ofPairs));
    }
    int truthPairs = truth.isEmpty() ? 0 : truth.get(0).pairs();
    return new SweepReport(log, results, truthPairs);
  }
}
