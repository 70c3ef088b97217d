package dev.crawlsieve.stream.cluster;

import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.MissingFeatures;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Warns, once, if the first pages of a lane lack the features that {@code clusters.policy}
 * compares; the policy then prefers none of them.
 */
final class PolicyWarning {

  /** Number of a lane's pages after which the warning is logged. */
  static final int FIRST = 100;

  /** The warning is logged once per process, not once per lane. */
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private final MissingFeatures missing;
  private final AtomicBoolean told;
  private final Consumer<String> log;
  private int pages;

  PolicyWarning(ClusterSettings settings) {
    this(settings, TOLD, LoggerFactory.getLogger(PolicyWarning.class)::warn);
  }

  /**
   * @param told whether the warning was already logged
   * @param log receives the warnings, each a sentence
   */
  PolicyWarning(ClusterSettings settings, AtomicBoolean told, Consumer<String> log) {
    this.missing = new MissingFeatures(settings);
    this.told = told;
    this.log = log;
  }

  /** Called when a page was decided on. */
  void page(Features features) {
    if (pages == FIRST) {
      return;
    }
    missing.page(features);
    if (++pages == FIRST && !missing.told().isEmpty() && told.compareAndSet(false, true)) {
      missing
          .told()
          .forEach(text -> log.accept("of the first " + FIRST + " pages of a lane: " + text));
    }
  }
}
