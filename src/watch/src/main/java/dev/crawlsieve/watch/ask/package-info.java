/**
 * Asks lanes about a page, on this instance and on others: the verdict it would get, its cluster;
 * and which mirrors are known. Nothing is written.
 *
 * <p>Start reading at {@link Lanes}. Tests: {@code AskedPagesTest}.
 */
package dev.crawlsieve.watch.ask;
