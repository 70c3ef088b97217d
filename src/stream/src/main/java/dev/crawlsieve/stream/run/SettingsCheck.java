package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import java.util.Map;
import java.util.Set;

/**
 * Compares the settings with those the index was made with, before anything that would contradict
 * the index is written.
 */
public final class SettingsCheck {

  private SettingsCheck() {}

  /**
   * Checks the settings.
   *
   * @return partitions of the index's changelog whose task has looked up a page
   * @throws SettingsException if verdicts that are already published would be contradicted, or the
   *     file of overrides is not given
   */
  public static Set<Integer> settings(SieveConfig config) {
    config.rule().overrides().ensureKnown();
    Map<Integer, byte[]> stored = RecordedSettings.stored(config);
    SettingsRecord settings = new SettingsRecord(config);
    stored.values().forEach(settings::check);
    return stored.keySet();
  }
}
