/**
 * Brokers in this JVM, for trying things out and for tests. Start reading at {@link
 * EmbeddedBroker}.
 */
package dev.crawlsieve.tool.broker;
