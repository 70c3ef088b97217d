/**
 * Produces pages from files onto a topic, and reports what could not be read; also fetches the
 * sample pages. Start reading at {@link PageProducer}. Tests: {@code ProduceIT}.
 */
package dev.crawlsieve.stream.feed;
