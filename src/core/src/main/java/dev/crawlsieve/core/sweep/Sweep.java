package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.sweep.ChangedPage.Change;
import dev.crawlsieve.core.sweep.FlipSample.Flip;
import dev.crawlsieve.core.sweep.FlipSample.Original;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Decides every page of a log under each of many settings, in one pass over the log.
 *
 * <p>Calls must come in this order: {@link #verdicts} in force, if any, {@link #page} after page in
 * the order of each lane, {@link #compareNearest}, and with the names that {@link
 * #wantedFingerprints} and {@link #wantedVerdicts} ask for, {@link #report}. Not thread-safe. Long
 * because it is the single entry point to everything that a pass counts.
 */
public final class Sweep {

  private static final int EXAMPLES = 4;

  private final List<SettingTally> tallies;
  private final Map<Integer, Lane> lanes = new HashMap<>();
  private final List<Lane> inOrder = new ArrayList<>();
  private final NearestSample sample;
  private NearestDistances nearest;
  private long pages;
  private long undecided;

  /** The state of one lane. */
  record Lane(LaneRange range, int position, LaneSweep sweep, LaneVerdicts verdicts) {

    /** The position of a kept page's fingerprint. */
    Place place(int row) {
      return new Place(range.lane(), sweep.leaders().laneOffset(row));
    }
  }

  /**
   * A pass over some lanes.
   *
   * @param settings at least one
   * @param rule determines which kept pages a page is compared with, the same under all settings
   */
  public Sweep(List<SweptSetting> settings, RuleSettings rule, List<LaneRange> ranges) {
    List<DetectorSettings> detectors = detectors(settings);
    for (LaneRange range : ranges) {
      Lane lane =
          new Lane(
              range,
              inOrder.size(),
              new LaneSweep(new SweepPlan(detectors, rule, range.records())),
              new LaneVerdicts(range));
      lanes.put(range.lane(), lane);
      inOrder.add(lane);
    }
    tallies =
        settings.stream()
            .map(setting -> new SettingTally(setting, ranges.size(), EXAMPLES))
            .toList();
    sample = new NearestSample(ranges.stream().mapToLong(LaneRange::records).sum());
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
    long pages = ranges.stream().mapToLong(LaneRange::records).sum();
    return bytes + settings.size() * CopyCounts.bytes(pages) / 2;
  }

  /** Number of tables that the settings share. */
  public static int tables(List<SweptSetting> settings, LaneRange range) {
    return new SweepPlan(detectors(settings), range.records()).specs().size() + 1;
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
    Coordinates source = page.source();
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
        boolean revisit = sweep.leaders().urlHash(row) == page.urlHash();
        tally.drop(at.position(), row, sweep.exact(setting), revisit);
      }
      if (known) {
        compare(at, tally, setting, page, source, order);
      }
    }
    if (sample.wants(order) && !sweep.dropped()) {
      sample.add(page, sweep);
    }
    sweep.add(page, source);
  }

  private static void compare(
      Lane lane,
      SettingTally tally,
      int setting,
      LeaderRecord page,
      Coordinates source,
      long order) {
    int row = lane.sweep().original(setting);
    long offset = page.laneOffset();
    boolean keptBefore = lane.verdicts().kept(offset);
    Change change;
    if (row < 0 && !lane.sweep().dropped()) {
      if (keptBefore) {
        tally.agreeKept();
        return;
      }
      change = Change.NOW_KEPT;
    } else if (keptBefore) {
      change = Change.NOW_DROPPED;
    } else if (row < 0
        ? lane.verdicts().copiesNone(offset)
        : lane.verdicts().copies(offset, lane.sweep().leaders().source(row))) {
      tally.agreeDropped();
      return;
    } else {
      change = Change.OTHER_ORIGINAL;
    }
    FlipSample flips = tally.change(change);
    boolean showsPair = row >= 0 || !(keptBefore || lane.verdicts().copiesNone(offset));
    if (showsPair && flips.wants(order)) {
      flips.add(
          new Flip(
              order,
              change,
              page.fingerprint().url(),
              source,
              lane.verdicts().offset(offset),
              row < 0 ? null : original(lane, setting, page, row)));
    }
  }

  private static Original original(Lane lane, int setting, LeaderRecord page, int row) {
    LaneSweep sweep = lane.sweep();
    return new Original(
        lane.place(row),
        sweep.leaders().source(row),
        sweep.exact(setting),
        Long.bitCount(sweep.leaders().simhash(row) ^ page.simhash()),
        sweep.equalMinHashes(page, row));
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
    return inOrder.stream().mapToLong(lane -> lane.sweep().compared()).sum();
  }

  /** Pages that at least one setting keeps. */
  public long leaders() {
    return inOrder.stream().mapToLong(lane -> lane.sweep().leaders().size()).sum();
  }

  /** The number of pages that {@link #compareNearest} compares with all pages kept before them. */
  public int sampled() {
    return sample.size();
  }

  /**
   * Computes the distances of a sample of the pages, on all cores.
   *
   * @param progress receives the number of pages done, from any thread
   */
  public void compareNearest(LongConsumer progress) {
    nearest = sample.compare(progress);
  }

  /** The fingerprints whose URLs a report names. */
  public Set<Place> wantedFingerprints() {
    Set<Place> wanted = new TreeSet<>();
    for (SettingTally tally : tallies) {
      tally.flips().stream()
          .filter(flip -> flip.original() != null)
          .forEach(flip -> wanted.add(flip.original().place()));
      for (Lane lane : inOrder) {
        for (long entry : tally.copies(lane.position()).largest(ReportMaker.LARGEST)) {
          wanted.add(lane.place((int) entry));
        }
      }
    }
    return wanted;
  }

  /** The verdicts in force that a report shows next to its own, by position on their topic. */
  public Set<Coordinates> wantedVerdicts() {
    Set<Coordinates> wanted = new TreeSet<>();
    for (SettingTally tally : tallies) {
      for (Flip flip : tally.flips()) {
        wanted.add(new Coordinates(flip.source().partition(), flip.verdict()));
      }
    }
    return wanted;
  }

  /**
   * The results.
   *
   * @param truth agreement with labelled pairs by setting, or an empty list
   * @param truthPairs number of pairs
   */
  public SweepReport report(ReplayedLog log, LogDetails names, List<Counts> truth, int truthPairs) {
    ReportMaker maker = new ReportMaker(names, inOrder, pages > undecided);
    List<SettingResult> results = new ArrayList<>();
    for (int i = 0; i < tallies.size(); i++) {
      results.add(
          maker.result(
              tallies.get(i), truth.isEmpty() ? Optional.empty() : Optional.of(truth.get(i))));
    }
    List<String> inVain =
        SettingFamily.of(results).stream().flatMap(family -> family.inVain().stream()).toList();
    return new SweepReport(log.noting(inVain), results, nearest, truthPairs);
  }
}
