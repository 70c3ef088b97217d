/**
 * Produces pages from files onto a topic, and reports what could not be read. The sample pages are
 * here, too. Uses {@code kafka} and {@code input}. Start reading at {@link PageProducer}. Tests:
 * {@code ProduceIT}.
 */
package dev.crawlsieve.stream.feed;
