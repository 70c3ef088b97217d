package dev.crawlsieve.measure.sweep;

import java.util.List;

/**
 * The outcome for a log's pages under many settings.
 *
 * @param log what was replayed
 * @param settings the results, in the order of the settings
 * @param truthPairs labelled pairs whose pages were both found; 0 if no labels were given
 */
public record SweepReport(ReplayedLog log, List<SettingResult> settings, int truthPairs) {

  public SweepReport {
    settings = List.copyOf(settings);
  }

  /** {@return whether overrides drop pages} They drop the same ones under every setting. */
  public boolean hasOverridden() {
    return settings.stream().anyMatch(result -> result.overridden() > 0);
  }

  /** Bytes of the pages that a setting drops, at the mean page size; 0 if that is unknown. */
  public long bytesSaved(SettingResult result) {
    return Math.round(result.dropped() * log.bytesPerPage());
  }
}
