/**
 * Brokers in this JVM, for trying things out and for tests. Start reading at {@link
 * EmbeddedBroker}. Tests: {@code EmbeddedBrokerIT}.
 */
package dev.crawlsieve.testkit.broker;
