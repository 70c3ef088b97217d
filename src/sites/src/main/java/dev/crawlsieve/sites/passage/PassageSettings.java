package dev.crawlsieve.sites.passage;

/**
 * What makes a block a passage.
 *
 * @param pages the fewest pages of the site that have it, of distinct text; at least 2
 * @param share the least share of the site's pages that have it, in (0, 1]
 */
public record PassageSettings(int pages, double share) {

  /** As chosen on whole sites, see docs/passages.md. */
  public static final PassageSettings DEFAULT = new PassageSettings(6, 0.3);
}
