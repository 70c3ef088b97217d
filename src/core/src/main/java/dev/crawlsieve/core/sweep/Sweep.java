package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.sweep.ChangedPage.Change;
import dev.crawlsieve.core.sweep.ChangedPage.Copy;
import dev.crawlsieve.core.sweep.FlipSample.Flip;
import dev.crawlsieve.core.sweep.SettingTally.Outcome;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
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
 * Decides every page of a log under each of many settings, in one or more passes over the log.
 *
 * <p>Calls must come in this order: {@link #verdicts} in force, if any; then for each pass {@link
 * #begin} and the {@link #pages} of each lane in their order; and with the verdicts that {@link
 * #wantedVerdicts} asks for, {@link #report}. Not thread-safe.
 */
public final class Sweep {

  private final List<SettingTally> tallies;
  private final RuleSettings rule;
  private final Map<Integer, Lane> lanes = new LinkedHashMap<>();
  private Pass pass = new Pass(0, 0, true);
  private long pages;
  private long undecided;

  /** One lane: its part of the log, the verdicts on it, and what is decided in this pass. */
  private static final class Lane {

    private final LaneRange range;
    private final LaneVerdicts verdicts;

    @SuppressWarnings("NullAway.Init") // by begin
    private LaneDecisions decisions;

    private Lane(LaneRange range, LaneVerdicts verdicts) {
      this.range = range;
      this.verdicts = verdicts;
    }
  }

  /**
   * A pass over the log.
   *
   * @param from number of the first of its settings
   * @param to number of the last, plus 1
   * @param inMemory whether everything that it needs fits into the heap
   */
  public record Pass(int from, int to, boolean inMemory) {}

  /**
   * A sweep of some lanes.
   *
   * @param settings at least one
   * @param rule determines which kept pages a page is compared with, the same under all settings
   * @param room keeps the verdicts in force
   */
  public Sweep(
      List<SweptSetting> settings, RuleSettings rule, List<LaneRange> ranges, ReplayRoom room) {
    this.rule = rule;
    for (LaneRange range : ranges) {
      lanes.put(range.lane(), new Lane(range, new LaneVerdicts(range, room.rows(range))));
    }
    tallies = settings.stream().map(setting -> new SettingTally(setting)).toList();
  }

  /**
   * The passes in which settings are tried: as many at once as fit into the heap for sure, up to
   * 64; if not even one does, some at once with an index for each, which goes to disk.
   *
   * @param heapBytes for what is in memory
   * @param indexes how many indexes a lane may have at once, at least 1
   */
  public static List<Pass> passes(
      List<SweptSetting> settings, List<LaneRange> ranges, long heapBytes, int indexes) {
    List<Pass> passes = new ArrayList<>();
    for (int from = 0; from < settings.size(); from = passes.get(passes.size() - 1).to()) {
      int most = Math.min(settings.size(), from + SweepPlan.MOST);
      int to = from;
      while (to < most && bytes(settings.subList(from, to + 1), ranges) <= heapBytes) {
        to++;
      }
      passes.add(
          to > from
              ? new Pass(from, to, true)
              : new Pass(from, Math.min(settings.size(), from + indexes), false));
    }
    return passes;
  }

  /** Upper bound of the heap bytes of a pass in memory: as if every setting kept every page. */
  static long bytes(List<SweptSetting> settings, List<LaneRange> ranges) {
    List<DetectorSettings> detectors = settings.stream().map(SweptSetting::detector).toList();
    return ranges.stream()
        .mapToLong(range -> new SweepPlan(detectors, RuleSettings.DEFAULT, range.records()).bytes())
        .sum();
  }

  /** Collects the verdicts in force on a lane's pages; to be filled before the first page. */
  public LaneVerdicts verdicts(int lane) {
    return lane(lane).verdicts;
  }

  private Lane lane(int number) {
    return Objects.requireNonNull(lanes.get(number));
  }

  /**
   * Begins a pass.
   *
   * @param room keeps the indexes of a pass that is not in memory
   */
  public void begin(Pass next, ReplayRoom room) {
    pass = next;
    List<DetectorSettings> some =
        tallies.subList(next.from(), next.to()).stream().map(SettingTally::detector).toList();
    for (Lane lane : lanes.values()) {
      lane.decisions =
          next.inMemory()
              ? new LaneSweep(new SweepPlan(some, rule, lane.range.records()))
              : new IndexSweep(some, rule, lane.range, room);
    }
  }

  /** Decides on the next pages, those of each lane in its order. */
  public void pages(List<LanePage> next) {
    Map<Integer, List<LeaderRecord>> byLane = new TreeMap<>();
    for (LanePage one : next) {
      byLane.computeIfAbsent(one.lane(), unused -> new ArrayList<>()).add(one.page());
    }
    byLane.forEach(
        (lane, some) -> lane(lane).decisions.decide(some, new Counter(lane, verdicts(lane))));
  }

  /** Counts decisions on the pages of a lane. */
  private final class Counter implements LaneDecisions.Taker {

    private final int lane;
    private final LaneVerdicts verdicts;
    private long order;

    private Counter(int lane, LaneVerdicts verdicts) {
      this.lane = lane;
      this.verdicts = verdicts;
    }

    @Override
    public void decided(
        LeaderRecord page,
        int setting,
        boolean dropped,
        @Nullable LeaderRecord original,
        boolean exact) {
      if (setting == 0) {
        begin(page);
      }
      SettingTally tally = tallies.get(pass.from() + setting);
      if (dropped) {
        tally.count(Outcome.OVERRIDDEN);
      } else if (original == null) {
        tally.count(Outcome.KEPT);
      } else if (original.urlHash() == page.urlHash()) {
        tally.count(Outcome.REVISIT);
      } else {
        tally.count(exact ? Outcome.EXACT : Outcome.NEAR);
      }
      if (verdicts.known()) {
        compare(page, tally, dropped, original, exact);
      }
    }

    private void begin(LeaderRecord page) {
      verdicts.at(page.laneOffset());
      order = Keys.mix(page.laneOffset() * 31 + lane + LaneSweep.SEED);
      if (pass.from() == 0) {
        undecided += verdicts.known() ? 0 : 1;
        pages++;
      }
    }

    private void compare(
        LeaderRecord page,
        SettingTally tally,
        boolean dropped,
        @Nullable LeaderRecord original,
        boolean exact) {
      boolean keptBefore = verdicts.kept();
      Change change;
      if (original == null && !dropped) {
        if (keptBefore) {
          tally.count(Outcome.BOTH_KEPT);
          return;
        }
        change = Change.NOW_KEPT;
      } else if (keptBefore) {
        change = Change.NOW_DROPPED;
      } else if (original == null ? verdicts.copiesNone() : verdicts.copies(original.source())) {
        tally.count(Outcome.SAME_ORIGINAL);
        return;
      } else {
        change = Change.OTHER_ORIGINAL;
      }
      FlipSample flips = tally.change(change);
      boolean showsPair = original != null || !(keptBefore || verdicts.copiesNone());
      if (showsPair && flips.wants(order)) {
        Optional<Copy> now = Optional.ofNullable(original).map(kept -> copy(page, kept, exact));
        flips.add(
            new Flip(
                order,
                new Coordinates(page.source().partition(), verdicts.offset()),
                new ChangedPage(change, page.url(), page.source(), Optional.empty(), now)));
      }
    }
  }

  private static Copy copy(LeaderRecord page, LeaderRecord original, boolean exact) {
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

  /** Pages decided so far. */
  public long pages() {
    return pages;
  }

  /** The number of those pages that have no verdict in force. */
  public long undecided() {
    return undecided;
  }

  /** The verdicts in force that a report shows next to its own, by position on their topic. */
  public Set<Coordinates> wantedVerdicts() {
    Set<Coordinates> wanted = new TreeSet<>();
    tallies.forEach(tally -> tally.flips().forEach(flip -> wanted.add(flip.verdict())));
    return wanted;
  }

  /**
   * The results.
   *
   * @param inForce the wanted verdicts, by position
   * @param truth agreement with labelled pairs by setting, or an empty list
   * @param decided how many of the settings are decided
   */
  public SweepReport report(
      ReplayedLog log, Map<Coordinates, Verdict> inForce, List<Counts> truth, int decided) {
    Function<Flip, Optional<Copy>> before =
        flip ->
            Optional.ofNullable(inForce.get(flip.verdict()))
                .map(Verdict::evidence)
                .map(Sweep::copy);
    List<SettingResult> results = new ArrayList<>();
    for (SettingTally tally : tallies.subList(0, decided)) {
      Optional<Counts> ofPairs =
          truth.isEmpty() ? Optional.empty() : Optional.of(truth.get(results.size()));
      results.add(tally.result(pages > undecided, before, ofPairs));
    }
    List<String> inVain =
        SettingFamily.of(results).stream().flatMap(family -> family.inVain().stream()).toList();
    int truthPairs = truth.isEmpty() ? 0 : truth.get(0).pairs();
    return new SweepReport(log.noting(inVain), results, truthPairs);
  }
}
