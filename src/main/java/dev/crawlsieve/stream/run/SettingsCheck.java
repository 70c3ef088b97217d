package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.kafka.DealtTopics;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import java.util.Collection;
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
   * @throws SieveException if verdicts that are already published would be contradicted
   * @throws SettingsException if the file of overrides is not given
   */
  public static Set<Integer> settings(SieveConfig config) {
    config.rule().overrides().ensureKnown();
    DealtTopics.ensureAtRest(config);
    Map<Integer, byte[]> stored = RecordedSettings.stored(config);
    compare(config, stored.values());
    return stored.keySet();
  }

  private static void compare(SieveConfig config, Collection<byte[]> stored) {
    SettingsRecord settings = new SettingsRecord(config);
    try {
      stored.forEach(settings::check);
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
