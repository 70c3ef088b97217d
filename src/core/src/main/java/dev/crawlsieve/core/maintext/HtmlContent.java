package dev.crawlsieve.core.maintext;

/**
 * The content of a page's markup.
 *
 * @param title the title as written, references resolved; empty if there is none
 * @param lang the root element's attribute {@code lang}, empty if it has none
 * @param xmlLang the root element's attribute {@code xml:lang}, empty if it has none
 * @param canonical the target of the canonical link as written, references resolved; empty if there
 *     is none
 * @param refresh the address to which {@code meta} redirects browsers within 10 s, as written,
 *     references resolved; empty if there is no such redirect
 * @param outline the page's blocks
 */
public record HtmlContent(
    String title, String lang, String xmlLang, String canonical, String refresh, Outline outline) {

  /** The fewest words of a part that browsers do not show that may be the page. */
  private static final int LEAST_WORDS = 60;

  private static final int TIMES_MORE = 3;

  /**
   * Whether a part that browsers do not show may be the page, judged by the length of its markup.
   */
  public boolean mayBe(byte[] unshown) {
    return unshown.length > TIMES_MORE * outline.length();
  }

  /**
   * The same page, or one with the text of a part that browsers do not show, if that says far more.
   *
   * @param unshown {@code noscript}, or a page in a frame
   */
  public HtmlContent or(Outline unshown) {
    int words = outline.root().words;
    if (unshown.root().words < Math.max(LEAST_WORDS, TIMES_MORE * words)) {
      return this;
    }
    return new HtmlContent(title, lang, xmlLang, canonical, refresh, unshown.beside(outline));
  }
}
