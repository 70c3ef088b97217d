package dev.crawlsieve.sites.mirror;

/**
 * Settings of mirrors and URL rules: when they are declared, and how much is remembered to find
 * them.
 *
 * @param minSupport number of page pairs that must agree, at least 1
 * @param minConfidence share of the pairs that must agree, in (0, 1]
 * @param minCoverage share of the smaller side's pages that the other side must have, too, in [0,
 *     1]
 * @param pathsPerSite number of sampled paths per site
 * @param maxSites number of sites whose paths are kept
 */
public record MirrorSettings(
    int minSupport, double minConfidence, double minCoverage, int pathsPerSite, int maxSites) {

  /**
   * Enough pairs to rule out chance; three fifths of them must agree, not all, since pages change
   * between two fetches; the bounds suit the largest crawls. A crawl does not show which values
   * would be better, so users cannot set them.
   */
  public static final MirrorSettings DEFAULT = new MirrorSettings(8, 0.6, 0.3, 1024, 100_000);

  /**
   * How far the confidence of a declared finding may fall below {@code minConfidence} before it is
   * withdrawn.
   */
  private static final double SLACK = 0.1;

  /** A domain's share of a bound on all: enough for a crawl of a few large domains. */
  private static final int SHARE_OF_DOMAIN = 20;

  /** One host has this many sites: http and https, with and without {@code www.} */
  private static final int LEAST_OF_DOMAIN = 4;

  /**
   * Number of sites of one registered domain whose paths are kept. Anyone can have any number of
   * hosts in a domain, and so take the place of all other sites.
   */
  int sitesPerDomain() {
    return ofDomain(maxSites, LEAST_OF_DOMAIN);
  }

  /**
   * What one registered domain may have of something that is bounded for all domains.
   *
   * @param all bound for all domains
   * @param least what a domain may have in any case
   */
  static int ofDomain(int all, int least) {
    return Math.max(least, all / SHARE_OF_DOMAIN);
  }

  /** Declared findings are withdrawn below this confidence. */
  public double withdrawBelow() {
    return Math.max(0, minConfidence - SLACK);
  }
}
