/**
 * Bodies of pages between fingerprinting and routing: kept within a budget of bytes until their
 * verdict arrives, and read again from their topic if they do not fit. Start reading at {@link
 * PendingPages}. Tests: {@code PendingPagesTest}.
 */
package dev.crawlsieve.stream.pending;
