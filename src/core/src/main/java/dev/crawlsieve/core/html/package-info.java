/**
 * A scanner of HTML that tells what a page holds in one pass; knows nothing of pages. Uses {@code
 * text}. Start reading at {@link HtmlScanner}. Tests: {@code HtmlReaderTest}.
 */
package dev.crawlsieve.core.html;
