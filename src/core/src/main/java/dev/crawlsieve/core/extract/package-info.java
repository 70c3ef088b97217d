/**
 * From a page's bytes to its text: HTML in one pass, within a budget of work. Start reading at
 * {@link TextExtractor}. Tests: {@code TextExtractorTest}.
 */
package dev.crawlsieve.core.extract;
