package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.TextSettings;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** Settings of what counts as a page's text, and of which part of it is compared. */
final class TextConfig {

  static final String TEXT_CONFIG = "text";
  static final String FINGERPRINT_SEED_CONFIG = FingerprintSeed.SETTING;

  private TextConfig() {}

  static void define(Definitions settings) {
    settings
        .ofFingerprints(TEXT_CONFIG, "main", ValidString.in("main", "visible"))
        .secret(
            FINGERPRINT_SEED_CONFIG,
            Definitions.form("at least " + FingerprintSeed.LEAST + " characters, or empty"));
  }

  /** The secret in the hashes of text. */
  static FingerprintSeed seed(Values values) {
    return FingerprintSeed.of(values.getPassword(FINGERPRINT_SEED_CONFIG).value());
  }

  /** Which parts of a page are its text. */
  static TextSettings text(Values values) {
    return new TextSettings(values.is(TEXT_CONFIG, "main"));
  }
}
