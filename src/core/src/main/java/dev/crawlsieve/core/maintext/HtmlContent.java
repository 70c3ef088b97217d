package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.Doubt;

/**
 * The content of a page's markup.
 *
 * @param title the title as written, references resolved; empty if there is none
 * @param lang the root element's attribute {@code lang}, empty if it has none
 * @param xmlLang the root element's attribute {@code xml:lang}, empty if it has none
 * @param canonical the address of the canonical link as written, references resolved; empty if
 *     there is none
 * @param refresh the address to which {@code meta} redirects browsers within 10 s, as written,
 *     references resolved; empty if there is no such redirect
 * @param outline the page's blocks
 * @param doubt why a tree had to be built: {@link Doubt#SWALLOWED} if it was built without a part
 *     that contained more than half of the page; null if none had to be, or if one always is
 */
public record HtmlContent(
    String title,
    String lang,
    String xmlLang,
    String canonical,
    String refresh,
    Outline outline,
    Doubt doubt) {

  /** The same content of a page that could not be read in one pass. */
  public HtmlContent doubted(Doubt reason) {
    return new HtmlContent(title, lang, xmlLang, canonical, refresh, outline, reason);
  }
}
