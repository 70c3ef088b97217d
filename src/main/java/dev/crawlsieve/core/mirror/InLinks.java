package dev.crawlsieve.core.mirror;

/**
 * Links to the pages that two mirrors have in common, each counted where it points to.
 *
 * @param one links to the mirror that sorts first
 * @param two links to the other
 */
public record InLinks(long one, long two) {

  /** Links to either. */
  public long combined() {
    return one + two;
  }
}
