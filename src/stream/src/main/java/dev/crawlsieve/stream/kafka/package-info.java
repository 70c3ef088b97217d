/**
 * Connections to brokers, the rights that are needed there, and committed records as they are.
 * Start reading at {@link dev.crawlsieve.stream.kafka.Connection}. Tests: {@code ConnectionTest}.
 */
package dev.crawlsieve.stream.kafka;
