package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.PageRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures how well a detector agrees with labelled pairs, using only the features that the stream
 * has of the pages.
 */
public final class StreamAgreement {

  /** How pairs are judged, for people, in lines of a terminal. */
  public static final String ALONE =
      """
      A pair is judged by its two pages alone, the earlier one as the kept page, not
      by what other pages of their site show: a run may decide otherwise, also under
      these settings (docs/tuning.md, "What a site shows").
      """;

  private StreamAgreement() {}

  /**
   * Counts the pairs that match, by the rule of the stream.
   *
   * @param pairs pairs of pages that all have a record
   * @param records the records by URL of their pages
   */
  public static Counts of(
      DetectorSettings settings, List<TruthPair> pairs, Map<String, ComparedPage> records) {
    Detector detector = Detector.of(settings);
    Counts counts = Counts.NONE;
    for (TruthPair pair : pairs) {
      boolean matches = matches(detector, pair, records);
      counts = counts.with(pair.label(), matches, pair.weight());
    }
    return counts;
  }

  /**
   * Whether the second page of a pair matches the first as the only leader; both must have a
   * record.
   */
  static boolean matches(Detector detector, TruthPair pair, Map<String, ComparedPage> records) {
    return matches(
        detector,
        Objects.requireNonNull(records.get(pair.urlA()), pair.urlA()),
        Objects.requireNonNull(records.get(pair.urlB()), pair.urlB()));
  }

  /** Whether a page matches a leader, exactly or nearly, if it is the only leader. */
  static boolean matches(Detector detector, ComparedPage leader, ComparedPage page) {
    return PageRule.of(page, detector, Overrides.NONE).rank(page, leader) != Detector.NO_MATCH;
  }
}
