package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.eval.Evaluation;
import dev.crawlsieve.core.eval.PageComparison;
import dev.crawlsieve.core.eval.PageFeatures;
import dev.crawlsieve.stream.config.SieveConfig;

/**
 * Two pages by every distance, and the configured detector's answer.
 *
 * @param comparison the distances
 * @param detector the configured detector, in words
 * @param matches whether it calls them near-duplicates
 */
public record PagePair(PageComparison comparison, String detector, boolean matches) {

  /** Compares two pages under the settings. */
  public static PagePair of(PageFeatures a, PageFeatures b, SieveConfig config) {
    Evaluation.Configured configured = ConfiguredDetector.of(config);
    return new PagePair(
        PageComparison.of(a, b, configured.shingles()),
        configured.detector().name() + ", " + configured.threshold().text(),
        configured.matches(a, b));
  }
}
