package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.sweep.FlipSample.Flip;
import dev.crawlsieve.core.sweep.FlipSample.Original;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns counts into results with URLs. */
final class ReportMaker {

  /** How many of the largest clusters to name. */
  static final int LARGEST = 5;

  private final LogDetails names;
  private final List<Sweep.Lane> lanes;
  private final boolean diff;

  /**
   * @param diff whether there are verdicts in force to compare with
   */
  ReportMaker(LogDetails names, List<Sweep.Lane> lanes, boolean diff) {
    this.names = names;
    this.lanes = lanes;
    this.diff = diff;
  }

  SettingResult result(SettingTally tally, Optional<Counts> truth) {
    return new SettingResult(
        tally.setting(),
        tally.kept(),
        tally.exact(),
        tally.near(),
        tally.revisit(),
        tally.overridden(),
        diff ? Optional.of(tally.diff()) : Optional.empty(),
        tally.flips().stream().map(this::changed).toList(),
        clusters(tally),
        truth);
  }

  private ChangedPage changed(Flip flip) {
    Coordinates place = new Coordinates(flip.source().partition(), flip.verdict());
    return new ChangedPage(
        flip.change(),
        flip.url(),
        flip.source(),
        Optional.ofNullable(names.verdicts().get(place))
            .map(Verdict::evidence)
            .map(ReportMaker::copy),
        Optional.ofNullable(flip.original()).map(this::copy));
  }

  private static ChangedPage.Copy copy(Evidence before) {
    return new ChangedPage.Copy(
        before.duplicateOf().url(),
        before.duplicateOf().source(),
        before.match() == Evidence.Match.EXACT,
        before.distance(),
        before.similarity());
  }

  private ChangedPage.Copy copy(Original now) {
    return new ChangedPage.Copy(
        names.url(now.place()),
        now.source(),
        now.exact(),
        now.distance(),
        now.equal() < 0 ? -1 : (double) now.equal() / Fingerprint.SKETCH_SIZE);
  }

  private ClusterSizes clusters(SettingTally tally) {
    List<Long> byPower = new ArrayList<>(List.of(tally.kept()));
    List<ClusterSizes.Cluster> largest = new ArrayList<>();
    for (Sweep.Lane lane : lanes) {
      CopyCounts copies = tally.copies(lane.position());
      long[] counts = copies.byPower();
      byPower.set(0, byPower.get(0) - copies.size());
      for (int power = 1; power < counts.length; power++) {
        if (power == byPower.size()) {
          byPower.add(0L);
        }
        byPower.set(power, byPower.get(power) + counts[power]);
      }
      for (long entry : copies.largest(LARGEST)) {
        int row = (int) entry;
        largest.add(
            new ClusterSizes.Cluster(
                names.url(lane.place(row)),
                lane.sweep().leaders().source(row),
                (entry >>> 32) + 1));
      }
    }
    largest.sort((a, b) -> Long.compare(b.pages(), a.pages()));
    return new ClusterSizes(byPower, largest.subList(0, Math.min(LARGEST, largest.size())));
  }
}
