package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is decided on the pages of a lane, by a sweep and by a scan. */
final class SweptLane {

  private SweptLane() {}

  /** The decisions of one sweep, for each setting. */
  static List<List<String>> swept(
      List<DetectorSettings> settings, RuleSettings rule, ReplayRoom room, List<ComparedPage> lane)
      throws IOException {
    List<List<String>> swept = new ArrayList<>();
    settings.forEach(any -> swept.add(new ArrayList<>()));
    LaneSweep.Taker taker =
        (page, setting, dropped, original, exact) ->
            swept
                .get(setting)
                .add(original == null ? "unique" : exact + " copy of " + original.source());
    LaneRange range = new LaneRange(0, 0, lane.size());
    LaneSweep sweep = new LaneSweep(settings, rule, range, room, taker);
    sweep.decide(lane.subList(0, lane.size() / 3));
    sweep.decide(lane.subList(lane.size() / 3, lane.size()));
    return swept;
  }

  /** The decisions under one setting, each page compared with every kept one. */
  static List<String> scanned(
      DetectorSettings setting, RuleSettings rule, List<ComparedPage> lane) {
    Decider scan = new Decider(new LinearScanIndex(Detector.of(setting), rule), "any", 1);
    return lane.stream().map(page -> said(scan.decide(0, page).evidence())).toList();
  }

  private static String said(Evidence evidence) {
    return evidence == null
        ? "unique"
        : evidence.match().name().equals("EXACT") + " copy of " + evidence.duplicateOf().source();
  }
}
