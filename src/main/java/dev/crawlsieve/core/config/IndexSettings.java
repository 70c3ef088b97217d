package dev.crawlsieve.core.config;

import java.util.Objects;

/**
 * The layout and limits of one lane's index.
 *
 * @param detector which leaders match a page
 * @param rule which leaders pages are compared with at all
 * @param expectedLeaders number of leaders that the tables are laid out for
 * @param memoryBytes memory bound for the delta tables of one lane, in bytes
 */
public record IndexSettings(
    DetectorSettings detector, RuleSettings rule, long expectedLeaders, long memoryBytes) {

  public IndexSettings {
    Objects.requireNonNull(detector, "detector");
    Objects.requireNonNull(rule, "rule");
  }

  /** An index under the default rule. */
  public IndexSettings(DetectorSettings detector, long expectedLeaders, long memoryBytes) {
    this(detector, RuleSettings.DEFAULT, expectedLeaders, memoryBytes);
  }
}
