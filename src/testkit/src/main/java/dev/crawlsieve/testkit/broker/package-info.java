/**
 * Kafka brokers in this JVM, for quick starts and for tests. Start reading at {@link
 * EmbeddedBroker}. Tests: {@code EmbeddedBrokerIT}.
 */
package dev.crawlsieve.testkit.broker;
