package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.Bands;
import dev.crawlsieve.core.index.Detector;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What each setting requires of two pages: the detectors' own ranks, and which bands they use. */
final class SettingRules {

  private final List<DetectorSettings> settings;
  private final Detector[] detectors;
  private final Bands[] bands;
  private final int[] rows;

  SettingRules(List<DetectorSettings> settings) {
    this.settings = List.copyOf(settings);
    detectors = settings.stream().map(Detector::of).toArray(Detector[]::new);
    bands = settings.stream().map(SettingRules::bands).toArray(Bands[]::new);
    rows =
        settings.stream()
            .map(SettingRules::bands)
            .mapToInt(b -> b == null ? 0 : b.rows())
            .toArray();
  }

  private static Bands bands(DetectorSettings settings) {
    return switch (settings.kind()) {
      case SKETCH, COMBINED -> BandPlanner.plan(settings.minSimilarity(), settings.recall());
      case SIMHASH, SUPERSHINGLE -> null;
    };
  }

  /** Number of settings. */
  int size() {
    return detectors.length;
  }

  /** The detector of each setting, with thresholds that are at least these. */
  Detector[] within(HostThresholds thresholds) {
    return thresholds.equals(HostThresholds.NONE)
        ? detectors
        : Arrays.stream(detectors).map(one -> one.within(thresholds)).toArray(Detector[]::new);
  }

  /** Rows of a setting's bands, 0 if it uses no bands. */
  int rows(int setting) {
    return rows[setting];
  }

  /** The different band widths of all settings, in rows, ascending. */
  int[] distinctRows() {
    return IntStream.of(rows).filter(r -> r > 0).distinct().sorted().toArray();
  }

  /**
   * The number of bands a setting has of this width in rows: 0 if its bands are of another width.
   */
  int bandsOf(int setting, int ofRows) {
    return rows[setting] == ofRows ? bands[setting].count() : 0;
  }

  /** k of a setting that compares SimHashes, -1 for any other. */
  int maxDistance(int setting) {
    Kind kind = settings.get(setting).kind();
    return kind == Kind.SIMHASH || kind == Kind.COMBINED ? settings.get(setting).maxDistance() : -1;
  }

  /** Whether a setting compares super-shingles. */
  boolean superShingles(int setting) {
    return settings.get(setting).kind() == Kind.SUPERSHINGLE;
  }

  /**
   * Whether a setting compares two pages at all: {@link Detector#reaches}, on primitives.
   *
   * @param distance of the SimHashes, in bits
   * @param firstBand the first band of the setting's rows that the pages share
   */
  boolean reaches(int setting, int distance, int firstBand) {
    return bands[setting] == null
        || firstBand < bands[setting].count()
        || distance <= maxDistance(setting);
  }

  /** Greatest k of all settings, -1 if none compares SimHashes. */
  int greatestDistance() {
    return IntStream.range(0, size()).map(this::maxDistance).max().orElse(-1);
  }

  /**
   * The fewest equal min-hashes with which two pages can match whatever their SimHashes; 85 if none
   * can.
   */
  int fewestEqual() {
    for (int equal = 0; equal <= Fingerprint.SKETCH_SIZE; equal++) {
      for (Detector detector : detectors) {
        if (detector.rank(64, equal, equal / 14) != Detector.NO_MATCH) {
          return equal;
        }
      }
    }
    return Fingerprint.SKETCH_SIZE + 1;
  }
}
