/**
 * Finds what became of single pages, and mirrors. Start reading at {@link UrlSearch}. Tests: {@code
 * NearestKeptTest}.
 */
package dev.crawlsieve.tool.inspect;
