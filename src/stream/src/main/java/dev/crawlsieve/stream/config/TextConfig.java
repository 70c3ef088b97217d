package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.TextSettings;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** What counts as a page's text, and which of it is compared. */
final class TextConfig {

  static final String TEXT_CONFIG = "text";
  static final String SHINGLE_UNIT_CONFIG = "shingle.unit";
  static final String SHINGLE_WIDTH_CONFIG = "shingle.width";
  static final String SHINGLE_CASE_CONFIG = "shingle.case";
  static final String SHINGLE_PUNCTUATION_CONFIG = "shingle.punctuation";
  static final String SHINGLE_STOP_WORDS_CONFIG = "shingle.stop.words";
  static final String SHINGLE_REPLICAS_CONFIG = "shingle.replicas";
  static final String SHINGLE_WEIGHT_CONFIG = "shingle.weight";
  static final String NEAR_MIN_SHINGLES_CONFIG = "near.min.shingles";

  static final String FINGERPRINT_SEED_CONFIG = FingerprintSeed.SETTING;

  private TextConfig() {}

  static void define(Definitions settings) {
    settings
        .ofFingerprints(TEXT_CONFIG, "main", ValidString.in("main", "visible"))
        .ofFingerprints(SHINGLE_UNIT_CONFIG, "words", ValidString.in("words", "characters"))
        .ofFingerprints(
            SHINGLE_WIDTH_CONFIG, ShingleSettings.DEFAULT.width(), Range.between(1, 100))
        .ofFingerprints(SHINGLE_CASE_CONFIG, "fold", ValidString.in("fold", "keep"))
        .ofFingerprints(SHINGLE_PUNCTUATION_CONFIG, "drop", ValidString.in("drop", "keep"))
        .ofFingerprints(SHINGLE_STOP_WORDS_CONFIG, "keep", ValidString.in("drop", "keep"))
        .ofFingerprints(SHINGLE_REPLICAS_CONFIG, "ignore", ValidString.in("ignore", "count"))
        .ofFingerprints(SHINGLE_WEIGHT_CONFIG, "tf", ValidString.in("tf", "none"))
        .ofFingerprints(
            NEAR_MIN_SHINGLES_CONFIG,
            ShingleSettings.DEFAULT.minShingles(),
            Range.between(1, 1_000_000))
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

  /** What counts as an element of a text. */
  static ShingleSettings shingles(Values values) {
    return new ShingleSettings(
        ShingleSettings.Unit.valueOf(values.upper(SHINGLE_UNIT_CONFIG)),
        values.getInt(SHINGLE_WIDTH_CONFIG),
        values.is(SHINGLE_CASE_CONFIG, "fold"),
        values.is(SHINGLE_PUNCTUATION_CONFIG, "keep"),
        values.is(SHINGLE_STOP_WORDS_CONFIG, "keep"),
        values.is(SHINGLE_REPLICAS_CONFIG, "count"),
        ShingleSettings.Weight.valueOf(values.upper(SHINGLE_WEIGHT_CONFIG)),
        values.getInt(NEAR_MIN_SHINGLES_CONFIG));
  }
}
