/**
 * Brokers and topics: connections, rights, requirements and state of topics, readers of whole
 * topics and of single records. Uses {@code core}. Start reading at {@link Connection} and {@link
 * Topics}.
 */
package dev.crawlsieve.stream.kafka;
