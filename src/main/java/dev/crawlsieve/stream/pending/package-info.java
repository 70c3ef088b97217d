/**
 * Bodies of pages between fingerprint and route: held while their verdict is made, within a budget
 * of bytes, and read again from their topic where they did not fit. Start reading at {@link
 * PendingPages}.
 */
package dev.crawlsieve.stream.pending;
