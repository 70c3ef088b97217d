package dev.crawlsieve.core.sweep;

import static dev.crawlsieve.core.fingerprint.Fingerprint.SKETCH_SIZE;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.Bands;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The detectors of some settings, the tables that find every match in one lane, and their cost. */
final class SweepPlan {

  // Tables are shared: SimHash tables for the greatest k also serve smaller ones, and settings
  // whose bands have the same width use the same bands, some fewer of them. A page is stored in a
  // table only if a setting that uses the table keeps it, so that strict settings, which keep more,
  // do not fill the tables of lax ones.

  /** The most settings of a plan. */
  static final int MOST = Long.SIZE;

  private static final int SUPER_SHINGLE = 14;

  /** Heap bytes of a kept page: a record with a URL of typical length, and what a sweep notes. */
  private static final long ROW_BYTES = 440;

  /**
   * The part of a fingerprint that forms the key of a table.
   *
   * @param mask bits of the SimHash; 0 for a table of min-hashes
   * @param from first min-hash
   * @param rows number of min-hashes; 0 for a table of SimHashes
   */
  record Block(long mask, int from, int rows) {}

  private final Detector[] detectors;
  private final RuleSettings rule;
  private final long expectedPages;
  private final int maxDistance;
  private final int[] sure;
  private final Map<Block, Long> users = new LinkedHashMap<>();

  /**
   * @param settings at most {@link #MOST}
   * @param rule determines which kept pages a page is compared with, the same under all settings
   * @param expectedPages upper bound of the lane's pages
   */
  SweepPlan(List<DetectorSettings> settings, RuleSettings rule, long expectedPages) {
    this.detectors = settings.stream().map(Detector::of).toArray(Detector[]::new);
    this.rule = rule;
    this.expectedPages = Math.max(1, expectedPages);
    maxDistance = settings.stream().mapToInt(SweepPlan::maxDistance).max().orElse(-1);
    long[] masks =
        maxDistance < 0
            ? new long[0]
            : Detector.of(DetectorSettings.simhash(maxDistance))
                .layout(this.expectedPages)
                .simHashMasks();
    sure = new int[detectors.length];
    for (int setting = 0; setting < detectors.length; setting++) {
      DetectorSettings of = settings.get(setting);
      switch (of.kind()) {
        case SIMHASH -> useSimHash(setting, masks);
        case SKETCH -> useBands(setting, of);
        case SUPERSHINGLE -> useRuns(setting, SUPER_SHINGLE, SKETCH_SIZE / SUPER_SHINGLE);
        case COMBINED -> {
          useSimHash(setting, masks);
          useBands(setting, of);
        }
      }
    }
  }

  /** k of a setting that compares SimHashes, -1 of any other. */
  private static int maxDistance(DetectorSettings settings) {
    return switch (settings.kind()) {
      case SIMHASH, COMBINED -> settings.maxDistance();
      case SKETCH, SUPERSHINGLE -> -1;
    };
  }

  private void useSimHash(int setting, long[] masks) {
    for (long mask : masks) {
      use(new Block(mask, 0, 0), setting);
    }
  }

  private void useBands(int setting, DetectorSettings of) {
    Bands bands = BandPlanner.plan(of.minSimilarity());
    useRuns(setting, bands.rows(), bands.count());
    sure[setting] = SKETCH_SIZE + 1 - bands.count(); // with fewer differences than bands
  }

  private void useRuns(int setting, int rows, int count) {
    for (int run = 0; run < count; run++) {
      use(new Block(0, run * rows, rows), setting);
    }
  }

  private void use(Block block, int setting) {
    users.merge(block, 1L << setting, (some, one) -> some | one);
  }

  /** Number of settings. */
  int size() {
    return detectors.length;
  }

  /** The tables, each with the settings that use it as bits, the first the lowest. */
  Map<Block, Long> users() {
    return users;
  }

  /** The detector of each setting. */
  Detector[] detectors() {
    return detectors;
  }

  /** The fewest equal min-hashes with which a setting compares two pages that are near for sure. */
  int sure(int setting) {
    return sure[setting];
  }

  /** The detector of each setting, with thresholds that are at least these. */
  Detector[] within(HostThresholds thresholds) {
    return thresholds.equals(HostThresholds.NONE)
        ? detectors
        : Arrays.stream(detectors).map(one -> one.within(thresholds)).toArray(Detector[]::new);
  }

  /** Greatest k of all settings, -1 if none compares SimHashes. */
  int maxDistance() {
    return maxDistance;
  }

  /**
   * The fewest equal min-hashes with which two pages can match if their SimHashes say no more than
   * that they may be related; 85 if none can.
   */
  int fewestEqual() {
    for (int equal = 0; equal <= SKETCH_SIZE; equal++) {
      for (Detector detector : detectors) {
        if (detector.rank(Nearness.MOST_DISTANCE, equal, equal / SUPER_SHINGLE)
            != Detector.NO_MATCH) {
          return equal;
        }
      }
    }
    return SKETCH_SIZE + 1;
  }

  RuleSettings rule() {
    return rule;
  }

  long expectedPages() {
    return expectedPages;
  }

  /** Upper bound of the lane's heap bytes: if every page is kept and stored in every table. */
  long bytes() {
    return ROW_BYTES * expectedPages + (users.size() + 1) * BlockTable.bytes(expectedPages);
  }
}
