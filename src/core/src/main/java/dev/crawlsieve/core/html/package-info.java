/**
 * An HTML scanner, which reports the contents of markup in one pass; knows nothing of pages. Start
 * reading at {@link HtmlScanner}. Tests: {@code HtmlReaderTest}.
 */
package dev.crawlsieve.core.html;
