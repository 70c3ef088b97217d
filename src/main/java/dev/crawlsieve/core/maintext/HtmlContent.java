package dev.crawlsieve.core.maintext;

/**
 * What a page's markup says.
 *
 * @param title the title as it is written, references resolved; empty if there is none
 * @param lang the root element's attribute {@code lang}, empty if it has none
 * @param xmlLang the root element's attribute {@code xml:lang}, empty if it has none
 * @param canonical the address of the canonical link as it is written, references resolved; empty
 *     if there is none
 * @param refresh the address that {@code meta} sends browsers to within 10 s, as it is written,
 *     references resolved; empty if it sends them nowhere
 * @param outline the page's blocks
 */
public record HtmlContent(
    String title, String lang, String xmlLang, String canonical, String refresh, Outline outline) {}
