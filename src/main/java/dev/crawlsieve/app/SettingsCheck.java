package dev.crawlsieve.app;

import dev.crawlsieve.config.SettingsException;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SettingsRecord;

/**
 * Compares the settings with those that the index was made with, before anything is written under
 * new ones.
 */
final class SettingsCheck {

  private SettingsCheck() {}

  /**
   * Checks.
   *
   * @throws SieveException if verdicts that are out would be contradicted
   */
  static void run(SieveConfig config) {
    SettingsRecord settings = new SettingsRecord(config);
    try {
      RecordedSettings.stored(config).forEach(settings::check);
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
