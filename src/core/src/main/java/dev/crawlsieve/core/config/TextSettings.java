package dev.crawlsieve.core.config;

/**
 * Which parts of a page are its text.
 *
 * @param main whether to leave out the chrome around the main part instead of counting all visible
 *     text
 * @param imageAlt whether the text includes the alternative texts of images
 * @param linkTargets whether it includes the targets of links, each after the words of its link
 * @param parser how HTML is parsed
 */
public record TextSettings(boolean main, boolean imageAlt, boolean linkTargets, HtmlParser parser) {

  /** How HTML is parsed. */
  public enum HtmlParser {
    /** In one pass, if that is certain to give the same text. */
    FAST,
    /** As a tree built by jsoup. */
    JSOUP
  }

  /** The words of the main part. */
  public static final TextSettings MAIN = new TextSettings(true, false, false, HtmlParser.FAST);

  /** All visible words. */
  public static final TextSettings VISIBLE = new TextSettings(false, false, false, HtmlParser.FAST);
}
