package dev.crawlsieve.core.config;

/**
 * When mirrors and URL rules are declared, and how much is remembered for it.
 *
 * @param minSupport pairs of pages that must agree, at least 1
 * @param minConfidence share of the pairs that must agree, in (0, 1]
 * @param minCoverage share of the smaller side's pages that both sides must have, in [0, 1]
 * @param pathsPerSite sampled paths of a site
 * @param maxSites sites of which paths are kept
 */
public record MirrorSettings(
    int minSupport, double minConfidence, double minCoverage, int pathsPerSite, int maxSites) {

  /** How far the confidence of what is declared may fall below the setting before it goes. */
  private static final double SLACK = 0.1;

  /** Below this confidence what is declared is withdrawn. */
  public double withdrawBelow() {
    return Math.max(0, minConfidence - SLACK);
  }
}
