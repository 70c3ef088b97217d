/**
 * One decision a page, and its record. Uses {@code index}. Start reading at {@link Decider}; {@link
 * VerdictCodec} is the format.
 */
package dev.crawlsieve.core.verdict;
