/**
 * Finds out what became of single pages; also learns mirrors from files of verdicts. Start reading
 * at {@link UrlSearch}. Tests: {@code ReasonTextTest}.
 */
package dev.crawlsieve.tool.inspect;
