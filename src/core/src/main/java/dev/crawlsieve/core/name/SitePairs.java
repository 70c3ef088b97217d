package dev.crawlsieve.core.name;

/**
 * What a site has shown of a way in which its addresses differ, see {@link SiteWays}: pairs of
 * pages whose addresses differ in it alone.
 *
 * @param seen how many
 * @param named of how many title and heading are the same
 * @param near of how many of these the main text is nearly the same, too
 */
public record SitePairs(int seen, int named, int near) {

  // Chosen by measurement on whole sites, see docs/tuning.md: titles say whether a way chooses;
  // but all pages of a list have one title, as have a function's pages in two languages, so the
  // text has to be the same, too.

  static final SitePairs NONE = new SitePairs(0, 0, 0);
  private static final int FEWEST = 4;

  /** Whether they are the same items, as a rule. */
  boolean areSame() {
    return seen >= FEWEST && 5 * named >= 4 * seen && 3 * near >= 2 * seen;
  }
}
