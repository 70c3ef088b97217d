/**
 * From a page's bytes to its text: HTML in one pass where that gives what a tree would ({@link
 * FastHtmlReader}), by way of jsoup's tree where not ({@link JsoupReader}), within a budget of work
 * either way. Uses {@code maintext}, {@code html} and {@code page}. Start reading at {@link
 * TextExtractor}.
 */
package dev.crawlsieve.core.extract;
