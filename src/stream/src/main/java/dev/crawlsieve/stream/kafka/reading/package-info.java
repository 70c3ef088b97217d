/**
 * Reads topics from one place to another, and single records, and shows them as JSON. Start reading
 * at {@link dev.crawlsieve.stream.kafka.reading.TopicTail}. Tests: {@code TopicTailIT}.
 */
package dev.crawlsieve.stream.kafka.reading;
