package dev.crawlsieve.core.eval;

import java.util.List;

/**
 * One detector at one threshold.
 *
 * @param detector its name
 * @param settings its settings, except thresholds
 * @param threshold its threshold
 * @param isDefault whether it is what the stream is configured to use
 * @param all over all pairs
 * @param sameHost over pairs of one host
 * @param crossHost over pairs of two hosts
 * @param kinds by kind of pair, sorted by name; empty if pairs have no kinds
 */
public record EvaluationRow(
    String detector,
    String settings,
    Threshold threshold,
    boolean isDefault,
    Counts all,
    Counts sameHost,
    Counts crossHost,
    List<KindCount> kinds) {

  public EvaluationRow {
    kinds = List.copyOf(kinds);
  }

  /** Settings and threshold in one line. */
  public String fullSettings() {
    return settings.isEmpty() ? threshold.text() : settings + "; " + threshold.text();
  }
}
