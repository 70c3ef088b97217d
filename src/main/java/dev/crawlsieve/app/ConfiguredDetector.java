package dev.crawlsieve.app;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.eval.Evaluation;
import dev.crawlsieve.eval.PairDetector;
import dev.crawlsieve.eval.Shingles;
import dev.crawlsieve.eval.StreamDetectors;

/** What the settings say of two pages, in the words of evaluation. */
final class ConfiguredDetector {

  private ConfiguredDetector() {}

  /** The detector of the settings at the settings' thresholds. */
  static Evaluation.Configured of(SieveConfig config) {
    PairDetector detector = StreamDetectors.configured(config.detector());
    return new Evaluation.Configured(
        detector, detector.thresholds().get(0), Shingles.ofWidth(config.shingles().width()));
  }
}
