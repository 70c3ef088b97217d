package dev.crawlsieve.stream.config;

import dev.crawlsieve.sites.passage.PassageSettings;
import org.apache.kafka.common.config.ConfigDef.Range;

/** Settings of passages: what a site says on many of its pages. */
final class PassagesConfig {

  static final String PASSAGES_ENABLED_CONFIG = "passages.enabled";
  static final String PASSAGES_PAGES_CONFIG = "passages.pages";
  static final String PASSAGES_SHARE_CONFIG = "passages.share";

  private PassagesConfig() {}

  static void define(Definitions settings) {
    PassageSettings byDefault = PassageSettings.DEFAULT;
    settings
        .define(PASSAGES_ENABLED_CONFIG, false)
        .define(PASSAGES_PAGES_CONFIG, byDefault.pages(), Range.between(2, 100))
        .define(PASSAGES_SHARE_CONFIG, byDefault.share(), Range.between(0.01, 1.0));
  }

  /** What makes a block a passage. */
  static PassageSettings passages(Values values) {
    return new PassageSettings(
        values.getInt(PASSAGES_PAGES_CONFIG), values.getDouble(PASSAGES_SHARE_CONFIG));
  }
}
