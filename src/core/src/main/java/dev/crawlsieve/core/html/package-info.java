/**
 * An HTML scanner that reports what markup holds in one pass; knows nothing of pages. Uses {@code
 * text}. Start reading at {@link HtmlScanner}. Tests: {@code HtmlReaderTest}.
 */
package dev.crawlsieve.core.html;
