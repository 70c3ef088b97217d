package dev.crawlsieve.core.config;

/**
 * What of a page is its text.
 *
 * @param main whether the chrome around the main part is left out, or all that is visible counts
 * @param imageAlt whether the alternative texts of images are part of the text
 * @param linkTargets whether the targets of links are, each after the words of its link
 * @param parser what reads HTML
 */
public record TextSettings(boolean main, boolean imageAlt, boolean linkTargets, HtmlParser parser) {

  /** What reads HTML. */
  public enum HtmlParser {
    /** In one pass, where that is sure to give the same text. */
    FAST,
    /** As a tree that jsoup builds. */
    JSOUP
  }

  /** The words of the main part. */
  public static final TextSettings MAIN = new TextSettings(true, false, false, HtmlParser.FAST);

  /** All visible words. */
  public static final TextSettings VISIBLE = new TextSettings(false, false, false, HtmlParser.FAST);
}
