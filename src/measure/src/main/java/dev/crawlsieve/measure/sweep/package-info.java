/**
 * Decides a finished crawl again under many other settings at once, from the fingerprints alone.
 *
 * <p>No Kafka: records come in as bytes, results go out as values. Start reading at {@link Sweep}.
 * Tests: {@code SweepPropertyTest}.
 */
package dev.crawlsieve.measure.sweep;
