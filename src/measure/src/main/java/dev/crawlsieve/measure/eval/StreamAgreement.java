package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.PageRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How well a detector of the stream agrees with labelled pairs, based only on the pages' features.
 */
public final class StreamAgreement {

  private StreamAgreement() {}

  /**
   * Counts pairs that match as in the stream.
   *
   * @param pairs pairs of pages that all have a record
   * @param records by URL
   */
  public static Counts of(
      DetectorSettings settings, List<TruthPair> pairs, Map<String, LeaderRecord> records) {
    Detector detector = Detector.of(settings);
    Counts counts = Counts.NONE;
    for (TruthPair pair : pairs) {
      boolean matches = matches(detector, pair, records);
      counts = counts.with(pair.label(), matches, pair.weight());
    }
    return counts;
  }

  /** The same for a pair of pages that both have a record. */
  static boolean matches(Detector detector, TruthPair pair, Map<String, LeaderRecord> records) {
    return matches(
        detector,
        Objects.requireNonNull(records.get(pair.urlA()), pair.urlA()),
        Objects.requireNonNull(records.get(pair.urlB()), pair.urlB()));
  }

  /** Whether a page matches another one, exactly or nearly, if that is the only leader. */
  static boolean matches(Detector detector, LeaderRecord leader, LeaderRecord page) {
    return PageRule.of(page, detector, Overrides.NONE).rank(page, leader) != Detector.NO_MATCH;
  }
}
