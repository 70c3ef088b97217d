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
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Decides every page of a log under each of many settings, in one pass over the log.
 *
 * <p>Calls must come in this order: {@link #verdicts} in force, if any, {@link #page} after page in
 * the order of each lane, and with the verdicts that {@link #wantedVerdicts} asks for, {@link
 * #report}. Not thread-safe.
 */
public final class Sweep {

  private final List<SettingTally> tallies;
  private final Map<Integer, Lane> lanes = new LinkedHashMap<>();
  private long pages;
  private long undecided;

  /** The state of one lane. */
  private record Lane(LaneSweep sweep, LaneVerdicts verdicts) {}

  /**
   * A pass over some lanes.
   *
   * @param settings at least one
   * @param rule determines which kept pages a page is compared with, the same under all settings
   */
  public Sweep(List<SweptSetting> settings, RuleSettings rule, List<LaneRange> ranges) {
    List<DetectorSettings> detectors = detectors(settings);
    for (LaneRange range : ranges) {
      LaneSweep sweep = new LaneSweep(new SweepPlan(detectors, rule, range.records()));
      lanes.put(range.lane(), new Lane(sweep, new LaneVerdicts(range)));
    }
    tallies = settings.stream().map(setting -> new SettingTally(setting)).toList();
  }

  private static List<DetectorSettings> detectors(List<SweptSetting> settings) {
    return settings.stream().map(SweptSetting::detector).toList();
  }

  /**
   * Upper bound of the heap bytes that a pass needs: as if every setting kept every page.
   *
   * @param settings the settings to try at once
   */
  public static long bytes(List<SweptSetting> settings, List<LaneRange> ranges) {
    long bytes = 0;
    for (LaneRange range : ranges) {
      bytes += new SweepPlan(detectors(settings), range.records()).bytes();
      bytes += LaneVerdicts.BYTES * range.records();
    }
    return bytes;
  }

  /** Number of tables that the settings share. */
  public static int tables(List<SweptSetting> settings, LaneRange range) {
    return new SweepPlan(detectors(settings), range.records()).users().size() + 1;
  }

  /** Collects the verdicts in force on a lane's pages; to be filled before the first page. */
  public LaneVerdicts verdicts(int lane) {
    return lanes.get(lane).verdicts();
  }

  /**
   * Decides on the next page of a lane.
   *
   * @param page its record, with its offset in the lane
   */
  public void page(int lane, LeaderRecord page) {
    Lane at = lanes.get(lane);
    LaneSweep sweep = at.sweep();
    sweep.advance(page.timestamp());
    sweep.lookup(page);
    long order = Keys.mix(page.laneOffset() * 31 + lane + LaneSweep.SEED);
    boolean known = at.verdicts().known(page.laneOffset());
    undecided += known ? 0 : 1;
    pages++;
    for (int setting = 0; setting < tallies.size(); setting++) {
      SettingTally tally = tallies.get(setting);
      int row = sweep.original(setting);
      if (sweep.dropped()) {
        tally.override();
      } else if (row < 0) {
        tally.keep();
      } else {
        boolean revisit = sweep.leaders().get(row).urlHash() == page.urlHash();
        tally.drop(sweep.exact(setting), revisit);
      }
      if (known) {
        compare(at, setting, page, order);
      }
    }
    int unused = sweep.add(page);
  }

  private void compare(Lane lane, int setting, LeaderRecord page, long order) {
    SettingTally tally = tallies.get(setting);
    LaneVerdicts verdicts = lane.verdicts();
    int row = lane.sweep().original(setting);
    LeaderRecord original = row < 0 ? null : lane.sweep().leaders().get(row);
    long offset = page.laneOffset();
    boolean keptBefore = verdicts.kept(offset);
    Change change;
    if (original == null && !lane.sweep().dropped()) {
      if (keptBefore) {
        tally.agreeKept();
        return;
      }
      change = Change.NOW_KEPT;
    } else if (keptBefore) {
      change = Change.NOW_DROPPED;
    } else if (original == null
        ? verdicts.copiesNone(offset)
        : verdicts.copies(offset, original.source())) {
      tally.agreeDropped();
      return;
    } else {
      change = Change.OTHER_ORIGINAL;
    }
    FlipSample flips = tally.change(change);
    boolean showsPair = original != null || !(keptBefore || verdicts.copiesNone(offset));
    if (showsPair && flips.wants(order)) {
      Optional<Copy> now =
          Optional.ofNullable(original).map(kept -> copy(page, kept, lane.sweep().exact(setting)));
      flips.add(
          new Flip(
              order,
              new Coordinates(page.source().partition(), verdicts.offset(offset)),
              new ChangedPage(change, page.url(), page.source(), Optional.empty(), now)));
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

  /** Candidates compared so far. */
  public long compared() {
    return lanes.values().stream().mapToLong(lane -> lane.sweep().compared()).sum();
  }

  /** Pages that at least one setting keeps. */
  public long leaders() {
    return lanes.values().stream().mapToLong(lane -> lane.sweep().leaders().size()).sum();
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
    List<String> inVain =
        SettingFamily.of(results).stream().flatMap(family -> family.inVain().stream()).toList();
    int truthPairs = truth.isEmpty() ? 0 : truth.get(0).pairs();
    return new SweepReport(log.noting(inVain), results, truthPairs);
  }
}
