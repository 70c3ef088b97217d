package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.ShingleSettings.Unit;
import dev.crawlsieve.core.config.ShingleSettings.Weight;

/** Default settings for tests. */
final class TestSettings {

  static final ShingleSettings DEFAULT =
      new ShingleSettings(Unit.WORDS, 4, true, false, true, false, Weight.TF, 16);

  private TestSettings() {}

  static ShingleSettings words(int width) {
    return new ShingleSettings(Unit.WORDS, width, true, false, true, false, Weight.TF, 1);
  }

  static ShingleSettings words(boolean fold, boolean keepPunctuation, boolean keepStopWords) {
    return new ShingleSettings(
        Unit.WORDS, 1, fold, keepPunctuation, keepStopWords, false, Weight.TF, 1);
  }

  static ShingleSettings characters(boolean fold, boolean keepPunctuation, boolean keepStopWords) {
    return new ShingleSettings(
        Unit.CHARACTERS, 1, fold, keepPunctuation, keepStopWords, false, Weight.TF, 1);
  }

  static ShingleSettings elements(int width, boolean countReplicas, Weight weight) {
    return new ShingleSettings(Unit.WORDS, width, true, false, true, countReplicas, weight, 1);
  }
}
