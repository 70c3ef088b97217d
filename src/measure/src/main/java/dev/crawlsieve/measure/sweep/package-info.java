/**
 * Decides a finished crawl again under many settings at once, from the fingerprints alone.
 *
 * <p>No Kafka: records come in as bytes, and results go out as values. Start reading at {@link
 * Sweep}. Tests: {@code SweepPropertyTest}.
 */
package dev.crawlsieve.measure.sweep;
