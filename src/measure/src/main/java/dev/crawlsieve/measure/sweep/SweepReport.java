package dev.crawlsieve.measure.sweep;

import java.util.List;

/**
 * The outcome for the pages of a log under many settings.
 *
 * @param log the log that was replayed
 * @param settings the results, in the order of the settings
 * @param truthPairs number of labelled pairs of which both pages were found; 0 if no labels were
 *     given
 */
public record SweepReport(ReplayedLog log, List<SettingResult> settings, int truthPairs) {

  public SweepReport {
    settings = List.copyOf(settings);
  }

  /** {@return whether overrides drop pages} They drop the same pages under every setting. */
  public boolean hasOverridden() {
    return settings.stream().anyMatch(result -> result.overridden() > 0);
  }

  /**
   * The size, in bytes, of the pages that a setting drops, at the mean size of a page; 0 if that is
   * unknown.
   */
  public long bytesSaved(SettingResult result) {
    return Math.round(result.dropped() * log.bytesPerPage());
  }
}
