package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.eval.Evaluation;
import dev.crawlsieve.core.eval.PairDetector;
import dev.crawlsieve.core.eval.Shingles;
import dev.crawlsieve.core.eval.StreamDetectors;
import dev.crawlsieve.stream.config.SieveConfig;

/** What the settings say of two pages, in the words of evaluation. */
public final class ConfiguredDetector {

  private ConfiguredDetector() {}

  /** The detector of the settings at the settings' thresholds. */
  public static Evaluation.Configured of(SieveConfig config) {
    PairDetector detector = StreamDetectors.configured(config.detector());
    return new Evaluation.Configured(
        detector, detector.thresholds().get(0), Shingles.ofWidth(config.shingles().width()));
  }
}
