/**
 * From a page's bytes to its text: HTML in one pass, within a budget of work. Uses {@code
 * maintext}, {@code html} and {@code page}. Start reading at {@link TextExtractor}. Tests: {@code
 * TextExtractorTest}.
 */
package dev.crawlsieve.core.extract;
