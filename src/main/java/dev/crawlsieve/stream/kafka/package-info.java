/**
 * Brokers and topics: connections, rights, what topics need and are, readers of a topic's span and
 * of single places. Uses {@code core}. Start reading at {@link Connection} and {@link Topics}.
 */
package dev.crawlsieve.stream.kafka;
