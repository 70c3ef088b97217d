package dev.crawlsieve.core.maintext;

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
 */
public record HtmlContent(
    String title, String lang, String xmlLang, String canonical, String refresh, Outline outline) {}
