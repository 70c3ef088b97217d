package dev.crawlsieve.core.config;

import java.time.Duration;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the rule, apart from the detector.
 *
 * @param retention how long a kept page is compared with later ones, in lane time: at least a
 *     second, or zero for forever
 * @param readmit whether a page whose text has changed is compared only with pages at other URLs,
 *     so that a new version of a kept page is also kept
 * @param overrides exceptions to the rule, for named pages and hosts
 */
public record RuleSettings(Duration retention, boolean readmit, Overrides overrides) {

  /** The setting that names the file of overrides. */
  public static final String OVERRIDES_FILE = "overrides.file";

  /** Nothing expires, and earlier versions of a page count like any other page. */
  public static final RuleSettings DEFAULT = new RuleSettings(Duration.ZERO, false);

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(36_500);

  public RuleSettings {
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(overrides, "overrides");
    if (!retention.isZero() && (retention.compareTo(LEAST) < 0 || retention.compareTo(MOST) > 0)) {
      throw new IllegalArgumentException(
          "index.retention is " + retention + ", must be none, or from 1s to 36500d");
    }
  }

  /**
   * A rule without overrides.
   *
   * @param retention how long a kept page is compared with later ones
   * @param readmit whether a page whose text has changed is compared only with pages at other URLs
   */
  public RuleSettings(Duration retention, boolean readmit) {
    this(retention, readmit, Overrides.NONE);
  }

  /**
   * {@return the same rule with other overrides}
   *
   * @param other exceptions to the rule
   */
  public RuleSettings with(Overrides other) {
    return new RuleSettings(retention, readmit, other);
  }

  /**
   * {@return the names and values of the settings that are not at their defaults; all of them
   * decide verdicts}
   */
  public SortedMap<String, String> decisive() {
    SortedMap<String, String> decisive = new TreeMap<>();
    if (expires()) {
      decisive.put("index.retention", retention.toString());
    }
    if (readmit) {
      decisive.put("dedup.revisit", "readmit");
    }
    if (!overrides.digest().isEmpty()) {
      decisive.put(OVERRIDES_FILE, overrides.digest());
    }
    return decisive;
  }

  /** {@return whether leaders expire} */
  public boolean expires() {
    return !retention.isZero();
  }
}
