package dev.crawlsieve.sites.mirror;

/**
 * Links to the pages that two mirrors have in common, counted by the mirror that they point to.
 *
 * @param one links to the mirror that sorts first
 * @param two links to the other
 */
public record InLinks(long one, long two) {

  /** Links to both mirrors in total. */
  public long combined() {
    return one + two;
  }
}
