package dev.crawlsieve.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * What of the rule can be set, besides the detector.
 *
 * @param retention how long a kept page is compared with, in lane time: at least a second, or zero
 *     for ever
 * @param readmit whether a page whose text has changed is compared with other URLs' pages only, so
 *     that a new version of a kept page is kept, too
 */
public record RuleSettings(Duration retention, boolean readmit) {

  /** Nothing expires, and earlier versions of a page are compared with like any other page. */
  public static final RuleSettings DEFAULT = new RuleSettings(Duration.ZERO, false);

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(36_500);

  public RuleSettings {
    Objects.requireNonNull(retention, "retention");
    if (!retention.isZero() && (retention.compareTo(LEAST) < 0 || retention.compareTo(MOST) > 0)) {
      throw new IllegalArgumentException(
          "index.retention is " + retention + ", must be none, or from 1s to 36500d");
    }
  }

  /** Whether leaders expire. */
  public boolean expires() {
    return !retention.isZero();
  }
}
