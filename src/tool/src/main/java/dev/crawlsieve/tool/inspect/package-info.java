/** Finds what became of single pages, and mirrors. Start reading at {@link UrlSearch}. */
package dev.crawlsieve.tool.inspect;
