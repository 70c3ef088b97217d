/**
 * Decides again what was crawled, under many other settings at once, from the features alone.
 *
 * <p>Knows no Kafka: records come in as bytes, results go out as values.
 */
package dev.crawlsieve.core.sweep;
