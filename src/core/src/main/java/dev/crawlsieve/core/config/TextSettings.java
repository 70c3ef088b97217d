package dev.crawlsieve.core.config;

/**
 * Which parts of a page are its text.
 *
 * @param main whether to leave out the chrome around the main part; otherwise, all visible text
 *     counts
 */
public record TextSettings(boolean main) {

  /** The words of the main part. */
  public static final TextSettings MAIN = new TextSettings(true);

  /** All visible words. */
  public static final TextSettings VISIBLE = new TextSettings(false);
}
