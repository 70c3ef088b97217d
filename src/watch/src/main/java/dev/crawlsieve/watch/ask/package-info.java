/**
 * Asks lanes, on this instance and on others, which verdict a page would get and what its cluster
 * is; also asks what is known of sites. Nothing is written.
 *
 * <p>Start reading at {@link AskedGroup}. Tests: {@code AskedPagesTest}.
 */
package dev.crawlsieve.watch.ask;
