/**
 * From a page's bytes to its text: HTML in one pass if that gives the same result as a tree ({@link
 * FastHtmlReader}), otherwise via jsoup's tree ({@link JsoupReader}), within a budget of work
 * either way. Uses {@code maintext}, {@code html} and {@code page}. Start reading at {@link
 * TextExtractor}.
 */
package dev.crawlsieve.core.extract;
