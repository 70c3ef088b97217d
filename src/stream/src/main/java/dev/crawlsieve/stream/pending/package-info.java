/**
 * Bodies of pages between fingerprinting and routing. They are kept in memory, within a budget,
 * until their verdict arrives; bodies that do not fit are read again from their topic. Start
 * reading at {@link PendingPages}. Tests: {@code PendingPagesTest}.
 */
package dev.crawlsieve.stream.pending;
