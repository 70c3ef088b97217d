package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.sites.passage.PassageSettings;
import org.apache.kafka.common.config.ConfigDef.Range;

/** What passages, what a site says on many of its pages, have on brokers; and their settings. */
public final class PassagesConfig {

  static final String PASSAGES_ENABLED_CONFIG = "passages.enabled";
  static final String PASSAGES_PAGES_CONFIG = "passages.pages";
  static final String PASSAGES_SHARE_CONFIG = "passages.share";

  /** What learns them. */
  public static final Wing WING =
      new Wing(
          PASSAGES_ENABLED_CONFIG,
          "page-blocks",
          "passages",
          "page-blocks",
          "passages",
          "passages would be learned from the beginning");

  private PassagesConfig() {}

  static void define(Definitions settings) {
    PassageSettings byDefault = PassageSettings.DEFAULT;
    settings
        .define(PASSAGES_ENABLED_CONFIG, false)
        .define(PASSAGES_PAGES_CONFIG, byDefault.pages(), Range.between(2, 100))
        .define(PASSAGES_SHARE_CONFIG, byDefault.share(), Range.between(0.01, 1.0));
  }

  /**
   * Checks that blocks can be read, if passages are learned.
   *
   * @throws SettingsException if not
   */
  static void check(TopicNames topics) {
    if (!topics.ownLog() && topics.wings().contains(WING)) {
      throw new SettingsException(
          WING.enabled()
              + " needs a generation that reads pages, and this one decides on the log '"
              + topics.fingerprints()
              + "' (fingerprints.topic): leave it out");
    }
  }

  /** What makes a block a passage. */
  public static PassageSettings of(SieveConfig config) {
    return new PassageSettings(
        config.values.getInt(PASSAGES_PAGES_CONFIG),
        config.values.getDouble(PASSAGES_SHARE_CONFIG));
  }
}
