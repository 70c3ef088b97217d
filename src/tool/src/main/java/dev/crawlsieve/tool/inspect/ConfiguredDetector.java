package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.eval.Evaluation;
import dev.crawlsieve.core.eval.PairDetector;
import dev.crawlsieve.core.eval.Shingles;
import dev.crawlsieve.core.eval.StreamDetectors;
import dev.crawlsieve.stream.config.SieveConfig;

/** The configured detector in the form that evaluation uses. */
public final class ConfiguredDetector {

  private ConfiguredDetector() {}

  /** The detector of the settings with the configured thresholds. */
  public static Evaluation.Configured of(SieveConfig config) {
    PairDetector detector = StreamDetectors.configured(config.detector());
    return new Evaluation.Configured(
        detector, detector.thresholds().get(0), Shingles.ofWidth(config.shingles().width()));
  }
}
