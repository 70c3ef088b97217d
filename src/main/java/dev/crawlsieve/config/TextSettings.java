package dev.crawlsieve.config;

/**
 * What of a page is its text.
 *
 * @param main whether the chrome around the main part is left out, or all that is visible counts
 * @param imageAlt whether the alternative texts of images are part of the text
 * @param linkTargets whether the targets of links are, each after the words of its link
 */
public record TextSettings(boolean main, boolean imageAlt, boolean linkTargets) {

  /** The words of the main part. */
  public static final TextSettings MAIN = new TextSettings(true, false, false);

  /** All visible words. */
  public static final TextSettings VISIBLE = new TextSettings(false, false, false);
}
