package dev.crawlsieve.core.config;

/**
 * Which parts of a page are its text.
 *
 * @param main whether to leave out the chrome around the main part instead of counting all visible
 *     text
 * @param imageAlt whether the text includes the alternative texts of images
 * @param linkTargets whether it includes the targets of links, each after the words of its link
 */
public record TextSettings(boolean main, boolean imageAlt, boolean linkTargets) {

  /** The words of the main part. */
  public static final TextSettings MAIN = new TextSettings(true, false, false);

  /** All visible words. */
  public static final TextSettings VISIBLE = new TextSettings(false, false, false);
}
