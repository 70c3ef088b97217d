/**
 * Bodies of pages between fingerprinting and routing: kept within a budget of bytes while their
 * verdict is made, and re-read from their topic if they did not fit. Start reading at {@link
 * PendingPages}. Tests: {@code PendingPagesTest}.
 */
package dev.crawlsieve.stream.pending;
